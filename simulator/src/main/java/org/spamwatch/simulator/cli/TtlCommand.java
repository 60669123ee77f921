package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.spamwatch.simulator.analytic.KnownTtl;
import org.spamwatch.simulator.analytic.Reading;
import org.spamwatch.simulator.analytic.TtlExperiment;
import org.spamwatch.simulator.analytic.TtlTable;
import org.spamwatch.simulator.analytic.TtlTable.Mean;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim ttl}: Fig. 10 of the SpamWatch paper. */
@Command(
    name = "ttl",
    header = "Success and distance of queries against TTL and mark rate (the paper's Fig. 10).",
    description = {
      "Computes, with settled tables and for all nodes that ask, which share of queries meets a",
      "pointer within a TTL when a share of all nodes has published, and how far they travel.",
      "Standard deviations are those between placements. Exit code 1: not as is known."
    },
    footer = "  spamwatch-sim ttl --reading paper-b --out ttl.csv")
final class TtlCommand extends PlottedCommand {
  private static final int MOST_NODES = 20_000_000;

  private static final int KNOWN_NODES = 4096;

  /** The cells of a mark rate, in the order of TTLs. */
  private record Row(double rate, List<Mean> cells) {}

  /** What is kept of a cell. */
  private record Kept(
      String reading,
      int sampled,
      @JsonUnwrapped Mean mean,
      @Nullable Double known,
      boolean within) {}

  /** A graph and the latencies between its routers. */
  private record Routers(long seed, AltGraph graph, Latencies latencies) {}

  @Option(
      names = "--reading",
      paramLabel = "NAME",
      description = {
        "What a digit, a TTL, a query and a distance are: product, surrogate-16, paper-a, paper-b,",
        "c to g, a-gain or e-gain (default: ${DEFAULT-VALUE})."
      })
  private String reading = "surrogate-16";

  @Option(names = "--nodes", description = "Nodes (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = MOST_NODES)
  private int nodes = 4096;

  @Option(
      names = "--rates",
      split = ",",
      description = "Shares of nodes that mark an object (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, open = true)
  private List<Double> rates = List.of(.001, .002, .005, .01, .02, .05, .1, .2, .5);

  @Option(names = "--max-ttl", description = "The largest TTL (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 64)
  private int maxTtl = 7;

  @Option(names = "--graphs", description = "Graphs of a spec (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100)
  private int graphs = 8;

  @Option(
      names = "--placements",
      description = "Placements of the nodes on each graph (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1_000)
  private int placements = 3;

  @Option(
      names = "--objects",
      description = "Objects on each placement (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 10_000)
  private int objects = 64;

  @Option(
      names = "--sampled",
      paramLabel = "K",
      description = {
        "Fill each slot of a table with the nearest of K drawn by lot, 1 for no proximity; 0 for",
        "the nearest of all (default: ${DEFAULT-VALUE})."
      })
  @Range(least = 0, most = 10_000)
  private int sampled;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = {
        "A file of a graph, a spec file, ts for the paper's 5,000 routers, or gt-itm for as many",
        "in the proportions of GT-ITM; see spamwatch-sim topology (default: ${DEFAULT-VALUE})."
      })
  private String topology = TopologyFile.GT_ITM;

  @Option(
      names = "--threads",
      description = "That work at once; no result depends on them (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 256)
  private int threads = Runtime.getRuntime().availableProcessors();

  private Optional<Routers> drawn = Optional.empty();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    Reading chosen = chosen();
    report.line(
        "%s: %d nodes, %d graphs of %s, %d placements on each, %d objects; milliseconds %s",
        chosen.name(), nodes, graphs, topology, placements, objects, trips(chosen));
    TtlTable found = new TtlTable();
    Units units = report.units((double) graphs * placements);
    for (int i = 0; i < graphs; i++) {
      long graphSeed = seed() + i;
      for (int j = 0; j < placements; j++) {
        int placement = i * placements + j;
        found.add(
            units.run(
                "graph " + (i + 1) + ", placement " + (j + 1),
                1,
                new TypeReference<>() {},
                () -> placed(chosen, routers(graphSeed), placement)));
      }
    }
    report(chosen, found.means(), report);
  }

  private Reading chosen() throws ExperimentException {
    String names = Reading.all().stream().map(Reading::name).collect(Collectors.joining(", "));
    return Reading.of(reading)
        .map(known -> known.withSampled(sampled))
        .orElseThrow(
            () -> new ExperimentException(64, "--reading " + reading + " is none of " + names));
  }

  private static String trips(Reading chosen) {
    return chosen.trips() == 1 ? "one way" : "there and back";
  }

  /** The graph of a seed, drawn once for all placements on it. */
  private Routers routers(long graphSeed) throws ExperimentException {
    if (drawn.isEmpty() || drawn.get().seed() != graphSeed) {
      AltGraph graph = TopologyFile.graph(topology, Optional.of(graphSeed));
      int diameter = (int) Latencies.PAPER_DIAMETER.toMillis();
      drawn =
          Optional.of(
              new Routers(graphSeed, graph, TopologyFile.latencies(topology, graph, diameter)));
    }
    return drawn.get();
  }

  private List<TtlExperiment.Cell> placed(Reading chosen, Routers routers, int placement)
      throws ExperimentException, InterruptedException {
    try {
      return new TtlExperiment(chosen, nodes, rates, maxTtl, objects, threads, seed())
          .run(routers.graph(), routers.latencies(), placement);
    } catch (TopologyException e) {
      throw new ExperimentException(65, topology + ": " + e.getMessage());
    }
  }

  private void report(Reading chosen, List<Mean> means, Report report) {
    Table<Row> table =
        new Table<Row>(row -> row.cells().stream().allMatch(cell -> isWithin(chosen, cell)))
            .column("mark rate", "%9s", Row::rate);
    for (int ttl = 0; ttl <= maxTtl; ttl++) {
      int at = ttl;
      table.column(
          String.format(Locale.ROOT, "TTL %-2d (sd)      ms", ttl),
          "%5.3f (%5.3f) %5.1f",
          row -> row.cells().get(at).success(),
          row -> row.cells().get(at).deviation(),
          row -> row.cells().get(at).millis());
    }
    table.within("within?", "%s");
    report.heading(table);
    for (int from = 0; from < means.size(); from += maxTtl + 1) {
      report.print(table, new Row(means.get(from).rate(), means.subList(from, from + maxTtl + 1)));
    }
    for (Mean mean : means) {
      report.keep(
          new Kept(chosen.name(), sampled, mean, known(chosen, mean), isWithin(chosen, mean)));
    }
    report.plot(TtlPlot.of(chosen, nodes, means));
  }

  private @Nullable Double known(Reading chosen, Mean mean) {
    OptionalDouble known = KnownTtl.success(chosen, mean.rate(), mean.ttl());
    return isKnown() && known.isPresent() ? known.getAsDouble() : null;
  }

  private boolean isWithin(Reading chosen, Mean mean) {
    return !isKnown() || KnownTtl.isWithin(chosen, mean);
  }

  /** Whether this is the network of which success is known. */
  private boolean isKnown() {
    return nodes == KNOWN_NODES && topology.equals(TopologyFile.GT_ITM);
  }
}
