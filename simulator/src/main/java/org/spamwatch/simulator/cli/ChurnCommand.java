package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.spamwatch.simulator.virtual.ChurnExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim churn}: what a network promises while its peers come and go. */
@Command(
    name = "churn",
    header = "What a network keeps of its promises while its peers come and go.",
    description = {
      "Runs a network whose peers crash without a word after exponentially distributed sessions and",
      "are replaced by newcomers with a new id and an empty store. Counts routes that end at the",
      "right root, what was published at the beginning and is found at the end, and messages."
    },
    footer = "  spamwatch-sim churn --nodes 300 --session 5 --minutes 8 --out churn.json")
final class ChurnCommand extends SeededCommand {
  /** What is to be reached, by the median session: share of right routes, and of objects found. */
  private record Reach(int minutes, double right, double found) {}

  private static final List<Reach> REACHES =
      List.of(new Reach(60, .999, .999), new Reach(15, .998, .995), new Reach(5, .995, .990));

  private static final double MESSAGES = 3;

  /** One promise, and how far it was kept. */
  private record Promise(int session, String what, String reach, String ours, boolean kept) {
    static Promise ofShare(int session, String what, double reach, double ours) {
      return new Promise(
          session, what, text("%.2f %%", 100 * reach), text("%.3f %%", 100 * ours), ours >= reach);
    }

    static Promise ofMessages(int session, double ours) {
      return new Promise(
          session,
          "maintenance, messages/(node s)",
          text("%.2f", MESSAGES),
          text("%.2f", ours),
          ours <= MESSAGES);
    }

    private static String text(String format, double value) {
      return String.format(Locale.ROOT, format, value);
    }
  }

  private record Row(int session, @JsonUnwrapped ChurnExperiment.Result result) {}

  private static final Table<Promise> TABLE =
      new Table<>(Promise::kept)
          .column("median session", "%14d", Promise::session)
          .column("what                         ", "%-30s", Promise::what)
          .column("reach   ", "%8s", Promise::reach)
          .column("ours    ", "%9s", Promise::ours)
          .within("within?", "%s");

  @Option(names = "--nodes", description = "Peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 20_000)
  private int nodes = 1000;

  @Option(
      names = "--session",
      split = ",",
      description = "Median sessions in minutes (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private List<Integer> sessions = List.of(60, 15, 5);

  @Option(names = "--loss", description = "Share of messages lost (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, belowMost = true)
  private double loss = 0.005;

  @Option(names = "--minutes", description = "How long churn lasts (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1440)
  private int minutes = 60;

  @Option(
      names = "--routes",
      description = "Messages routed each second (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1000)
  private int routes = 20;

  @Option(
      names = "--objects",
      description = "Objects of each kind published (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 10_000)
  private int objects = 200;

  @Option(
      names = "--away",
      paramLabel = "SECONDS",
      description = {
        "Crashed peers come back after this long, with their id and their disk; nobody takes their",
        "place meanwhile (default: they never do, and newcomers take their place at once)."
      })
  @Range(least = 1)
  private Optional<Integer> away = Optional.empty();

  @Override
  void run(Report report) {
    report.line(
        "%d nodes, %s %% loss, %d minutes, seed %d%s",
        nodes,
        loss * 100,
        minutes,
        seed(),
        away.map(s -> ", crashed peers come back after " + s + " s").orElse(""));
    report.heading(TABLE);
    for (int session : sessions) {
      Consumer<String> progress = report.progress("session " + session + " min");
      long began = System.nanoTime();
      ChurnExperiment.Result result =
          new ChurnExperiment(
                  nodes,
                  Duration.ofMinutes(session),
                  loss,
                  Duration.ofMinutes(minutes),
                  away.map(Duration::ofSeconds),
                  routes,
                  objects,
                  seed())
              .run(progress);
      progress.accept("done in " + (System.nanoTime() - began) / 1_000_000_000 + " s");
      progress.accept("messages/(node s) by kind:" + kinds(result));
      report.keep(new Row(session, result));
      print(report, session, result);
    }
  }

  private static String kinds(ChurnExperiment.Result result) {
    return result.kinds().entrySet().stream()
        .map(kind -> String.format(Locale.ROOT, " %s %.3f", kind.getKey(), kind.getValue()))
        .collect(Collectors.joining());
  }

  private static void print(Report report, int session, ChurnExperiment.Result result) {
    ChurnExperiment.Routes routes = result.routes();
    Reach reach =
        REACHES.stream()
            .filter(r -> r.minutes() <= session)
            .findFirst()
            .orElse(REACHES.get(REACHES.size() - 1));
    List.of(
            Promise.ofShare(session, "routes right", reach.right(), routes.share()),
            Promise.ofShare(session, "spams found", reach.found(), result.votes().share()),
            Promise.ofShare(session, "pointers found", reach.found(), result.pointers().share()),
            Promise.ofShare(session, "mappings found", reach.found(), result.features().share()),
            Promise.ofMessages(session, result.maintenance()))
        .forEach(promise -> report.print(TABLE, promise));
    report.line(
        "%14d | %d departures; of %d routes %d ended elsewhere, %d nowhere, %d twice; %.2f hops;"
            + " %.2f messages/(node s) for them",
        session,
        result.departures(),
        routes.asked(),
        routes.wrong(),
        routes.lost(),
        routes.repeated(),
        routes.hops(),
        result.routing());
  }
}
