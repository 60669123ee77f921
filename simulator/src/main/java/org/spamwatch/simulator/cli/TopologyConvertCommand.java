package org.spamwatch.simulator.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.spamwatch.simulator.graphs.GraphMl;
import org.spamwatch.simulator.graphs.JsonGraph;
import org.spamwatch.topologies.AltFormat;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.Placement;
import org.spamwatch.topologies.TopologyException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code topology convert}: spec to graph, one format to another, graph to latencies. */
@Command(
    name = "convert",
    description = {
      "Converts a spec or a graph into a graph (.alt as of GT-ITM, .graphml, or .json with nodes",
      "and links), or into latencies (.csv: from, to, one-way microseconds, each pair of different",
      "routers once). The name of OUT tells which; what IN is its content tells."
    },
    mixinStandardHelpOptions = true)
final class TopologyConvertCommand implements Callable<Integer> {
  /** About two million lines of CSV. */
  private static final int MOST_ROUTERS = 2_000;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "A file of a graph, a spec file, or a name as ts or gt-itm-1.")
  private String source = TopologyFile.PAPER;

  @Parameters(index = "1", paramLabel = "OUT", description = "A file by its ending.")
  private Path target = Path.of("");

  @Option(
      names = "--diameter",
      paramLabel = "MS",
      description = "Latency of the longest shortest path (default: ${DEFAULT-VALUE}).")
  private int diameter = 400;

  @Option(
      names = "--routers",
      paramLabel = "N",
      description = "Latencies between so many random stub routers (default: between all routers).")
  private Optional<Integer> sample = Optional.empty();

  @Option(names = "--seed", description = "Instead of a spec's own, and of the random routers.")
  private Optional<Long> seed = Optional.empty();

  @Override
  public Integer call() throws ExperimentException {
    String name = String.valueOf(target.getFileName());
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if (!List.of("alt", "graphml", "json", "csv").contains(ending)) {
      throw new ExperimentException(
          64, target + ": the name must end in .alt, .graphml, .json or .csv");
    }
    if (sample.isPresent() && (!ending.equals("csv") || sample.get() < 1)) {
      throw new ExperimentException(64, "--routers is for a .csv file, 1 to " + MOST_ROUTERS);
    }
    AltGraph graph = TopologyFile.graph(source, seed);
    switch (ending) {
      case "alt" -> OutputFile.write(target, to -> AltFormat.write(graph, to));
      case "graphml" -> OutputFile.write(target, to -> GraphMl.write(graph, to));
      case "json" -> OutputFile.write(target, to -> JsonGraph.write(graph, to));
      default -> {
        List<Integer> routers = routers(graph);
        Latencies latencies = TopologyFile.latencies(source, graph, diameter);
        OutputFile.write(target, to -> csv(latencies, routers, to));
      }
    }
    return 0;
  }

  private List<Integer> routers(AltGraph graph) throws ExperimentException {
    int count = sample.orElse(graph.routers().size());
    if (count > MOST_ROUTERS) {
      throw new ExperimentException(
          64,
          "latencies between "
              + count
              + " routers are too many for a file; --routers N takes up to "
              + MOST_ROUTERS);
    }
    if (sample.isEmpty()) {
      return IntStream.range(0, count).boxed().toList();
    }
    try {
      return Placement.onStubRouters(graph, count, new SplittableRandom(seed.orElse(1L)));
    } catch (TopologyException e) {
      throw new ExperimentException(64, "--routers: " + e.getMessage());
    }
  }

  private static void csv(Latencies latencies, List<Integer> routers, Writer to)
      throws IOException {
    to.write("from,to,micros\n");
    for (int i = 0; i < routers.size(); i++) {
      for (int j = i + 1; j < routers.size(); j++) {
        int from = routers.get(i);
        int other = routers.get(j);
        to.write(from + "," + other + "," + latencies.oneWayMicros(from, other) + "\n");
      }
    }
  }
}
