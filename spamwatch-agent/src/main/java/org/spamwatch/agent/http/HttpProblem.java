package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A request that is answered by an error: a status and the JSON {@code
 * {"error":...,"limit":...,"hint":...}}, of which limit is left out where there is none.
 */
final class HttpProblem extends Exception {
  private static final long serialVersionUID = 1L;

  /** No limit to tell. */
  static final long NO_LIMIT = -1;

  private final int status;
  private final long limit;
  private final String hint;
  private final long retrySeconds;
  private final Optional<String> allowed;

  HttpProblem(int status, String error, long limit, String hint) {
    this(status, error, limit, hint, 1, Optional.empty());
  }

  private HttpProblem(
      int status,
      String error,
      long limit,
      String hint,
      long retrySeconds,
      Optional<String> allowed) {
    super(error, null, false, false); // a value for the client: nobody reads its stack
    this.status = status;
    this.limit = limit;
    this.hint = hint;
    this.retrySeconds = retrySeconds;
    this.allowed = allowed;
  }

  static HttpProblem badRequest(String error, String hint) {
    return new HttpProblem(400, error, NO_LIMIT, hint);
  }

  static HttpProblem wrongMethod(String allowed) {
    return new HttpProblem(
        405, "the method is not allowed here", NO_LIMIT, "use " + allowed, 1, Optional.of(allowed));
  }

  static HttpProblem tooLarge(String what, long limit) {
    return new HttpProblem(
        413, what + " is longer than " + limit + " bytes", limit, "send a shorter one");
  }

  static HttpProblem notOperator() {
    return new HttpProblem(
        403,
        "only the peer's operator may do that",
        NO_LIMIT,
        "show the token in the data directory's file operator as X-SpamWatch-Operator");
  }

  static HttpProblem overloaded(int limit) {
    return new HttpProblem(
        503, "the peer has more requests than it can work on", limit, "try again in a second");
  }

  /** A vote over its voter's quota. */
  static HttpProblem overQuota(String reason, long waitMillis) {
    long seconds = (waitMillis + 999) / 1000;
    return new HttpProblem(
        429,
        reason,
        NO_LIMIT,
        "try again in " + seconds + " s",
        Math.max(1, seconds),
        Optional.empty());
  }

  /** After how many seconds the same request can succeed, if it {@link #isTemporary}. */
  long retrySeconds() {
    return retrySeconds;
  }

  /** The method that is allowed, if that was the problem. */
  Optional<String> allowed() {
    return allowed;
  }

  int status() {
    return status;
  }

  /** Whether the same request can succeed later, which the answer then says in Retry-After. */
  boolean isTemporary() {
    return status == 429 || status == 503;
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("error", getMessage());
    if (limit != NO_LIMIT) {
      json.put("limit", limit);
    }
    return json.put("hint", hint);
  }
}
