package org.spamwatch.agent.request;

/** What was asked for is in force but could not be written to disk; the message is one line. */
public final class NotKeptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String hint;

  /** With the line to show, and what to do. */
  public NotKeptException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  String hint() {
    return hint;
  }
}
