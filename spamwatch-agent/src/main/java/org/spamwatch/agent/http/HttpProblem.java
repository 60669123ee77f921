package org.spamwatch.agent.http;

import java.util.Optional;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.ProblemKind;

/** A request that is answered by a {@link Problem}. */
final class HttpProblem extends Exception {
  private static final long serialVersionUID = 1L;

  private final ProblemKind kind;
  private final transient Problem problem;
  private final long retrySeconds;
  private final String allowed;

  HttpProblem(ProblemKind kind, String error, String hint) {
    this(kind, new Problem(error, Optional.empty(), hint));
  }

  HttpProblem(ProblemKind kind, String error, long limit, String hint) {
    this(kind, new Problem(error, Optional.of(limit), hint));
  }

  HttpProblem(ProblemKind kind, Problem problem) {
    this(kind, problem, 1, "");
  }

  private HttpProblem(ProblemKind kind, Problem problem, long retrySeconds, String allowed) {
    super(problem.error(), null, false, false); // a value for the client: nobody reads its stack
    this.kind = kind;
    this.problem = problem;
    this.retrySeconds = retrySeconds;
    this.allowed = allowed;
  }

  static HttpProblem badRequest(String error, String hint) {
    return new HttpProblem(ProblemKind.BAD_REQUEST, error, hint);
  }

  static HttpProblem wrongMethod(String allowed) {
    Problem problem =
        new Problem("the method is not allowed here", Optional.empty(), "use " + allowed);
    return new HttpProblem(ProblemKind.WRONG_METHOD, problem, 1, allowed);
  }

  static HttpProblem tooLarge(String what, long limit) {
    return new HttpProblem(
        ProblemKind.TOO_LARGE,
        what + " is longer than " + limit + " bytes",
        limit,
        "send a shorter one");
  }

  static HttpProblem tooMany(String what, long limit) {
    return new HttpProblem(
        ProblemKind.TOO_LARGE,
        "more than " + limit + " " + what + " in one request",
        limit,
        "send what is left in another request");
  }

  static HttpProblem notOperator() {
    return new HttpProblem(
        ProblemKind.FORBIDDEN,
        "only the peer's operator may do that",
        "show the token in the data directory's file operator as X-SpamWatch-Operator");
  }

  /** What only the peer's log tells more of. */
  static HttpProblem failed() {
    return new HttpProblem(
        ProblemKind.FAILED, "the peer failed on this request", "see the peer's log");
  }

  static HttpProblem overloaded(int limit) {
    return new HttpProblem(
        ProblemKind.NOT_NOW,
        "the peer has more requests than it can work on",
        limit,
        "try again in a second");
  }

  /** A vote over its voter's quota. */
  static HttpProblem overQuota(String reason, long waitMillis) {
    long seconds = (waitMillis + 999) / 1000;
    Problem problem = new Problem(reason, Optional.empty(), "try again in " + seconds + " s");
    return new HttpProblem(ProblemKind.OVER_QUOTA, problem, Math.max(1, seconds), "");
  }

  ProblemKind kind() {
    return kind;
  }

  /** What the client is told. */
  Problem problem() {
    return problem;
  }

  /** After how many seconds the same request can succeed, if that is temporary. */
  long retrySeconds() {
    return retrySeconds;
  }

  /** The method that is allowed, if that was the problem. */
  Optional<String> allowed() {
    return Optional.of(allowed).filter(method -> !method.isEmpty());
  }
}
