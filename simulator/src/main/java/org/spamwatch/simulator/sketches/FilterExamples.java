package org.spamwatch.simulator.sketches;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.sketch.BloomFilter;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * The worked examples of Yan and Cho: Table I (what a Bloom filter saves and how often it errs),
 * Table II (how the cells of a message grow in both extensions) and two servers that merge (section
 * IV). The filters are real ones; other elements that share one cell with the message are searched.
 */
public final class FilterExamples {
  private static final int HASHES = 3;
  private static final int CELLS = 1_000;
  private static final int CELL_BITS = 5;
  private static final int ELEMENTS = 100_000;
  private static final int SIGNATURE_BITS = 160;

  /**
   * A line of an example.
   *
   * @param example where it stands
   * @param what it says
   * @param printed what the paper has
   * @param ours what came out
   */
  public record Line(String example, String what, String printed, String ours) {
    /** Whether both are the same. */
    public boolean isSame() {
      return printed.equals(ours);
    }
  }

  /**
   * A line of Table I.
   *
   * @param bitsPerElement m/n
   * @param hashes k
   * @param compression CR, of signatures of 160 bits
   * @param printed the false positives of the paper
   * @param formula (1 - e^(-kn/m))^k, Eq. 1
   * @param filled by the bits that are set after 100,000 elements
   */
  public record Saving(
      int bitsPerElement,
      int hashes,
      double compression,
      String printed,
      double formula,
      double filled) {}

  private final long message = 1;
  private final HashFunctions functions;
  private final long[] sharing = new long[HASHES]; // others that share one cell with the message

  /**
   * The examples with drawn hash functions.
   *
   * @param seed gives them
   */
  public FilterExamples(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    HashFunctions drawn = HashFunctions.universal(CELLS, HASHES, random);
    while (Arrays.stream(cells(drawn, message)).distinct().count() < HASHES) {
      drawn = HashFunctions.universal(CELLS, HASHES, random);
    }
    functions = drawn;
    for (int i = 0; i < HASHES; i++) {
      sharing[i] = sharing(i);
    }
  }

  private static int[] cells(HashFunctions functions, long element) {
    int[] cells = new int[HASHES];
    functions.positions(element, cells, 0);
    return cells;
  }

  /** An element one of whose cells is a certain one of the message, and the others nobody's. */
  private long sharing(int index) {
    int shared = cells(functions, message)[index];
    List<Integer> taken = new ArrayList<>();
    Arrays.stream(cells(functions, message)).forEach(taken::add);
    for (int i = 0; i < index; i++) {
      Arrays.stream(cells(functions, sharing[i])).forEach(taken::add);
    }
    for (long element = message + 1; ; element++) {
      int[] cells = cells(functions, element);
      boolean shares = Arrays.stream(cells).filter(cell -> cell == shared).count() == 1;
      if (shares && Arrays.stream(cells).filter(taken::contains).count() == 1) {
        return element;
      }
    }
  }

  /** Table I. */
  public List<Saving> savings() {
    return List.of(
        saving(16, 4, "2.394E-3"),
        saving(10, 8, "8.455E-3"),
        saving(16, 8, "5.745E-4"),
        saving(40, 8, "1.166E-6"),
        saving(40, 16, "1.948E-8"));
  }

  private Saving saving(int bitsPerElement, int hashes, String printed) {
    BloomFilter filter = new BloomFilter((long) bitsPerElement * ELEMENTS, hashes, message);
    for (long element = 0; element < ELEMENTS; element++) {
      filter.add(element);
    }
    double formula = Math.pow(-Math.expm1(-(double) hashes / bitsPerElement), hashes);
    return new Saving(
        bitsPerElement,
        hashes,
        (double) SIGNATURE_BITS / bitsPerElement,
        printed,
        formula,
        filter.falsePositiveRate());
  }

  /** Table II, and the two servers. */
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    CountingFilter intuitive = CountingFilter.intuitive(functions, CELL_BITS);
    CountingFilter refined = CountingFilter.refined(functions, CELL_BITS);
    for (CountingFilter filter : List.of(intuitive, refined)) {
      filter.insert(sharing[0]);
      filter.insert(sharing[1]);
    }
    String[] grown = {"[1, 1, 0]", "[2, 2, 1]", "[3, 3, 2]", "[4, 4, 3]", "[5, 5, 4]"};
    String[] grownRefined = {"[1, 1, 0]", "[1, 1, 1]", "[2, 2, 2]", "[3, 3, 3]", "[4, 4, 4]"};
    for (int occurrence = 0; occurrence < grown.length; occurrence++) {
      if (occurrence > 0) {
        intuitive.insert(message);
        refined.insert(message);
      }
      String times = "x " + occurrence + " times";
      lines.add(new Line("Table II", "intuitive, " + times, grown[occurrence], at(intuitive)));
      lines.add(new Line("Table II", "refined, " + times, grownRefined[occurrence], at(refined)));
    }
    servers(lines);
    return lines;
  }

  private void servers(List<Line> lines) {
    CountingFilter a = CountingFilter.intuitive(functions, CELL_BITS);
    a.insert(sharing[1], 3);
    a.insert(sharing[2], 6);
    a.insert(message, 2);
    CountingFilter b = CountingFilter.intuitive(functions, CELL_BITS);
    b.insert(sharing[0]);
    b.insert(sharing[1]);
    b.insert(message, 3);
    lines.add(line("intuitive, server a", "[2, 5, 8]", a));
    lines.add(line("intuitive, server b", "[4, 4, 3]", b));
    lines.add(line("intuitive, merged: 6, where x came 5 times", "[6, 9, 11]", merged(a, b)));
    a.insert(message);
    b.insert(message);
    lines.add(line("intuitive, one more x each: 8 for 7", "[8, 11, 13]", merged(a, b)));
    // The same cells before, of which the refined filter raises the smallest alone.
    CountingFilter refinedA = CountingFilter.refined(functions, CELL_BITS);
    refinedA.insert(sharing[1], 5);
    refinedA.insert(sharing[2], 8);
    refinedA.insert(message, 2);
    CountingFilter refinedB = CountingFilter.refined(functions, CELL_BITS);
    refinedB.insert(sharing[0], 4);
    refinedB.insert(sharing[1], 4);
    refinedB.insert(message, 3);
    lines.add(line("refined, server a", "[2, 5, 8]", refinedA));
    lines.add(line("refined, server b", "[4, 4, 3]", refinedB));
    refinedA.insert(message);
    refinedB.insert(message);
    lines.add(line("refined, one more x each: 7 for 7", "[7, 9, 12]", merged(refinedA, refinedB)));
  }

  private Line line(String what, String printed, CountingFilter filter) {
    return new Line("two servers", what, printed, at(filter));
  }

  private static CountingFilter merged(CountingFilter a, CountingFilter b) {
    CountingFilter merged = a.copy();
    merged.merge(b);
    return merged;
  }

  private String at(CountingFilter filter) {
    int[] values = cells(functions, message);
    Arrays.setAll(values, i -> filter.cell(values[i]));
    return Arrays.toString(values);
  }
}
