package org.spamwatch.agent.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.Parameter;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.request.RequestProblem;

/** The query parameters of a request: each known and given once. */
final class Parameters {
  private final Map<String, String> values = new LinkedHashMap<>();

  /**
   * Reads a query.
   *
   * @param query what stands behind the question mark, still encoded
   * @param operation whose parameters are allowed
   */
  Parameters(@Nullable String query, Operation operation) throws RequestProblem {
    if (query == null || query.isEmpty()) {
      return;
    }
    List<String> known = operation.parameters().stream().map(Parameter::name).toList();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!known.contains(name)) {
        throw RequestProblem.badRequest("unknown query parameter", "allowed are " + known);
      }
      if (values.put(name, decoded(name, equals < 0 ? "" : pair.substring(equals + 1))) != null) {
        throw RequestProblem.badRequest(name + " is given twice", "give it once");
      }
    }
  }

  private static String decoded(String name, String value) throws RequestProblem {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw RequestProblem.badRequest(name + " is not URL-encoded", "encode it as %XX");
    }
  }

  /** The value, if it is given. */
  <T> Optional<T> value(Parameter<T> parameter) throws RequestProblem {
    String text = values.get(parameter.name());
    return text == null ? Optional.empty() : Optional.of(read(parameter, text));
  }

  /** The value, which must be given. */
  <T> T required(Parameter<T> parameter) throws RequestProblem {
    return read(parameter, values.getOrDefault(parameter.name(), ""));
  }

  private static <T> T read(Parameter<T> parameter, String text) throws RequestProblem {
    return parameter
        .read()
        .apply(text)
        .orElseThrow(
            () -> new RequestProblem(ProblemKind.BAD_REQUEST, parameter.refusal().apply(text)));
  }
}
