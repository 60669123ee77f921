package org.spamwatch.agent.keys;

import org.spamwatch.agent.AgentException;

/** A key or a pin that cannot be read, made or used; the message is one line for the operator. */
public final class KeyException extends AgentException {
  private static final long serialVersionUID = 1L;

  /** With the line to show. */
  public KeyException(String message) {
    super(message);
  }

  /** With the line to show and what led to it. */
  public KeyException(String message, Throwable cause) {
    super(message, cause);
  }
}
