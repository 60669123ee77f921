package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.spamwatch.simulator.virtual.SummariesExperiment;
import org.spamwatch.simulator.virtual.SummariesModel;

/** What the coarse model of announcements says: beside a run, and of networks too large to run. */
final class CoarseTable {
  /** By how much model and run may differ. */
  private static final double TOLERANCE = 0.2;

  private record Pair(int nodes, String what, double run, double model) {
    boolean agrees() {
      return Math.abs(model - run) <= TOLERANCE * run;
    }
  }

  private record Size(int nodes, long campaigns, @JsonUnwrapped SummariesModel.Result model) {}

  private static final Table<Pair> PAIRS =
      new Table<>(Pair::agrees)
          .column("nodes", "%5d", Pair::nodes)
          .column("what                   ", "%-24s", Pair::what)
          .column("run      ", "%10.3f", Pair::run)
          .column("model    ", "%10.3f", Pair::model)
          .within("within 20 %?", "%s");

  private static final Table<Size> SIZES =
      new Table<Size>()
          .column("nodes ", "%6d", Size::nodes)
          .column("campaigns/day", "%13d", Size::campaigns)
          .column("median, s", "%9.2f", size -> size.model().medianMillis() / 1e3)
          .column("99 %, s", "%7.2f", size -> size.model().slowestMillis() / 1e3)
          .column("MB/(peer h)", "%11.2f", size -> size.model().bytes() / 1e6)
          .column("of it comparing", "%15.2f", size -> size.model().comparing() / 1e6)
          .column("newcomer, MB", "%12.0f", size -> size.model().newcomerBytes() / 1e6)
          .column("index, MB ", "%10.0f", size -> size.model().indexBytes() / 1e6);

  private CoarseTable() {}

  /** Prints model and run side by side. */
  static void compare(
      Report report, int nodes, SummariesExperiment.Result run, SummariesModel.Result model) {
    report.heading(PAIRS);
    List.of(
            new Pair(
                nodes, "delay, median, s", run.medianMillis() / 1e3, model.medianMillis() / 1e3),
            new Pair(
                nodes, "delay, 99 %, s", run.slowestMillis() / 1e3, model.slowestMillis() / 1e3),
            new Pair(nodes, "sent, MB/(peer h)", run.allBytes() / 1e6, model.bytes() / 1e6),
            new Pair(
                nodes,
                "index and filter, MB",
                run.indexBytes() / 1e6,
                SummariesModel.indexBytes(run.messages()) / 1e6))
        .forEach(pair -> report.row(PAIRS, pair));
  }

  /** Prints what it says of 1,000 peers and more. */
  static void scale(Report report, int campaigns, long seed) {
    report.heading(SIZES);
    for (int nodes : List.of(1_000, 10_000, 100_000)) {
      size(report, nodes, campaigns, seed);
    }
    size(report, 100_000, 1_000_000, seed);
  }

  private static void size(Report report, int nodes, int campaigns, long seed) {
    report.row(SIZES, new Size(nodes, campaigns, new SummariesModel(nodes, campaigns, seed).run()));
  }
}
