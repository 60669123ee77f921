package org.spamwatch.agent.api;

import java.util.Arrays;
import java.util.Optional;

/** How a request can fail: the status of the answer, and what a client can do about it. */
public enum ProblemKind {
  /** The request itself is wrong. */
  BAD_REQUEST(400, Remedy.CHANGE),
  /** The token is missing or wrong. */
  NO_TOKEN(401, Remedy.CONFIGURE),
  /** Not for this client. */
  FORBIDDEN(403, Remedy.CONFIGURE),
  /** There is no such path, or nothing is known of what is asked for. */
  NOT_FOUND(404, Remedy.CHANGE),
  /** The path wants another method. */
  WRONG_METHOD(405, Remedy.CHANGE),
  /** What is asked for contradicts what the peer holds. */
  CONFLICT(409, Remedy.CHANGE),
  /** The body is too long. */
  TOO_LARGE(413, Remedy.CHANGE),
  /** The body is of a type that is not read here. */
  WRONG_TYPE(415, Remedy.CHANGE),
  /** Over a quota. */
  OVER_QUOTA(429, Remedy.WAIT),
  /** The request's head is too long. */
  LONG_HEAD(431, Remedy.CHANGE),
  /** The peer failed. */
  FAILED(500, Remedy.CHANGE),
  /** The peer cannot do it now. */
  NOT_NOW(503, Remedy.WAIT),
  /** There is no room for it. */
  FULL(507, Remedy.CONFIGURE);

  /** What helps. */
  private enum Remedy {
    /** Another request. */
    CHANGE,
    /** The same request later. */
    WAIT,
    /** Other settings, of the client or of the peer. */
    CONFIGURE
  }

  private final int status;
  private final Remedy remedy;

  ProblemKind(int status, Remedy remedy) {
    this.status = status;
    this.remedy = remedy;
  }

  /** The kind that a status stands for. */
  public static Optional<ProblemKind> ofStatus(int status) {
    return Arrays.stream(values()).filter(kind -> kind.status == status).findFirst();
  }

  /** The status of the answer. */
  public int status() {
    return status;
  }

  /** Whether the same request can succeed later, which the answer then says in Retry-After. */
  public boolean isTemporary() {
    return remedy == Remedy.WAIT;
  }

  /** Whether every request would be refused like this one, for who asks and not for what it is. */
  public boolean concernsAll() {
    return remedy == Remedy.CONFIGURE;
  }
}
