package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.simulator.virtual.FloodExperiment;
import org.spamwatch.simulator.virtual.NewcomerExperiment;
import org.spamwatch.simulator.virtual.SummariesExperiment;
import org.spamwatch.simulator.virtual.SummariesModel;
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

  /** Peers from which a newcomer learns. */
  private static final int HOLDERS = 8;

  /** Kinds of mass mail in a flood, and the peers that check mails then. */
  private static final int MASS_MAILS = 100;

  private static final int ASKERS = 4;

  /** Percent of checks that a flood may make a peer ask others. */
  private static final double ASKED = 1;

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
  @Range(least = 2, most = 20_000)
  private List<Integer> nodes = List.of(200, 1000);

  @Option(
      names = "--campaigns",
      description = "New messages a day, each marked at three peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 24, most = 1_000_000)
  private int campaigns = 10_000;

  @Option(names = "--minutes", description = "How long they are (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1440)
  private int minutes = 10;

  @Option(names = "--loss", description = "Share of messages lost (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, belowMost = true)
  private double loss = 0.005;

  @Option(
      names = "--liars",
      description = {
        "Share of the peers that swallow, withhold and invent blocks",
        "(default: ${DEFAULT-VALUE})."
      })
  @Range(least = 0, most = 1, belowMost = true)
  private double liars = 0;

  @Option(
      names = "--churn",
      paramLabel = "MINUTES",
      description = {
        "Median session after which a peer crashes and a newcomer takes its place",
        "(default: all stay)."
      })
  @Range(least = 1)
  private Optional<Integer> churn = Optional.empty();

  @Option(
      names = "--newcomer",
      paramLabel = "CAMPAIGNS",
      description = {
        "Instead: what a newcomer takes to learn 60 days of so many new messages a day, announced"
            + " by",
        "as many origins as --nodes says, from eight peers."
      })
  @Range(least = 1, most = 10_000)
  private Optional<Integer> newcomer = Optional.empty();

  @Option(
      names = "--flood",
      paramLabel = "SHARE",
      description = {
        "Instead: what honest peers ask while the liars announce all they may of messages on which",
        "nobody has voted, made of mass mails, which are such a share of all mail."
      })
  @Range(least = 0, most = 1, belowMost = true)
  private Optional<Double> flood = Optional.empty();

  @Option(
      names = "--checks",
      description = "With --flood: mails a peer checks in a day (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 86_400)
  private int checks = 1_000;

  @Option(
      names = "--coarse",
      description = {
        "Also what a coarse model says, beside the run; and what it says of 1,000, 10,000 and",
        "100,000 peers, and of a million new messages a day."
      })
  private boolean coarse;

  @Override
  void run(Report report) {
    if (newcomer.isPresent()) {
      for (int origins : nodes) {
        newcomer(report, origins, newcomer.get());
      }
      return;
    }
    if (flood.isPresent()) {
      for (int peers : nodes) {
        flood(report, peers, flood.get());
      }
      return;
    }
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
      if (coarse) {
        SummariesModel.Result model = new SummariesModel(peers, campaigns, seed()).run();
        CoarseTable.compare(report, peers, result, model);
      }
    }
    if (coarse) {
      CoarseTable.scale(report, campaigns, seed());
    }
  }

  private void newcomer(Report report, int origins, int ofDay) {
    NewcomerExperiment.Result result =
        new NewcomerExperiment(HOLDERS, origins, ofDay, loss, seed()).run(report.progress());
    report.keep(result);
    report.expect(result.completeMillis() >= 0);
    report.line(
        "60 days of %d new messages a day by %d origins: %d announcements, %.2f MB; %d held",
        ofDay, origins, result.announcements(), result.raw() / 1e6, result.held());
    report.line(
        "all after %.0f s, complete after %.0f s; %.2f MB received, %.2f MB sent",
        result.allMillis() / 1000.0,
        result.completeMillis() / 1000.0,
        result.received() / 1e6,
        result.sent() / 1e6);
  }

  private void flood(Report report, int peers, double known) {
    FloodExperiment.Result result =
        new FloodExperiment(peers, liars, MASS_MAILS, known, checks, ASKERS, seed())
            .run(report.progress());
    report.keep(result);
    double percent = Table.percent(result.asked(), result.checks());
    report.expect(percent <= ASKED);
    report.line(
        "%d peers, %s %% liars, %d false messages announced in a day of %d kinds; %d checks, of"
            + " which %d of such mails",
        peers, liars * 100, result.announced(), MASS_MAILS, result.checks(), result.known());
    report.line(
        "asked: %d (%.2f %% of the checks; at most %.0f %% wanted), called spam: %d",
        result.asked(), percent, ASKED, result.calledSpam());
  }

  private static void print(Report report, int peers, SummariesExperiment.Result result) {
    List.of(
            Promise.atMost(peers, "delay, median, s", 1000, MEDIAN_MILLIS, result.medianMillis()),
            Promise.atMost(peers, "delay, 99 %, s", 1000, SLOWEST_MILLIS, result.slowestMillis()),
            Promise.atMost(peers, "sent, MB/(peer h)", 1e6, BYTES, result.allBytes()),
            Promise.atMost(peers, "lost, or hidden by liars", 1, 0, result.lost()))
        .forEach(promise -> report.print(TABLE, promise));
    report.line(
        "%5d | %d marks, %d pairs of mark and peer; %.1f %% synchronised; bytes/(peer h): %s",
        peers, result.marks(), result.pairs(), 100 * result.synchronised(), result.bytes());
  }
}
