package org.spamwatch.simulator.cli;

import java.util.List;
import org.spamwatch.simulator.analytic.Reading;
import org.spamwatch.simulator.analytic.TtlExperiment;
import org.spamwatch.simulator.analytic.TtlTable;
import org.spamwatch.simulator.analytic.TtlTable.Mean;
import org.spamwatch.simulator.virtual.EnginesExperiment;
import org.spamwatch.simulator.virtual.EnginesExperiment.Compared;
import org.spamwatch.simulator.virtual.EnginesExperiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim engines}: the analytic engine beside real nodes. */
@Command(
    name = "engines",
    header = "Whether real nodes do what ttl computes.",
    description = {
      "Lets real nodes join and settle, one on each stub router or measured site. Then compares",
      "the ways of their messages, hop for hop, with those that the analytic engine finds by the",
      "nodes' own tables, and the success of their queries with what the engine computes of such",
      "networks.",
      "Exit code 1: a way differs, or a mean is more than .01 and two deviations off."
    },
    footer = "  spamwatch-sim engines --nodes 500 --minutes 5 --ways 10000 --networks 1")
final class EnginesCommand extends SeededCommand {
  private static final double TOLERANCE = .01;

  /** What the engine computes and what real nodes do. */
  private record Row(
      double rate,
      int ttl,
      double computed,
      double deviation,
      double millis,
      double real,
      double realMillis) {
    private Row(Mean computed, Mean real) {
      this(
          computed.rate(),
          computed.ttl(),
          computed.success(),
          computed.deviation(),
          computed.millis(),
          real.success(),
          real.millis());
    }

    private boolean agrees() {
      return Math.abs(computed - real) <= Math.max(TOLERANCE, 2 * deviation);
    }
  }

  @Option(
      names = "--nodes",
      description = "Nodes, ten of which join each second (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 20_000)
  private int nodes = 4096;

  @Option(
      names = "--minutes",
      description = "Virtual minutes for the tables to settle (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 960)
  private int minutes = 180;

  @Option(
      names = "--networks",
      description = "Networks of real nodes, each with a seed of its own (${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100)
  private int networks = 3;

  @Option(
      names = "--ways",
      description = "Ways of messages compared in each network (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 10_000_000)
  private int ways = 100_000;

  @Option(
      names = "--rates",
      split = ",",
      description = "Shares of nodes that mark an object (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, aboveLeast = true, belowMost = true)
  private List<Double> rates = List.of(.001, .01, .02, .1);

  @Option(names = "--max-ttl", description = "The largest TTL (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 64)
  private int maxTtl = 3;

  @Option(names = "--objects", description = "Objects at each rate (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 10_000)
  private int objects = 64;

  @Option(
      names = "--placements",
      description = "Networks that the engine computes (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1000)
  private int placements = 8;

  @Mixin private TopologyOption topology = new TopologyOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    TtlTable real = real(report);
    report(computed(report).means(), real.means(), report);
  }

  private TtlTable real(Report report) throws ExperimentException {
    TtlTable real = new TtlTable();
    for (int i = 0; i < networks; i++) {
      long networkSeed = seed() + i;
      Result result =
          new EnginesExperiment(nodes, minutes, ways, rates, maxTtl, objects, networkSeed)
              .run(
                  topology.topology(seed()),
                  topology.latency(seed(), nodes, networkSeed),
                  report.progress("seed " + networkSeed));
      Compared compared = result.compared();
      report.line(
          "network %d: %d of %d ways differ, %.2f hops on average; %d more had a table changed",
          networkSeed,
          compared.differ(),
          compared.ways(),
          (double) compared.hops() / Math.max(1, compared.ways()),
          compared.changed());
      report.expect(compared.differ() == 0 && compared.ways() == ways);
      real.add(result.cells());
    }
    return real;
  }

  private TtlTable computed(Report report) throws ExperimentException, InterruptedException {
    TtlTable computed = new TtlTable();
    for (int i = 0; i < placements; i++) {
      report.progress().accept("computing placement " + (i + 1));
      computed.add(
          new TtlExperiment(
                  Reading.PRODUCT, nodes, rates, maxTtl, 1, List.of(1), objects, 1, seed())
              .run(topology.topology(seed()), i));
    }
    return computed;
  }

  private static void report(List<Mean> computed, List<Mean> real, Report report) {
    Table<Row> table =
        new Table<>(Row::agrees)
            .column("mark rate", "%9s", Row::rate)
            .column("TTL", "%3d", Row::ttl)
            .column("computed (sd)", "%5.3f (%5.3f)", Row::computed, Row::deviation)
            .column("real ", "%5.3f", Row::real)
            .column("ms computed", "%11.1f", Row::millis)
            .column("ms real", "%7.1f", Row::realMillis)
            .within("within?", "%s");
    report.heading(table);
    for (int i = 0; i < computed.size(); i++) {
      report.row(table, new Row(computed.get(i), real.get(i)));
    }
  }
}
