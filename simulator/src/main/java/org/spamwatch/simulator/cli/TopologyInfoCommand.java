package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Router;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.LatencyDistribution;
import org.spamwatch.topologies.Placement;
import org.spamwatch.topologies.TopologyException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code topology info}: what a topology is like. */
@Command(
    name = "info",
    description = "Prints sizes, degrees, diameter and the latencies between stub routers.",
    mixinStandardHelpOptions = true)
final class TopologyInfoCommand implements Callable<Integer> {
  /** Of more the latencies are those of as many. */
  private static final int MOST_ROUTERS = 6_000;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TOPOLOGY",
      description = "A file of a graph, a spec file, or a name as ts or gt-itm-1.")
  private String source = TopologyFile.PAPER;

  @Option(
      names = "--diameter",
      paramLabel = "MS",
      description = "Latency of the longest shortest path (default: ${DEFAULT-VALUE}).")
  private int diameter = 400;

  @Option(names = "--seed", description = "Instead of a spec's own.")
  private Optional<Long> seed = Optional.empty();

  @Override
  public Integer call() throws ExperimentException {
    AltGraph graph = TopologyFile.graph(source, seed);
    Latencies latencies = TopologyFile.latencies(source, graph, diameter);
    PrintWriter out = spec.commandLine().getOut();
    printGraph(graph, out);
    out.printf(
        Locale.ROOT,
        "diameter | length %d = %d ms%nmemory   | %.1f KB for all latencies%n",
        latencies.longestLength(),
        diameter,
        latencies.bytes() / 1e3);
    printLatencies(new LatencyDistribution(latencies, some(graph)), out);
    OutputFile.checkPrinted(out);
    return 0;
  }

  /** The stub routers, or some of them by lot if they are too many. */
  private static List<Integer> some(AltGraph graph) throws ExperimentException {
    if (graph.stubRouters().size() <= MOST_ROUTERS) {
      return graph.stubRouters();
    }
    try {
      return Placement.onStubRouters(graph, MOST_ROUTERS, new SplittableRandom(1));
    } catch (TopologyException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    }
  }

  private static void printGraph(AltGraph graph, PrintWriter out) {
    int transit = 0;
    Set<String> transitDomains = new LinkedHashSet<>();
    Set<String> stubs = new LinkedHashSet<>();
    for (Router router : graph.routers()) {
      String domain = router.name().substring(0, Math.max(0, router.name().lastIndexOf('.')));
      if (router.isStub()) {
        stubs.add(domain);
      } else {
        transit++;
        transitDomains.add(domain);
      }
    }
    int routers = graph.routers().size();
    int[] degrees = graph.degrees();
    out.printf("graph    | %s%n", graph.id());
    out.printf(
        "routers  | %d: %d in %d transit domains, %d in %d stubs%n",
        routers, transit, transitDomains.size(), routers - transit, stubs.size());
    out.printf("links    | %d%n", graph.links().size());
    out.printf(
        Locale.ROOT,
        "degree   | mean %.2f, %d to %d%n",
        2.0 * graph.links().size() / routers,
        Arrays.stream(degrees).min().orElse(0),
        Arrays.stream(degrees).max().orElse(0));
  }

  private static void printLatencies(LatencyDistribution latencies, PrintWriter out) {
    out.printf("%nlatency between %d pairs of stub routers, one way, ms%n", latencies.pairs());
    out.println("  mean |    1 % |   10 % |   50 % |   90 % |   99 % | largest");
    out.printf(
        Locale.ROOT,
        "%6.1f | %6.1f | %6.1f | %6.1f | %6.1f | %6.1f | %7.1f%n",
        latencies.meanMicros() / 1e3,
        millis(latencies, .01),
        millis(latencies, .1),
        millis(latencies, .5),
        millis(latencies, .9),
        millis(latencies, .99),
        latencies.longestMicros() / 1e3);
  }

  private static double millis(LatencyDistribution latencies, double share) {
    return latencies.pairs() == 0 ? 0 : latencies.percentileMicros(share) / 1e3;
  }
}
