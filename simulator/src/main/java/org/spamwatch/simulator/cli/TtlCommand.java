package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.spamwatch.simulator.analytic.KnownTtl;
import org.spamwatch.simulator.analytic.Reading;
import org.spamwatch.simulator.analytic.TtlExperiment;
import org.spamwatch.simulator.analytic.TtlTable;
import org.spamwatch.simulator.analytic.TtlTable.Mean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  private static final int MOST_FINGERPRINTS = 64;
  private static final int KNOWN_NODES = 4096;

  /** The cells of a mark rate and number of fingerprints, in the order of TTLs. */
  private record Row(Reading reading, double rate, int needed, List<Mean> cells) {
    int sampled() {
      return reading.routing().sampled();
    }
  }

  /** What is kept of a cell. */
  private record Kept(
      String reading,
      int sampled,
      int fingerprints,
      @JsonUnwrapped Mean mean,
      @Nullable Double known,
      boolean within) {}

  @Mixin private ReadingOption reading = new ReadingOption("surrogate-16");

  @Option(names = "--nodes", description = "Nodes (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = MOST_NODES)
  private int nodes = 4096;

  @Option(
      names = "--rates",
      split = ",",
      description = "Shares of nodes that mark an object (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, aboveLeast = true, belowMost = true)
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
      split = ",",
      paramLabel = "K",
      description = {
        "Fill each slot of a table with the nearest of K drawn by lot, 1 for no proximity; 0 for",
        "the nearest of all (default: ${DEFAULT-VALUE})."
      })
  @Range(least = 0, most = 10_000)
  private List<Integer> sampled = List.of(0);

  @Option(
      names = "--fingerprints",
      description = {
        "Of an object, whose pointers each tell of all: one that is met is enough (default:",
        "${DEFAULT-VALUE})."
      })
  @Range(least = 1, most = MOST_FINGERPRINTS)
  private int fingerprints = 1;

  @Option(
      names = "--needed",
      split = ",",
      description = "How many fingerprints' pointers are to be met (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = MOST_FINGERPRINTS)
  private List<Integer> needed = List.of(1);

  @Mixin private TopologyOption topology = new TopologyOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    int most = Collections.max(needed);
    if (most > fingerprints) {
      throw new ExperimentException(
          64, "--needed " + most + " is more than --fingerprints " + fingerprints);
    }
    Reading chosen = reading.reading();
    topology.topology(seed()); // refused, if it must be, before anything is printed
    report.line(
        "%s: %d nodes, %d graphs of %s, %d placements on each, %d objects; milliseconds %s",
        chosen.name(), nodes, graphs, topology.name(), placements, objects, trips(chosen));
    Table<Row> table = table();
    report.heading(table);
    Units units = report.units((double) graphs * placements * sampled.size());
    for (int i = 0; i < sampled.size(); i++) {
      Reading each = chosen.withSampled(sampled.get(i));
      List<Mean> means = found(each, units);
      report(each, means, table, report);
      if (i == 0) {
        plot(each, means, report);
      }
    }
  }

  private List<Mean> found(Reading chosen, Units units)
      throws ExperimentException, InterruptedException {
    TtlTable found = new TtlTable();
    TtlExperiment experiment =
        new TtlExperiment(
            chosen, nodes, rates, maxTtl, fingerprints, needed, objects, threads.number(), seed());
    String some = sampled.size() > 1 ? "sampled " + chosen.routing().sampled() + ", " : "";
    for (int i = 0; i < graphs; i++) {
      long graphSeed = seed() + i;
      for (int j = 0; j < placements; j++) {
        int placement = i * placements + j;
        found.add(
            units.run(
                some + "graph " + (i + 1) + ", placement " + (j + 1),
                1,
                new TypeReference<>() {},
                () -> experiment.run(topology.topology(graphSeed), placement)));
      }
    }
    return found.means();
  }

  private static String trips(Reading chosen) {
    return chosen.trips() == 1 ? "one way" : "there and back";
  }

  private Table<Row> table() {
    Table<Row> table =
        new Table<Row>(row -> row.cells().stream().allMatch(cell -> isWithin(row.reading(), cell)));
    if (sampled.size() > 1) {
      table.column("sampled", "%7d", Row::sampled);
    }
    table.column("mark rate", "%9s", Row::rate);
    if (fingerprints > 1) {
      table.column("needed of " + fingerprints, "%12d", Row::needed);
    }
    for (int ttl = 0; ttl <= maxTtl; ttl++) {
      int at = ttl;
      table.column(
          String.format(Locale.ROOT, "TTL %-2d (sd)      ms", ttl),
          "%5.3f (%5.3f) %5.1f",
          row -> row.cells().get(at).success(),
          row -> row.cells().get(at).deviation(),
          row -> row.cells().get(at).millis());
    }
    return table.within("within?", "%s");
  }

  private void report(Reading chosen, List<Mean> means, Table<Row> table, Report report) {
    int some = chosen.routing().sampled();
    int ttls = maxTtl + 1;
    for (int from = 0; from < means.size(); from += ttls) {
      List<Mean> cells = means.subList(from, from + ttls);
      report.print(table, new Row(chosen, cells.get(0).rate(), cells.get(0).needed(), cells));
    }
    String reach =
        means.subList(0, ttls).stream()
            .map(mean -> String.format(Locale.ROOT, "%.1f", mean.reach()))
            .collect(Collectors.joining(", "));
    report.line("a query that meets nothing travels %s ms with a TTL of 0 to %d", reach, maxTtl);
    for (Mean mean : means) {
      report.keep(
          new Kept(
              chosen.name(),
              some,
              fingerprints,
              mean,
              known(chosen, mean),
              isWithin(chosen, mean)));
    }
  }

  /** What is to be seen: the first way to fill a table, and the first number of fingerprints. */
  private void plot(Reading chosen, List<Mean> means, Report report) {
    List<Mean> first = means.stream().filter(mean -> mean.needed() == needed.get(0)).toList();
    report.plot(TtlPlot.of(chosen, nodes, first));
  }

  private @Nullable Double known(Reading chosen, Mean mean) {
    OptionalDouble known = KnownTtl.success(chosen, fingerprints, mean);
    return isKnown() && known.isPresent() ? known.getAsDouble() : null;
  }

  private boolean isWithin(Reading chosen, Mean mean) {
    return !isKnown() || KnownTtl.isWithin(chosen, fingerprints, mean);
  }

  /** Whether this is the network of which success is known. */
  private boolean isKnown() {
    return nodes == KNOWN_NODES && topology.isGtItm();
  }
}
