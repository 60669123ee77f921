package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The option of commands that show mail to simulated peers. */
final class SimulatedPeers {
  /** The most that are simulated. */
  static final int MOST = 1_000;

  @Option(names = "--peers", description = "Simulated peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = MOST)
  private int peers = 1;

  int count() {
    return peers;
  }
}
