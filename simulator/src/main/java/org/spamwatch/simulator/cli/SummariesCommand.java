package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.simulator.virtual.SummariesExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim summaries}: how announcements come to all peers, and what that costs. */
@Command(
    name = "summaries",
    header = "How soon all peers know what one announces, and what it costs.",
    description = {
      "Runs a network in which messages are marked, each at three peers, and tells how long it"
          + " takes",
      "until all peers have them in their summaries, how many never get them, and how many bytes",
      "each peer sends for it, by the type of message."
    },
    footer = "  spamwatch-sim summaries --nodes 200 --minutes 20 --liars 0.2 --out summaries.json")
final class SummariesCommand extends SeededCommand {
  private static final long MEDIAN_MILLIS = 10_000;
  private static final long SLOWEST_MILLIS = 60_000;
  private static final long BYTES = 20_000_000;

  /** One promise, and how far it was kept. */
  private record Promise(int nodes, String what, String reach, String ours, boolean kept) {
    static Promise atMost(int nodes, String what, double unit, long reach, long ours) {
      return new Promise(
          nodes,
          what,
          String.format(Locale.ROOT, "%.2f", reach / unit),
          String.format(Locale.ROOT, "%.2f", ours / unit),
          ours <= reach);
    }
  }

  private record Row(int nodes, @JsonUnwrapped SummariesExperiment.Result result) {}

  private static final Table<Promise> TABLE =
      new Table<>(Promise::kept)
          .column("nodes", "%5d", Promise::nodes)
          .column("what                         ", "%-30s", Promise::what)
          .column("reach   ", "%8s", Promise::reach)
          .column("ours    ", "%9s", Promise::ours)
          .within("within?", "%s");

  @Option(
      names = "--nodes",
      split = ",",
      description = "Peers, one run each (default: ${DEFAULT-VALUE}).")
  private List<Integer> nodes = List.of(200, 1000);

  @Option(
      names = "--campaigns",
      description = "New messages a day, each marked at three peers (default: ${DEFAULT-VALUE}).")
  private int campaigns = 10_000;

  @Option(names = "--minutes", description = "How long they are (default: ${DEFAULT-VALUE}).")
  private int minutes = 10;

  @Option(
      names = "--loss",
      description = "Share of messages lost, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double loss = 0.005;

  @Option(
      names = "--liars",
      description = {
        "Share of the peers that swallow, withhold and invent blocks, 0 to 1",
        "(default: ${DEFAULT-VALUE})."
      })
  private double liars = 0;

  @Option(
      names = "--churn",
      paramLabel = "MINUTES",
      description = {
        "Median session after which a peer crashes and a newcomer takes its place",
        "(default: all stay)."
      })
  private Optional<Integer> churn = Optional.empty();

  @Override
  void run(Report report) throws ExperimentException {
    inRange("--nodes", 2, 20_000);
    inRange("--campaigns", 24, 1_000_000);
    inRange("--minutes", 1, 1440);
    lessThanAll("--loss");
    lessThanAll("--liars");
    atLeast("--churn", 1);
    report.line(
        "%d campaigns a day at three peers each, %s %% loss, %s %% liars, %d minutes, seed %d%s",
        campaigns,
        loss * 100,
        liars * 100,
        minutes,
        seed(),
        churn.map(m -> ", median session " + m + " min").orElse(""));
    report.heading(TABLE);
    for (int peers : nodes) {
      Consumer<String> progress = report.progress(peers + " peers");
      SummariesExperiment.Result result =
          new SummariesExperiment(
                  peers,
                  Math.max(1, campaigns / 24),
                  Duration.ofMinutes(minutes),
                  loss,
                  liars,
                  churn.map(Duration::ofMinutes),
                  seed())
              .run(progress);
      report.keep(new Row(peers, result));
      print(report, peers, result);
    }
  }

  private static void print(Report report, int peers, SummariesExperiment.Result result) {
    List.of(
            Promise.atMost(peers, "delay, median, s", 1000, MEDIAN_MILLIS, result.medianMillis()),
            Promise.atMost(peers, "delay, 99 %, s", 1000, SLOWEST_MILLIS, result.slowestMillis()),
            Promise.atMost(peers, "sent, MB/(peer h)", 1e6, BYTES, result.allBytes()),
            Promise.atMost(peers, "lost", 1, 0, result.lost()))
        .forEach(promise -> report.print(TABLE, promise));
    report.line(
        "%5d | %d marks, %d pairs of mark and peer; %.1f %% synchronised; bytes/(peer h): %s",
        peers, result.marks(), result.pairs(), 100 * result.synchronised(), result.bytes());
  }
}
