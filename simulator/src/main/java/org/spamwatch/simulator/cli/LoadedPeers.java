package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The peers that a load is put on. */
final class LoadedPeers {
  @Option(
      names = "--realm",
      paramLabel = "PEERS",
      description = "Asks also one peer in a realm of so many; 1 for none (default: 1).")
  @Range(least = 1, most = 16)
  private int realm = 1;

  @Option(names = "--heap", paramLabel = "MIB", description = "Each peer's (default: 512).")
  @Range(least = 64)
  private int heap = 512;

  @Option(names = "--java", paramLabel = "FLAG", description = "A flag for each peer's Java.")
  private List<String> flags = new ArrayList<>();

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting of each peer.")
  private List<String> settings = new ArrayList<>();

  /** How many peers the realm of a further one has, with itself; 1 for no such peer. */
  int realm() {
    return realm;
  }

  /** Flags for each peer's Java. */
  List<String> java() {
    List<String> all = new ArrayList<>(List.of("-Xmx" + heap + "m"));
    all.addAll(flags);
    return all;
  }

  /** Settings of each peer, of the form KEY=VALUE. */
  List<String> settings() {
    return settings;
  }
}
