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

  PeerClientException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  PeerClientException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What can be done. */
  public Kind kind() {
    return kind;
  }
}
