package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.RouterLatency;
import org.spamwatch.simulator.virtual.SettledExperiment;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code spamwatch-sim settled}: what settled networks of the real node code keep of their
 * promises.
 */
@Command(
    name = "settled",
    aliases = "live",
    description = {
      "Runs the real node code on the seeded network and counts what settled networks of some sizes",
      "keep of their promises: routes end at the right root, a changed copy of what somebody marked",
      "is found from everywhere, and nothing is held longer than its lease."
    },
    mixinStandardHelpOptions = true)
final class SettledCommand implements Callable<Integer> {
  /** Routes that must be right: all without loss, this share with it. */
  private static final double RIGHT_UNDER_LOSS = .999;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      split = ",",
      defaultValue = "1,2,3,17,100,1000",
      description = "Sizes of the networks (default: ${DEFAULT-VALUE}).")
  private List<Integer> nodes = List.of();

  @Option(
      names = "--loss",
      defaultValue = "0",
      description = "Share of messages lost, 0 to 1; half as many are repeated (default: 0).")
  private double loss;

  @Option(
      names = "--routes",
      defaultValue = "20000",
      description = "Messages routed in each network (default: ${DEFAULT-VALUE}).")
  private int routes;

  @Option(
      names = "--marks",
      defaultValue = "100",
      description = "Spams marked in each network (default: ${DEFAULT-VALUE}).")
  private int marks;

  @Option(
      names = "--checks",
      defaultValue = "3",
      description = "Peers that check a changed copy of each (default: ${DEFAULT-VALUE}).")
  private int checks;

  @Option(
      names = "--resolution",
      defaultValue = "FULL",
      description = "Where checks are resolved: ${COMPLETION-CANDIDATES} (default: FULL).")
  private Resolution resolution = Resolution.FULL;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = {
        "An .alt or spec file, or ts for the paper's 5,000 routers: peers stand on random stub",
        "routers, the farthest two of which are 400 ms apart (default: a square, 200 ms across)."
      })
  private Optional<String> topology = Optional.empty();

  @Option(names = "--seed", defaultValue = "1", description = "Gives the whole run (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (!(loss >= 0 && loss < 1)) {
      throw new ExperimentException(64, "--loss " + loss + " is not from 0 to less than 1");
    }
    for (int size : nodes) {
      if (size < 1 || size > 20_000) {
        throw new ExperimentException(64, "--nodes " + size + " is not in 1 to 20000");
      }
    }
    if (routes < 0 || marks < 0 || checks < 0) {
      throw new ExperimentException(64, "--routes, --marks and --checks are 0 or more");
    }
    List<Latency> latencies = latencies();
    out.printf("seed %d, loss %s, resolution %s%n", seed, loss, resolution);
    out.println(
        "nodes | right root          | hops | changed copy found | unrelated found | outlived lease | over rate"
            + " | messages/(node s) | within?");
    boolean within = true;
    for (int i = 0; i < nodes.size(); i++) {
      int size = nodes.get(i);
      SettledExperiment experiment =
          new SettledExperiment(
              size, loss, routes, marks, checks, resolution, seed, latencies.get(i));
      SettledExperiment.Result result =
          experiment.run(stage -> err.printf("%d nodes: %s%n", size, stage));
      boolean ok = isWithin(result);
      within &= ok;
      out.printf(
          Locale.ROOT,
          "%5d | %6d/%-6d %6.2f%% | %4.2f | %18s | %15d | %14d | %9d | %17.2f | %s%n",
          size,
          result.rightRoutes(),
          routes,
          100.0 * result.rightRoutes() / Math.max(1, routes),
          result.meanHops(),
          result.found() + "/" + result.checked(),
          result.falselyFound(),
          result.outlived(),
          result.overRate(),
          result.maintenancePerPeerSecond(),
          ok ? "yes" : "NO");
      out.flush();
    }
    return within ? 0 : 1;
  }

  /** For each network its own placement. */
  private List<Latency> latencies() throws ExperimentException {
    List<Latency> latencies = new ArrayList<>();
    if (topology.isEmpty()) {
      nodes.forEach(size -> latencies.add(Latency.plane(seed, 200_000)));
      return latencies;
    }
    AltGraph graph = TopologyFile.graph(topology.get(), OptionalLong.empty());
    Latencies ofRouters =
        TopologyFile.latencies(topology.get(), graph, (int) Latencies.PAPER_DIAMETER.toMillis());
    try {
      for (int size : nodes) {
        latencies.add(RouterLatency.ofRandomPlacement(graph, ofRouters, size, seed));
      }
    } catch (TopologyException e) {
      throw new ExperimentException(64, "--nodes: " + e.getMessage());
    }
    return latencies;
  }

  private boolean isWithin(SettledExperiment.Result result) {
    double rightNeeded = loss == 0 ? routes : RIGHT_UNDER_LOSS * routes;
    boolean foundAll = loss > 0 || result.found() == result.checked();
    return result.rightRoutes() >= rightNeeded
        && foundAll
        && result.falselyFound() == 0
        && result.outlived() == 0
        && result.overRate() == 0;
  }
}
