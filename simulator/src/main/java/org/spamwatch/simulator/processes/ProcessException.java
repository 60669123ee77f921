package org.spamwatch.simulator.processes;

/** Peers cannot be run as asked; the message is one line for the user. */
public final class ProcessException extends Exception {
  private static final long serialVersionUID = 1L;

  /** A line for the user. */
  public ProcessException(String message) {
    super(message);
  }

  /** A line for the user, and what is behind it. */
  public ProcessException(String message, Throwable cause) {
    super(message, cause);
  }
}
