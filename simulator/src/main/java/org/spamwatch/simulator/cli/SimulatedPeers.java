package org.spamwatch.simulator.cli;

import picocli.CommandLine.Option;

/** The options of commands that show mail to simulated peers. */
final class SimulatedPeers {
  private static final int MOST = 1_000;

  @Option(names = "--peers", defaultValue = "1", description = "Simulated peers (default: 1).")
  private int peers;

  @Option(names = "--seed", defaultValue = "1", description = "Of everything (default: 1).")
  private long seed;

  /** How many. */
  int count() throws ExperimentException {
    if (peers < 1 || peers > MOST) {
      throw new ExperimentException(64, "--peers " + peers + ": 1 to " + MOST);
    }
    return peers;
  }

  long seed() {
    return seed;
  }
}
