package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The option of commands that mark some spams and check copies of them. */
final class MarkedSpams {
  /** The range of the option. */
  static final int MOST = 10_000;

  @Option(names = "--spams", description = "Spams marked (default: ${DEFAULT-VALUE}).")
  private int spams = 200;

  int count() {
    return spams;
  }
}
