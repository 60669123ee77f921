package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;

/** A command that ends with one line on standard error and an exit code. */
final class CommandFailure extends AgentException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  CommandFailure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  CommandFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
