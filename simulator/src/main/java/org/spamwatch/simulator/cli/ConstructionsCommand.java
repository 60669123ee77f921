package org.spamwatch.simulator.cli;

import com.google.common.math.LongMath;
import java.util.List;
import org.spamwatch.simulator.cli.ConstructionsExperiment.Row;
import org.spamwatch.sketch.BlockedBloomFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim constructions}: ways to build a Bloom filter. */
@Command(
    name = "constructions",
    header = "Which bits of a Bloom filter its hash functions reach, and how often it errs.",
    description = {
      "Builds Bloom filters in the ways that Yan and Cho discuss (section III, Figs. 1 and 2): chunks",
      "of MD5 and SHA-1, the same in parts of the filter, universal functions; and in ours. Exit",
      "code 1: not all bits are reached that can be, or others, or the false positives are not",
      "within 10 %% or four standard deviations of Eq. 1 for the bits that are reached."
    },
    footer = "  spamwatch-sim constructions --kilobits 1000 --hashes 4,8")
final class ConstructionsCommand extends SeededCommand {
  private static final double MOST_MISSED = 1e-4;
  private static final double MOST_OFF = .1;
  private static final int MOST_UNIT = 100_000_000;

  @Option(
      names = "--kilobits",
      description = "m, to a multiple of 512 and all k (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100_000)
  private int kilobits = 200;

  @Option(names = "--bits", description = "m/n, for an element (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = 100)
  private int bits = 16;

  @Option(names = "--hashes", split = ",", description = "k (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 32)
  private List<Integer> hashes = List.of(4, 8, 16);

  @Option(names = "--asked", description = "Elements asked for (default: ${DEFAULT-VALUE}).")
  @Range(least = 1_000, most = 100_000_000)
  private int asked = 1_000_000;

  @Override
  void run(Report report) throws ExperimentException {
    int size = size();
    Table<Row> table =
        new Table<Row>(this::isWithin)
            .column("construction        ", "%-20s", Row::construction)
            .column(" k", "%2d", Row::hashes)
            .column("reachable", "%9d", Row::reachable)
            .column("reached  ", "%9d", Row::reached)
            .column("expected ", "%9.3e", Row::expected)
            .column("measured ", "%9.3e", Row::measured)
            .within("within?", "%s");
    report.line("%d bits, %d elements", size, size / bits);
    report.heading(table);
    new ConstructionsExperiment(size, size / bits, hashes, asked, seed())
        .run()
        .forEach(row -> report.row(table, row));
  }

  /** The multiple of 512 and of each k that is next below what was asked for, or the least. */
  private int size() throws ExperimentException {
    long unit = BlockedBloomFilter.BLOCK_BITS;
    for (int k : hashes) {
      unit = unit / LongMath.gcd(unit, k) * k;
      if (unit > MOST_UNIT) {
        throw new ExperimentException(
            64, "--hashes " + hashes + " have no common multiple up to " + MOST_UNIT + " bits");
      }
    }
    return (int) (unit * Math.max(1, kilobits * 1_000L / unit));
  }

  private boolean isWithin(Row row) {
    double sd = Math.sqrt(row.expected() / asked);
    return row.reached() <= row.reachable()
        && row.reached() >= (1 - MOST_MISSED) * row.reachable()
        && Math.abs(row.measured() - row.expected()) <= Math.max(MOST_OFF * row.expected(), 4 * sd);
  }
}
