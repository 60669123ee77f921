package org.spamwatch.agent.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The query parameters of a request: each known, given once, and in its range. */
final class Parameters {
  private final Map<String, String> values = new LinkedHashMap<>();

  /**
   * Reads a query.
   *
   * @param query what stands behind the question mark, still encoded
   * @param known the parameters allowed
   */
  Parameters(@Nullable String query, List<String> known) throws HttpProblem {
    if (query == null || query.isEmpty()) {
      return;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!known.contains(name)) {
        throw HttpProblem.badRequest("unknown query parameter", "allowed are " + known);
      }
      if (values.put(name, decoded(name, equals < 0 ? "" : pair.substring(equals + 1))) != null) {
        throw HttpProblem.badRequest(name + " is given twice", "give it once");
      }
    }
  }

  private static String decoded(String name, String value) throws HttpProblem {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badRequest(name + " is not URL-encoded", "encode it as %XX");
    }
  }

  /** A value as an answer may repeat it: its first 40 characters, without control characters. */
  static String shown(String value) {
    String start = value.length() > 40 ? value.substring(0, 40) + "..." : value;
    return "'" + start.replaceAll("[^\\P{C}]", "?") + "'";
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  OptionalInt integer(String name, int least, int most) throws HttpProblem {
    String value = values.get(name);
    if (value == null) {
      return OptionalInt.empty();
    }
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw new HttpProblem(
          400,
          name + " is not a whole number of " + least + " to " + most,
          most,
          "correct it or leave it out");
    }
    return OptionalInt.of(number);
  }
}
