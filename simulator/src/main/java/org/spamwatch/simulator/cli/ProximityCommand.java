package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.spamwatch.simulator.virtual.ProximityExperiment;
import org.spamwatch.simulator.virtual.ProximityExperiment.Distance;
import org.spamwatch.simulator.virtual.ProximityExperiment.Look;
import org.spamwatch.simulator.virtual.RouterLatency;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim proximity}: the latency to the first pointer against exact tables. */
@Command(
    name = "proximity",
    header = "How far queries travel on a topology.",
    description = {
      "Lets nodes join and maintain themselves by the real protocol, one on each stub router or",
      "measured site, and compares the one-way latency of queries to the first pointer with what",
      "exact nearest-neighbour tables give the same queries. Exit code 1: the last ratio is above",
      "2."
    },
    footer = "  spamwatch-sim proximity --nodes 1024 --minutes 10 --out proximity.csv")
final class ProximityCommand extends SeededCommand {
  private static final double MOST_RATIO = 2;
  private static final List<Integer> LOOKS = List.of(0, 5, 10, 30, 60, 120, 240, 480, 960);

  private record Row(long seed, List<Double> rates, @JsonUnwrapped Look look) {}

  @Option(
      names = "--nodes",
      description = "Nodes, ten of which join each second (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 20_000)
  private int nodes = 4096;

  @Option(
      names = "--minutes",
      description = "Virtual minutes after the last join (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 960)
  private int minutes = 60;

  @Option(
      names = "--rates",
      split = ",",
      description = "Shares of nodes that mark an object (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1, aboveLeast = true, belowMost = true)
  private List<Double> rates = List.of(0.02, 0.1);

  @Option(
      names = "--objects",
      description = "Objects at each look and rate (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 10_000)
  private int objects = 64;

  @Option(
      names = "--placements",
      description = {
        "Runs, each with a placement and seed of its own, the next one each time (default:",
        "${DEFAULT-VALUE})."
      })
  @Range(least = 1, most = 1000)
  private int placements = 1;

  @Mixin private TopologyOption topology = new TopologyOption(TopologyFile.PAPER);

  @Override
  void run(Report report) throws ExperimentException {
    List<RouterLatency> latencies = new ArrayList<>();
    for (int i = 0; i < placements; i++) {
      latencies.add(topology.latency(seed(), nodes, seed() + i));
    }
    report.line("%d nodes, topology %s, %d objects at each look", nodes, topology.name(), objects);
    Table<Row> table = table();
    report.heading(table);
    for (int i = 0; i < placements; i++) {
      run(latencies.get(i), seed() + i, table, report);
    }
  }

  private Table<Row> table() {
    Table<Row> table =
        new Table<Row>()
            .column("seed", "%4d", Row::seed)
            .column("minute", "%6d", row -> row.look().minute());
    for (int i = 0; i < rates.size(); i++) {
      int which = i;
      Function<Row, Distance> found = row -> row.look().found().get(which);
      Function<Row, Distance> exact = row -> row.look().exact().get(which);
      table.column(
          String.format(
              Locale.ROOT, "mark rate %-5s: ms (exact) ratio, hops (exact)", rates.get(i)),
          "%14.1f (%5.1f) %5.2f, %4.2f (%4.2f)",
          found.andThen(Distance::millis),
          exact.andThen(Distance::millis),
          row -> found.apply(row).millis() / exact.apply(row).millis(),
          found.andThen(Distance::hops),
          exact.andThen(Distance::hops));
    }
    return table
        .column("messages/(node s)", "%17.2f", row -> row.look().maintenance())
        .column("of them probing", "%15.2f", row -> row.look().probes());
  }

  private void run(RouterLatency latency, long runSeed, Table<Row> table, Report report) {
    List<Integer> looks = new ArrayList<>(LOOKS.stream().filter(at -> at < minutes).toList());
    looks.add(minutes);
    List<Look> taken = new ArrayList<>();
    new ProximityExperiment(nodes, rates, looks, objects, 64, runSeed, latency)
        .run(
            report.progress("seed " + runSeed),
            look -> {
              taken.add(look);
              report.row(table, new Row(runSeed, rates, look));
            });
    Look last = taken.get(taken.size() - 1);
    for (int i = 0; i < rates.size(); i++) {
      report.expect(last.found().get(i).millis() <= MOST_RATIO * last.exact().get(i).millis());
    }
  }
}
