package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.virtual.ChurnExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim churn}: what a network promises while its peers come and go. */
@Command(
    name = "churn",
    description = {
      "Runs a network whose peers crash without a word after exponentially distributed sessions and",
      "are replaced by newcomers with a new id and an empty store. Counts routes that end at the",
      "right root, what was published at the beginning and is found at the end, and messages."
    },
    mixinStandardHelpOptions = true)
final class ChurnCommand implements Callable<Integer> {
  /** What is to be reached, by the median session: share of right routes, and of objects found. */
  private record Reach(int minutes, double right, double found) {}

  private static final List<Reach> REACHES =
      List.of(new Reach(60, .999, .999), new Reach(15, .998, .995), new Reach(5, .995, .990));

  private static final double MESSAGES = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "1000",
      description = "Peers (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--session",
      split = ",",
      defaultValue = "60,15,5",
      description = "Median sessions in minutes (default: ${DEFAULT-VALUE}).")
  private List<Integer> sessions = List.of();

  @Option(
      names = "--loss",
      defaultValue = "0.005",
      description = "Share of messages lost, 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double loss;

  @Option(
      names = "--minutes",
      defaultValue = "60",
      description = "How long churn lasts (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--routes",
      defaultValue = "20",
      description = "Messages routed each second (default: ${DEFAULT-VALUE}).")
  private int routes;

  @Option(
      names = "--objects",
      defaultValue = "200",
      description = "Objects of each kind published (default: ${DEFAULT-VALUE}).")
  private int objects;

  @Option(
      names = "--away",
      paramLabel = "SECONDS",
      description = {
        "Crashed peers come back after this long, with their id and their disk; nobody takes their",
        "place meanwhile (default: they never do, and newcomers take their place at once)."
      })
  private Optional<Integer> away = Optional.empty();

  @Option(names = "--seed", defaultValue = "1", description = "Gives the whole run (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException {
    check();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    out.printf(
        Locale.ROOT,
        "%d nodes, %s %% loss, %d minutes, seed %d%s%n",
        nodes,
        loss * 100,
        minutes,
        seed,
        away.map(s -> ", crashed peers come back after " + s + " s").orElse(""));
    out.println("median session | what                          | reach    | ours     | within?");
    boolean within = true;
    for (int session : sessions) {
      ChurnExperiment experiment =
          new ChurnExperiment(
              nodes,
              Duration.ofMinutes(session),
              loss,
              Duration.ofMinutes(minutes),
              away.map(Duration::ofSeconds),
              routes,
              objects,
              seed);
      long began = System.nanoTime();
      ChurnExperiment.Result result =
          experiment.run(stage -> err.printf("session %d min: %s%n", session, stage));
      err.printf(
          "session %d min: done in %d s%n", session, (System.nanoTime() - began) / 1_000_000_000);
      err.printf("session %d min: messages/(node s) by kind:", session);
      result.kinds().forEach((kind, rate) -> err.printf(Locale.ROOT, " %s %.3f", kind, rate));
      err.println();
      within &= print(out, session, result);
      out.flush();
    }
    return within ? 0 : 1;
  }

  private void check() throws ExperimentException {
    if (nodes < 2 || nodes > 20_000) {
      throw new ExperimentException(64, "--nodes " + nodes + " is not in 2 to 20000");
    }
    if (!(loss >= 0 && loss < 1)) {
      throw new ExperimentException(64, "--loss " + loss + " is not from 0 to less than 1");
    }
    if (minutes < 1 || minutes > 1440) {
      throw new ExperimentException(64, "--minutes " + minutes + " is not in 1 to 1440");
    }
    if (routes < 0 || routes > 1_000 || objects < 0 || objects > 10_000) {
      throw new ExperimentException(64, "--routes is 0 to 1000 and --objects 0 to 10000");
    }
    if (away.isPresent() && away.get() < 1) {
      throw new ExperimentException(64, "--away " + away.get() + " is not 1 or more");
    }
    for (int session : sessions) {
      if (session < 1) {
        throw new ExperimentException(64, "--session " + session + " is not 1 or more");
      }
    }
  }

  private static boolean print(PrintWriter out, int session, ChurnExperiment.Result result) {
    ChurnExperiment.Routes routes = result.routes();
    Reach reach =
        REACHES.stream()
            .filter(r -> r.minutes() <= session)
            .findFirst()
            .orElse(REACHES.get(REACHES.size() - 1));
    boolean within = share(out, session, "routes right", reach.right(), routes.share());
    within &= share(out, session, "spams found", reach.found(), result.votes().share());
    within &= share(out, session, "pointers found", reach.found(), result.pointers().share());
    within &= share(out, session, "mappings found", reach.found(), result.features().share());
    within &=
        row(
            out,
            session,
            "maintenance, messages/(node s)",
            String.format(Locale.ROOT, "%.2f", MESSAGES),
            String.format(Locale.ROOT, "%.2f", result.maintenance()),
            result.maintenance() <= MESSAGES);
    out.printf(
        Locale.ROOT,
        "%14d | %d departures; of %d routes %d ended elsewhere, %d nowhere, %d twice; %.2f hops;"
            + " %.2f messages/(node s) for them%n",
        session,
        result.departures(),
        routes.asked(),
        routes.wrong(),
        routes.lost(),
        routes.repeated(),
        routes.hops(),
        result.routing());
    return within;
  }

  private static boolean share(
      PrintWriter out, int session, String what, double reach, double ours) {
    return row(
        out,
        session,
        what,
        String.format(Locale.ROOT, "%.2f %%", 100 * reach),
        String.format(Locale.ROOT, "%.3f %%", 100 * ours),
        ours >= reach);
  }

  private static boolean row(
      PrintWriter out, int session, String what, String reach, String ours, boolean ok) {
    out.printf("%14d | %-30s | %8s | %9s | %s%n", session, what, reach, ours, ok ? "yes" : "NO");
    return ok;
  }
}
