package org.spamwatch.agent;

/** A problem that its user or operator is told of in one line: the message. */
public abstract class AgentException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With the line to show. */
  protected AgentException(String line) {
    super(line);
  }

  /** With the line to show and what led to it. */
  protected AgentException(String line, Throwable cause) {
    super(line, cause);
  }

  /** The line to show. */
  public final String line() {
    return String.valueOf(getMessage());
  }
}
