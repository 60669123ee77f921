package org.spamwatch.simulator.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.outage.Fault;
import org.spamwatch.simulator.outage.OutageExperiment;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.Place;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.TwoSites;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch-sim outage}: what peers keep of their promises when they are hit. */
@Command(
    name = "outage",
    header = "How soon live peers recover when some fail.",
    description = {
      "Runs peers as processes on this machine, lets people vote, kills, stops, cuts off or floods",
      "some of them, and measures how soon every key has one root again and every acknowledged vote",
      "is found. Linux; the partition needs root and iproute2 and is skipped without."
    },
    footer = {
      "  spamwatch-sim outage kill restart --peers 8 --out outage.csv",
      "The ids of the peers are their own: no seed gives them."
    })
final class OutageCommand extends SeededCommand {
  /** Beside its heap a peer has code, classes, threads and as much again in buffers at most. */
  private static final int BESIDE_HEAP_MEBIBYTES = 160;

  private static final Table<OutageExperiment.Result> TABLE =
      new Table<>(OutageExperiment.Result::kept)
          .column("fault                ", "%-21s", OutageExperiment.Result::fault)
          .column("peers", "%5d", OutageExperiment.Result::peers)
          .column("acknowledged", "%12d", OutageExperiment.Result::acknowledged)
          .column("unheld", "%6d", OutageExperiment.Result::unheld)
          .column("lost", "%4d", OutageExperiment.Result::lost)
          .column("up again after", "%14s", r -> r.upSeconds() > 0 ? text(r.upSeconds()) : "-")
          .column("all routes right after", "%22s", r -> text(r.routesSeconds()))
          .column("all votes found after", "%21s", r -> text(r.votesSeconds()))
          .column(
              "within?",
              "%s%s",
              r -> r.kept() ? "yes" : "NO",
              r -> r.remark().isEmpty() ? "" : "  (" + r.remark().strip() + ")");

  @Parameters(
      paramLabel = "FAULT",
      arity = "0..*",
      description =
          "kill, restart, erase, blackout, pause, garbage, partition (default: all, in this order).")
  private List<Fault> faults = new ArrayList<>();

  @Option(names = "--peers", description = "Peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 128)
  private int peers = 8;

  @Option(
      names = "--votes",
      description = "Spams marked before each fault (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private int votes = 100;

  @Option(
      names = "--share",
      description = "Share of the peers that are hit (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, aboveLeast = true, belowMost = true)
  private double share = 0.3;

  @Option(
      names = "--length",
      paramLabel = "SECONDS",
      description = "How long a pause, a partition or a flood lasts (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private int length = 30;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = "When to give up waiting (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private int patience = 600;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      description =
          "Heap of each peer, of which a third is room for records (default: 4096 shared by all, 64"
              + " to 256).")
  @Range(least = 32)
  private Optional<Integer> heap = Optional.empty();

  @Override
  void run(Report report)
      throws ExperimentException, ProcessException, PeerClientException, InterruptedException {
    EnumSet<Fault> here = faults.isEmpty() ? EnumSet.allOf(Fault.class) : EnumSet.copyOf(faults);
    boolean parts = here.remove(Fault.PARTITION);
    report.heading(TABLE);
    if (!here.isEmpty()) {
      runHere(here, report);
    }
    if (parts) {
      runOnTwoSites(report);
    }
  }

  /** Of each peer, in MiB. */
  private int heap() {
    return heap.orElse(Math.max(64, Math.min(256, 4_096 / peers)));
  }

  private OutageExperiment.Settings settings() {
    return new OutageExperiment.Settings(
        votes,
        share,
        Duration.ofSeconds(length),
        Duration.ofSeconds(patience),
        2 * heap() + BESIDE_HEAP_MEBIBYTES,
        seed());
  }

  private void runHere(EnumSet<Fault> asked, Report report)
      throws ProcessException, PeerClientException, InterruptedException {
    try (PeerProcesses processes =
            PeerProcesses.start(peers, PeerProcesses.small(heap()), report.progress());
        OutageExperiment experiment =
            new OutageExperiment(processes, settings(), report.progress())) {
      for (Fault fault : asked) {
        experiment.run(fault).forEach(row -> report.row(TABLE, row));
      }
      keepLogs(processes, report);
    }
  }

  private void runOnTwoSites(Report report)
      throws ProcessException, PeerClientException, InterruptedException {
    Optional<String> why = TwoSites.unavailable();
    if (why.isPresent()) {
      report.line("partition skipped: %s", why.get());
      return;
    }
    try (TwoSites sites = TwoSites.open()) {
      List<Place> places = new ArrayList<>();
      for (int i = 0; i < peers; i++) {
        places.add(sites.place(i % 2));
      }
      try (PeerProcesses processes =
              PeerProcesses.startAt(places, PeerProcesses.small(heap()), report.progress());
          OutageExperiment experiment =
              new OutageExperiment(processes, settings(), report.progress())) {
        report.row(TABLE, experiment.partition(sites));
        keepLogs(processes, report);
      }
    }
  }

  private static void keepLogs(PeerProcesses processes, Report report) {
    if (!report.isWithin()) {
      processes.keepLogs();
    }
  }

  private static String text(double seconds) {
    return seconds < 0 ? "never" : String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
