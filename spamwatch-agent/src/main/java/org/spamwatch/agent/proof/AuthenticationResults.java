package org.spamwatch.agent.proof;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one mail server says that it has found out about a mail: the value of an {@code
 * Authentication-Results} field (RFC 8601).
 *
 * @param authservId the server's name for itself, in lower case
 * @param results in the order of the field; none if it has nothing to say
 */
record AuthenticationResults(String authservId, List<Result> results) {
  /** What a longer value says is not heeded. */
  static final int MOST_CHARS = 4096;

  AuthenticationResults {
    results = List.copyOf(results);
  }

  /**
   * What one method has found.
   *
   * @param method such as {@code dkim}, in lower case
   * @param value such as {@code pass}, in lower case
   * @param properties by {@code ptype.property} in lower case; of several with one name the first
   */
  record Result(String method, String value, Map<String, String> properties) {
    Result {
      properties = Map.copyOf(properties);
    }

    boolean isPass() {
      return value.equals("pass");
    }

    /** A domain, or the part behind the @ of an address. */
    Optional<String> domain(String property) {
      return Optional.ofNullable(properties.get(property))
          .map(text -> text.substring(text.lastIndexOf('@') + 1))
          .filter(text -> !text.isEmpty());
    }
  }

  /**
   * Reads a value. It is read as a whole or not at all: a server that quotes carelessly what a
   * sender wrote is not to be heeded in part.
   *
   * @param value unfolded or not
   * @return nothing if it is malformed, too long or of another version
   */
  static Optional<AuthenticationResults> parse(String value) {
    if (value.length() > MOST_CHARS) {
      return Optional.empty();
    }
    try {
      return new ResultsReader(value).read();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Those of one method, in lower case. */
  List<Result> of(String method) {
    return results.stream().filter(result -> result.method().equals(method)).toList();
  }
}
