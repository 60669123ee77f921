package org.spamwatch.simulator.cli;

import java.util.List;
import java.util.stream.IntStream;
import org.spamwatch.simulator.corpus.MatchCounts;

/** Tables 1 and 2 of the SpamWatch paper: what was found at each THRES, beside what it found. */
final class ThresTable {
  /** The paper's Table 1, percent at THRES 3, 4 and 5. */
  private static final List<Double> PAPER = List.of(97.56, 92.21, 86.25);

  private final int modified;
  private final Table<Integer> table;

  /**
   * A table.
   *
   * @param modified copies that were asked about
   */
  ThresTable(int modified) {
    this.modified = modified;
    table =
        new Table<Integer>()
            .column("THRES", "%5d", MatchCounts.THRESHOLDS::get)
            .column("modified", "%8d", i -> modified);
  }

  /** How many copies were found at each THRES. */
  ThresTable found(String title, List<Integer> copies) {
    int width = title.length() - 10; // what the share of them takes
    table.column(
        title,
        "%" + width + "d %7.2f %%",
        copies::get,
        i -> Table.percent(copies.get(i), modified));
    return this;
  }

  /** Prints it, and of how many ham mails how many were matched at each THRES. */
  void print(Report report, int ham, List<Integer> matched) {
    table
        .column("paper  ", "%.2f %%", PAPER::get)
        .column(
            "ham matched",
            "%d/%d (%.3f %%)",
            matched::get,
            i -> ham,
            i -> Table.percent(matched.get(i), ham));
    report.heading(table);
    IntStream.range(0, MatchCounts.THRESHOLDS.size()).forEach(i -> report.print(table, i));
  }
}
