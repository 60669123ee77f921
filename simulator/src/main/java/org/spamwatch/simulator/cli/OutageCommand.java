package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.outage.Fault;
import org.spamwatch.simulator.outage.OutageExperiment;
import org.spamwatch.simulator.outage.OutageResult;
import org.spamwatch.simulator.outage.OutageSettings;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.Place;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.TwoSites;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim outage}: what peers keep of their promises when they are hit. */
@Command(
    name = "outage",
    description = {
      "Runs peers as processes on this machine, lets people vote, kills, stops, cuts off or floods",
      "some of them, and measures how soon every key has one root again and every acknowledged vote",
      "is found. Linux; the partition needs root and iproute2 and is skipped without."
    },
    mixinStandardHelpOptions = true)
final class OutageCommand implements Callable<Integer> {
  /** Beside its heap a peer has code, classes, threads and as much again in buffers at most. */
  private static final int BESIDE_HEAP_MEBIBYTES = 160;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FAULT",
      arity = "0..*",
      description =
          "kill, restart, erase, blackout, pause, garbage, partition (default: all, in this order).")
  private List<Fault> faults = new ArrayList<>();

  @Option(names = "--peers", defaultValue = "8", description = "Peers, 2 to 128 (default: 8).")
  private int peers;

  @Option(
      names = "--votes",
      defaultValue = "100",
      description = "Spams marked before each fault (default: 100).")
  private int votes;

  @Option(
      names = "--share",
      defaultValue = "0.3",
      description = "Share of the peers that are hit (default: 0.3).")
  private double share;

  @Option(
      names = "--length",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "How long a pause, a partition or a flood lasts (default: 30).")
  private int length;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "When to give up waiting (default: 600).")
  private int patience;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      description =
          "Heap of each peer, of which a third is room for records (default: 4096 shared by all, 64"
              + " to 256).")
  private @Nullable Integer heapAsked;

  private int heap;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of texts, keys and who is hit; not of the peers' ids (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException, InterruptedException {
    heap = heapAsked == null ? Math.max(64, Math.min(256, 4_096 / Math.max(1, peers))) : heapAsked;
    if (peers < 2 || peers > 128 || votes < 1 || length < 1 || patience < 1 || heap < 32) {
      throw new ExperimentException(
          64,
          "--peers is 2 to 128, --heap at least 32, --votes, --length and --patience at least 1");
    }
    if (!(share > 0 && share < 1)) {
      throw new ExperimentException(64, "--share " + share + " is not between 0 and 1");
    }
    EnumSet<Fault> asked = faults.isEmpty() ? EnumSet.allOf(Fault.class) : EnumSet.copyOf(faults);
    spec.commandLine()
        .getOut()
        .println(
            "fault                 | peers | acknowledged | unheld | lost | up again after"
                + " | all routes right after | all votes found after | within?");
    boolean kept = true;
    try {
      EnumSet<Fault> here = EnumSet.copyOf(asked);
      here.remove(Fault.PARTITION);
      if (!here.isEmpty()) {
        kept = runHere(here);
      }
      if (asked.contains(Fault.PARTITION)) {
        kept &= runOnTwoSites();
      }
    } catch (ProcessException | PeerClientException e) {
      throw new ExperimentException(70, String.valueOf(e.getMessage()));
    }
    return kept ? 0 : 1;
  }

  private OutageSettings settings() {
    return new OutageSettings(
        votes,
        share,
        Duration.ofSeconds(length),
        Duration.ofSeconds(patience),
        2 * heap + BESIDE_HEAP_MEBIBYTES,
        seed);
  }

  private boolean runHere(EnumSet<Fault> asked)
      throws ProcessException, PeerClientException, InterruptedException {
    boolean kept = true;
    try (PeerProcesses processes =
            PeerProcesses.start(peers, PeerProcesses.small(heap), this::progress);
        OutageExperiment experiment = new OutageExperiment(processes, settings(), this::progress)) {
      for (Fault fault : asked) {
        for (OutageResult row : experiment.run(fault)) {
          kept &= print(row);
        }
      }
      if (!kept) {
        processes.keepLogs();
      }
    }
    return kept;
  }

  private boolean runOnTwoSites()
      throws ProcessException, PeerClientException, InterruptedException {
    Optional<String> why = TwoSites.unavailable();
    if (why.isPresent()) {
      spec.commandLine().getOut().println("partition skipped: " + why.get());
      return true;
    }
    try (TwoSites sites = TwoSites.open()) {
      List<Place> places = new ArrayList<>();
      for (int i = 0; i < peers; i++) {
        places.add(sites.place(i % 2));
      }
      try (PeerProcesses processes =
              PeerProcesses.startAt(places, PeerProcesses.small(heap), this::progress);
          OutageExperiment experiment =
              new OutageExperiment(processes, settings(), this::progress)) {
        boolean kept = print(experiment.partition(sites));
        if (!kept) {
          processes.keepLogs();
        }
        return kept;
      }
    }
  }

  private void progress(String line) {
    spec.commandLine().getErr().println(line);
  }

  private boolean print(OutageResult row) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%-21s | %5d | %12d | %6d | %4d | %14s | %22s | %21s | %s%s%n",
        row.fault(),
        row.peers(),
        row.acknowledged(),
        row.unheld(),
        row.lost(),
        row.upSeconds() > 0 ? seconds(row.upSeconds()) : "-",
        seconds(row.routesSeconds()),
        seconds(row.votesSeconds()),
        row.kept() ? "yes" : "NO",
        row.remark().isEmpty() ? "" : "  (" + row.remark().strip() + ")");
    out.flush();
    return row.kept();
  }

  private static String seconds(double seconds) {
    return seconds < 0 ? "never" : String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
