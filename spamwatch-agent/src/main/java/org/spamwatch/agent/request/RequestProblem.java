package org.spamwatch.agent.request;

import java.io.IOException;
import java.util.Optional;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.keys.KeyException;

/** A request that is answered by a {@link Problem}. */
public final class RequestProblem extends Exception {
  private static final long serialVersionUID = 1L;

  private final ProblemKind kind;
  private final transient Problem problem;
  private final long retrySeconds;
  private final String allowed;

  /** What is wrong, and what to do. */
  public RequestProblem(ProblemKind kind, String error, String hint) {
    this(kind, new Problem(error, Optional.empty(), hint));
  }

  /** What is wrong, by which limit, and what to do. */
  public RequestProblem(ProblemKind kind, String error, long limit, String hint) {
    this(kind, new Problem(error, Optional.of(limit), hint));
  }

  /** A problem as the client is told it. */
  public RequestProblem(ProblemKind kind, Problem problem) {
    this(kind, problem, 1, "");
  }

  private RequestProblem(ProblemKind kind, Problem problem, long retrySeconds, String allowed) {
    super(problem.error(), null, false, false); // a value for the client: nobody reads its stack
    this.kind = kind;
    this.problem = problem;
    this.retrySeconds = retrySeconds;
    this.allowed = allowed;
  }

  /** What was sent cannot be understood. */
  public static RequestProblem badRequest(String error, String hint) {
    return new RequestProblem(ProblemKind.BAD_REQUEST, error, hint);
  }

  /** There is no key of a user, and none can be made: by the disk's fault, or the request's. */
  public static RequestProblem noKey(KeyException e) {
    String error = "this peer has no key for that user: " + e.getMessage();
    return e.getCause() instanceof IOException
        ? new RequestProblem(ProblemKind.NOT_NOW, error, "see to the peer's disk")
        : badRequest(error, "name another user, or see to the file on the peer's host");
  }

  /** Another method is wanted. */
  public static RequestProblem wrongMethod(String allowed) {
    Problem problem =
        new Problem("the method is not allowed here", Optional.empty(), "use " + allowed);
    return new RequestProblem(ProblemKind.WRONG_METHOD, problem, 1, allowed);
  }

  /** Something is longer than so many bytes. */
  public static RequestProblem tooLarge(String what, long limit) {
    return new RequestProblem(
        ProblemKind.TOO_LARGE,
        what + " is longer than " + limit + " bytes",
        limit,
        "send a shorter one");
  }

  /** There are more than so many of something. */
  public static RequestProblem tooMany(String what, long limit) {
    return new RequestProblem(
        ProblemKind.TOO_LARGE,
        "more than " + limit + " " + what + " in one request",
        limit,
        "send what is left in another request");
  }

  /** Somebody else asks for what the operator may do. */
  public static RequestProblem notOperator() {
    return new RequestProblem(
        ProblemKind.FORBIDDEN,
        "only the peer's operator may do that",
        "show the token in the data directory's file operator as X-SpamWatch-Operator");
  }

  /** What only the peer's log tells more of. */
  public static RequestProblem failed() {
    return new RequestProblem(
        ProblemKind.FAILED, "the peer failed on this request", "see the peer's log");
  }

  /** There is no worker free, and no place in the queue, which has so many. */
  public static RequestProblem overloaded(int limit) {
    return new RequestProblem(
        ProblemKind.NOT_NOW,
        "the peer has more requests than it can work on",
        limit,
        "try again in a second");
  }

  /** A vote over its voter's quota. */
  public static RequestProblem overQuota(String reason, long waitMillis) {
    long seconds = (waitMillis + 999) / 1000;
    Problem problem = new Problem(reason, Optional.empty(), "try again in " + seconds + " s");
    return new RequestProblem(ProblemKind.OVER_QUOTA, problem, Math.max(1, seconds), "");
  }

  /** What kind of problem it is, and so its status. */
  public ProblemKind kind() {
    return kind;
  }

  /** What the client is told. */
  public Problem problem() {
    return problem;
  }

  /** After how many seconds the same request can succeed, if that is temporary. */
  public long retrySeconds() {
    return retrySeconds;
  }

  /** The method that is allowed, if that was the problem. */
  public Optional<String> allowed() {
    return Optional.of(allowed).filter(method -> !method.isEmpty());
  }
}
