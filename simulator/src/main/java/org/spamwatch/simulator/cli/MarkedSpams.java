package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The option of commands that mark some spams and check copies of them. */
final class MarkedSpams {
  @Option(names = "--spams", description = "Spams marked (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 10_000)
  private int spams = 200;

  int count() {
    return spams;
  }
}
