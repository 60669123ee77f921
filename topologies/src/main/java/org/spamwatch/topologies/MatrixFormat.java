package org.spamwatch.topologies;

import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Latencies that were measured between any two sites, in one of two forms:
 *
 * <ul>
 *   <li>a square matrix of round trips, a line for each site, numbers separated by commas or by
 *       white space, as of the King data set; the times from a site to itself are not looked at
 *   <li>p2psim's: lines {@code node N} from 1 on, and {@code N,M TIME} with the one-way time of
 *       each pair; lines that begin with {@code topology} or {@code failure_model} are passed over
 * </ul>
 *
 * Of a pair that is there both ways the mean counts. Up to {@link TopologyLimits#SITES} sites;
 * memory and time quadratic in them.
 */
public final class MatrixFormat {
  private static final int FEWEST = 2;
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Pattern PAIR = Pattern.compile("\\d{1,9},\\d{1,9}");
  private static final String NODE = "node";
  private static final List<String> HEAD = List.of("topology", "failure_model");

  private final BoundedLines lines;
  private final double micros; // of a unit

  private MatrixFormat(Reader text, ChronoUnit unit) {
    lines = new BoundedLines(text, TopologyLimits.MATRIX_LINE);
    micros = unit.getDuration().toNanos() / 1e3;
  }

  /** Whether a text whose first line that says something is this has one of the forms. */
  public static boolean begins(String line) {
    return isPairs(line) || line.matches("(?i)[-+.,\\d].*|nan\\b.*|inf.*");
  }

  private static boolean isPairs(String line) {
    String word = line.split("\\s+", 2)[0];
    return HEAD.contains(word) || word.equals(NODE);
  }

  /**
   * Reads latencies.
   *
   * @param text read to its end and not closed; should buffer
   * @param unit of the numbers: microseconds, milliseconds or seconds
   * @throws TopologyException if a time is missing, not above 0 or above a minute, or the text is
   *     none of the forms; the message names the line
   */
  public static Latencies read(Reader text, ChronoUnit unit) throws IOException, TopologyException {
    MatrixFormat format = new MatrixFormat(text, unit);
    String first = format.lines.nextText();
    return Latencies.measured(isPairs(first) ? format.pairs(first) : format.square(first));
  }

  private LatencyMatrix square(String first) throws IOException, TopologyException {
    List<String> row = numbers(first);
    int sites = row.size();
    if (sites < FEWEST || sites > TopologyLimits.SITES) {
      throw lines.problem(
          sites + " numbers: a matrix has " + FEWEST + " to " + TopologyLimits.SITES + " columns");
    }
    LatencyMatrix matrix = new LatencyMatrix(sites);
    for (int from = 0; from < sites; from++) {
      if (row.isEmpty()) {
        throw TopologyException.atLine(
            lines.number() + 1,
            "the text ends after " + from + " rows of " + sites + " numbers: not square");
      }
      if (row.size() != sites) {
        throw lines.problem(
            row.size() + " numbers, " + sites + " in the first row: the matrix is not square");
      }
      for (int to = 0; to < sites; to++) {
        if (to != from) {
          String what = "the round trip from site " + (from + 1) + " to " + (to + 1);
          matrix.put(from, to, oneWay(row.get(to), what, 2));
        }
      }
      row = numbers(lines.nextText());
    }
    if (!row.isEmpty()) {
      throw lines.problem("a row more than the " + sites + " columns: the matrix is not square");
    }
    return matrix;
  }

  private static List<String> numbers(String line) {
    if (line.isEmpty()) {
      return List.of();
    }
    return line.indexOf(',') < 0
        ? List.of(line.split("\\s+"))
        : List.of(line.split("\\s*,\\s*", -1)); // what is between two commas may be missing
  }

  private LatencyMatrix pairs(String first) throws IOException, TopologyException {
    List<String> words = List.of(first.split("\\s+"));
    while (!words.isEmpty() && HEAD.contains(words.get(0))) {
      words = lines.next();
    }
    int sites = 0;
    for (; !words.isEmpty() && words.get(0).equals(NODE); words = lines.next()) {
      if (words.size() < 2) {
        throw lines.problem("'node " + (sites + 1) + "' is expected");
      }
      if (sites == TopologyLimits.SITES) {
        throw lines.problem("more than " + TopologyLimits.SITES + " nodes");
      }
      sites = lines.integer(words.get(1), "node", sites + 1, sites + 1);
    }
    if (sites < FEWEST) {
      throw lines.problem(sites + " nodes: at least " + FEWEST + " are expected");
    }
    LatencyMatrix matrix = new LatencyMatrix(sites);
    BitSet seen = new BitSet(sites * sites);
    for (; !words.isEmpty(); words = lines.next()) {
      pair(words, matrix, seen);
    }
    requireAll(matrix);
    return matrix;
  }

  private void pair(List<String> words, LatencyMatrix matrix, BitSet seen)
      throws TopologyException {
    if (words.size() != 2 || !PAIR.matcher(words.get(0)).matches()) {
      throw lines.problem("'N,M TIME' is expected");
    }
    String[] ends = words.get(0).split(",", 2);
    int sites = matrix.sites();
    int from = lines.integer(ends[0], "node", 1, sites);
    int to = lines.integer(ends[1], "node", 1, sites);
    if (from == to) {
      return; // not looked at
    }
    int place = (from - 1) * sites + to - 1;
    if (seen.get(place)) {
      throw lines.problem("a second time from node " + from + " to node " + to);
    }
    seen.set(place);
    String what = "the one-way time from node " + from + " to " + to;
    matrix.put(from - 1, to - 1, oneWay(words.get(1), what, 1));
  }

  private void requireAll(LatencyMatrix matrix) throws TopologyException {
    for (int from = 0; from < matrix.sites(); from++) {
      for (int to = from + 1; to < matrix.sites(); to++) {
        if (matrix.between(from, to) == LatencyMatrix.UNKNOWN) {
          throw TopologyException.atLine(
              lines.number() + 1,
              "the text ends without a time between nodes " + (from + 1) + " and " + (to + 1));
        }
      }
    }
  }

  private int oneWay(String word, String what, int trips) throws TopologyException {
    if (word.isEmpty()) {
      throw lines.problem(what + " is missing");
    }
    double most = LONGEST.toNanos() / 1e3 / micros;
    double time = lines.decimal(word, what, 0, most);
    if (time == 0) {
      throw lines.problem(what + " is 0, so it was not measured");
    }
    return (int) Math.ceil(time * micros / trips);
  }
}
