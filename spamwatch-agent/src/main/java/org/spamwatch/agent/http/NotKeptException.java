package org.spamwatch.agent.http;

/** What was asked for is in force but could not be written to disk; the message is one line. */
public final class NotKeptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the line to show. */
  public NotKeptException(String message, Throwable cause) {
    super(message, cause);
  }
}
