package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.spamwatch.simulator.virtual.ProximityExperiment;
import org.spamwatch.simulator.virtual.ProximityExperiment.Distance;
import org.spamwatch.simulator.virtual.ProximityExperiment.Look;
import org.spamwatch.simulator.virtual.RouterLatency;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim proximity}: the latency to the first pointer against exact tables. */
@Command(
    name = "proximity",
    description = {
      "Lets nodes join and maintain themselves by the real protocol on a router topology, and",
      "compares the one-way latency of queries to the first pointer with what exact",
      "nearest-neighbour tables give the same queries. Exit code 1: the last ratio is above 2."
    },
    mixinStandardHelpOptions = true)
final class ProximityCommand implements Callable<Integer> {
  private static final double MOST_RATIO = 2;
  private static final List<Integer> LOOKS = List.of(0, 5, 10, 30, 60, 120, 240, 480, 960);

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "4096",
      description = "Nodes, ten of which join each second (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--minutes",
      defaultValue = "60",
      description = "Virtual minutes after the last join (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--rates",
      split = ",",
      defaultValue = "0.02,0.1",
      description = "Shares of nodes that mark an object (default: ${DEFAULT-VALUE}).")
  private List<Double> rates = List.of();

  @Option(
      names = "--objects",
      defaultValue = "64",
      description = "Objects at each look and rate (default: ${DEFAULT-VALUE}).")
  private int objects;

  @Option(
      names = "--placements",
      defaultValue = "1",
      description = "Runs, each with a placement and seed of its own (default: ${DEFAULT-VALUE}).")
  private int placements;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      defaultValue = TopologyFile.PAPER,
      description = "An .alt or spec file, or ts for the paper's 5,000 routers (default: ts).")
  private String topology = TopologyFile.PAPER;

  @Option(names = "--seed", defaultValue = "1", description = "Of the first run (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException {
    check();
    AltGraph graph = TopologyFile.graph(topology, OptionalLong.empty());
    Latencies latencies =
        TopologyFile.latencies(topology, graph, (int) Latencies.PAPER_DIAMETER.toMillis());
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%d nodes, topology %s, %d objects at each look%n", nodes, topology, objects);
    out.println(
        "seed | minute |"
            + rates.stream()
                .map(
                    rate ->
                        String.format(
                            Locale.ROOT, " mark rate %-5s: ms (exact) ratio, hops (exact) |", rate))
                .collect(Collectors.joining())
            + " messages/(node s) | of them probing");
    boolean within = true;
    for (int i = 0; i < placements; i++) {
      within &= run(graph, latencies, seed + i);
    }
    return within ? 0 : 1;
  }

  private void check() throws ExperimentException {
    if (nodes < 2 || nodes > 20_000) {
      throw new ExperimentException(64, "--nodes " + nodes + " is not in 2 to 20000");
    }
    if (minutes < 0 || minutes > 960) {
      throw new ExperimentException(64, "--minutes " + minutes + " is not in 0 to 960");
    }
    if (objects < 1 || objects > 10_000 || placements < 1 || placements > 1_000) {
      throw new ExperimentException(64, "--objects is 1 to 10000 and --placements 1 to 1000");
    }
    for (double rate : rates) {
      if (!(rate > 0 && rate < 1)) {
        throw new ExperimentException(64, "--rates " + rate + " is not between 0 and 1");
      }
    }
  }

  private boolean run(AltGraph graph, Latencies latencies, long runSeed)
      throws ExperimentException {
    RouterLatency latency;
    try {
      latency = RouterLatency.ofRandomPlacement(graph, latencies, nodes, runSeed);
    } catch (TopologyException e) {
      throw new ExperimentException(64, "--nodes: " + e.getMessage());
    }
    List<Integer> looks = new ArrayList<>(LOOKS.stream().filter(at -> at < minutes).toList());
    looks.add(minutes);
    PrintWriter err = spec.commandLine().getErr();
    List<Look> taken = new ArrayList<>();
    new ProximityExperiment(nodes, rates, looks, objects, 64, runSeed, latency)
        .run(
            stage -> err.printf("seed %d: %s%n", runSeed, stage),
            look -> {
              taken.add(look);
              print(look, runSeed);
            });
    Look last = taken.get(taken.size() - 1);
    boolean within = true;
    for (int i = 0; i < rates.size(); i++) {
      within &= last.found().get(i).millis() <= MOST_RATIO * last.exact().get(i).millis();
    }
    return within;
  }

  private void print(Look look, long runSeed) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, "%4d | %6d |", runSeed, look.minute());
    for (int i = 0; i < rates.size(); i++) {
      Distance found = look.found().get(i);
      Distance exact = look.exact().get(i);
      out.printf(
          Locale.ROOT,
          " %14.1f (%5.1f) %5.2f, %4.2f (%4.2f) |",
          found.millis(),
          exact.millis(),
          found.millis() / exact.millis(),
          found.hops(),
          exact.hops());
    }
    out.printf(Locale.ROOT, " %17.2f | %15.2f%n", look.maintenance(), look.probes());
    out.flush();
  }
}
