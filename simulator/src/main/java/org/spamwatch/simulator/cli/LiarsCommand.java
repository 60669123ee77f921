package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spamwatch.simulator.virtual.LiarsExperiment;
import org.spamwatch.simulator.virtual.Misbehaviour;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim liars}: what honest peers are told while others lie. */
@Command(
    name = "liars",
    header = "How many checks lying peers can spoil.",
    description = {
      "Runs the real node code on the seeded network while a share of the peers lies, each kind of",
      "lie alone and all mixed, from the start and only after publication, and counts how many",
      "checks by honest peers are answered as without liars."
    },
    footer = "  spamwatch-sim liars --nodes 300 --marks 60 --checks 1 --mixed --out liars.csv")
final class LiarsCommand extends SeededCommand {
  /** Share of the queries that must be answered rightly. */
  private static final double RIGHT = .99;

  /** Since when a liar lies. */
  enum Since {
    /** From its first message. */
    JOINING,
    /** Once all is published. */
    MARKING
  }

  private record Row(String lies, Since since, @JsonUnwrapped LiarsExperiment.Result result) {}

  private static final Table<Row> TABLE =
      new Table<Row>(row -> row.result().right() >= RIGHT * row.result().queries())
          .column("lies            ", "%-16s", Row::lies)
          .column("since  ", "%-7s", row -> row.since().name().toLowerCase(Locale.ROOT))
          .column(
              "right             ",
              "%5d/%-5d %5.1f%%",
              row -> row.result().right(),
              row -> row.result().queries(),
              row -> 100.0 * row.result().right() / Math.max(1, row.result().queries()))
          .column("missed", "%6d", row -> row.result().missed())
          .column("false", "%5d", row -> row.result().falselyFound())
          .column("routes/query", "%12.1f", row -> row.result().routes())
          .column("messages/query", "%14.1f", row -> row.result().messages())
          .column("messages/mark", "%13.1f", row -> row.result().messagesPerMark())
          .column(
              "ms: median, 99 %",
              "%d, %d", row -> row.result().medianMillis(), row -> row.result().slowestMillis());

  @Option(names = "--nodes", description = "Size of the network (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 20_000)
  private int nodes = 1000;

  @Option(
      names = "--share",
      description = "Share of the peers that lie (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, belowMost = true)
  private double share = 0.2;

  @Option(
      names = "--lies",
      split = ",",
      description = {
        "Kinds of lies, each a run of its own: ${COMPLETION-CANDIDATES} (default: each alone, and",
        "all mixed)."
      })
  private List<Misbehaviour> lies = List.of();

  @Option(
      names = "--mixed",
      description = "Only the run in which every liar tells every kind of lie.")
  private boolean mixed;

  @Option(
      names = "--since",
      split = ",",
      description = "Since when they lie: ${COMPLETION-CANDIDATES} (default: each in turn).")
  private List<Since> since = List.of(Since.values());

  @Option(names = "--marks", description = "Spams marked in each run (default: ${DEFAULT-VALUE}).")
  @Range(least = 0)
  private int marks = 250;

  @Option(
      names = "--checks",
      description = {
        "Peers that check a changed copy of each and an unrelated mail (default: ${DEFAULT-VALUE})."
      })
  @Range(least = 0)
  private int checks = 2;

  @Override
  void run(Report report) {
    report.line("seed %d, %d nodes, share of liars %s", seed(), nodes, share);
    report.heading(TABLE);
    for (Set<Misbehaviour> policy : policies()) {
      String name =
          policy.isEmpty()
              ? "none"
              : policy.size() == 1 ? policy.iterator().next().name() : "MIXED";
      for (Since when : policy.isEmpty() ? List.of(Since.JOINING) : since) {
        LiarsExperiment experiment =
            new LiarsExperiment(nodes, share, policy, when == Since.JOINING, marks, checks, seed());
        report.row(TABLE, new Row(name, when, experiment.run(report.progress(name))));
      }
    }
  }

  private List<Set<Misbehaviour>> policies() {
    List<Set<Misbehaviour>> policies = new ArrayList<>();
    if (share == 0) {
      return List.of(Set.of());
    }
    if (!mixed) {
      (lies.isEmpty() ? List.of(Misbehaviour.values()) : lies)
          .forEach(lie -> policies.add(Set.of(lie)));
    }
    if (lies.isEmpty()) {
      policies.add(EnumSet.allOf(Misbehaviour.class));
    }
    return policies;
  }
}
