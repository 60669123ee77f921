package org.spamwatch.agent.http;

import java.util.Optional;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ProblemKind;

/** A peer that could not be asked or refused; the message is one line for the user. */
public final class PeerClientException extends AgentException {
  private static final long serialVersionUID = 1L;

  /** What a program can do about it. */
  public enum Kind {
    /** There is no peer, or the connection broke. */
    NO_PEER,
    /** The same request may succeed later. */
    TRY_AGAIN,
    /** The request itself was refused. */
    REFUSED
  }

  private final Kind kind;
  private final boolean concernsAll;

  /** The peer refused. */
  PeerClientException(Optional<ProblemKind> problem, String message) {
    super(message);
    kind = problem.filter(ProblemKind::isTemporary).isPresent() ? Kind.TRY_AGAIN : Kind.REFUSED;
    concernsAll = problem.filter(ProblemKind::concernsAll).isPresent();
  }

  PeerClientException(Kind kind, String message) {
    super(message);
    this.kind = kind;
    concernsAll = false;
  }

  PeerClientException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    concernsAll = false;
  }

  /** Whether every mail would be refused like this one, for who asks and not for what it is. */
  public boolean concernsAll() {
    return concernsAll;
  }

  /** What can be done. */
  public Kind kind() {
    return kind;
  }
}
