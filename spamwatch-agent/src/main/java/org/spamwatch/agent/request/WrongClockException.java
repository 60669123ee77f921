package org.spamwatch.agent.request;

/** The peer takes no votes, for its clock is known to be wrong; the message is one line. */
public final class WrongClockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the line to show. */
  public WrongClockException(String message) {
    super(message);
  }
}
