package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The option of commands that show mail to simulated peers. */
final class SimulatedPeers {
  /** The range of the option. */
  static final int MOST = 1_000;

  @Option(names = "--peers", defaultValue = "1", description = "Simulated peers (default: 1).")
  private int peers;

  int count() {
    return peers;
  }
}
