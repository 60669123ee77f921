package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** How many threads an experiment works with, whose results do not depend on it. */
final class ThreadsOption {
  @Option(
      names = "--threads",
      description = "That work at once; no result depends on them (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 256)
  private int threads = Runtime.getRuntime().availableProcessors();

  int number() {
    return threads;
  }
}
