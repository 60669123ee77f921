package org.spamwatch.simulator.cli;

/** An experiment that cannot be run as asked; the message is one line for its user. */
final class ExperimentException extends Exception {
  private static final long serialVersionUID = 1L;
  private final int exitCode;

  ExperimentException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
