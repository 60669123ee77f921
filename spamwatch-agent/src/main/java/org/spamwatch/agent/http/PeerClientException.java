package org.spamwatch.agent.http;

/** A peer that could not be asked or refused; the message is one line for the user. */
public final class PeerClientException extends Exception {
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
  private final int status;

  PeerClientException(Kind kind, int status, String message) {
    super(message);
    this.kind = kind;
    this.status = status;
  }

  PeerClientException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.status = 0;
  }

  /** Whether every mail would be refused like this one, for who asks and not for what it is. */
  public boolean concernsAll() {
    return status == 401 || status == 403 || status == 507;
  }

  /** What can be done. */
  public Kind kind() {
    return kind;
  }
}
