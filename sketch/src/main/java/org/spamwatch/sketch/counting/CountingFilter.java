package org.spamwatch.sketch.counting;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.spamwatch.sketch.HashFunctions;

/**
 * Counts how often each 64-bit element was inserted, in m cells of a few bits: an element has k of
 * them, and its count is the smallest. A count is never too small, up to {@link #maxCount} where
 * cells stay; it is too large where all cells of an element were raised by others.
 *
 * <p>Both extensions of Yan and Cho (section IV):
 *
 * <ul>
 *   <li><em>intuitive</em> (after Fan et al., <em>Summary Cache</em>): an insertion raises all
 *       cells of the element. Elements can be deleted again.
 *   <li><em>refined</em>: it raises only those that equal the smallest (heuristic H1), and so errs
 *       for a half to a seventeenth as many elements. There is no deletion: it would lower cells
 *       that the element had not raised, and other elements would be counted too low.
 * </ul>
 *
 * <p>In both a cell that an element hits twice is raised once (H2).
 *
 * <p>Filters with the same hash functions, extension and cells can be {@linkplain #merge merged}
 * cell by cell: the counts are then at least the sums, as long as nobody reports an insertion to
 * two of the merged. The refined filter's counts depend on the order of insertions, the intuitive
 * one's do not.
 *
 * <pre>{@code
 * CountingFilter seen = CountingFilter.refined(HashFunctions.doubleHashing(80_000, 4, seed), 5);
 * if (seen.insert(checksum) >= 20) { ... } // as DCC: it is bulk
 * }</pre>
 *
 * <p>Insertion, look-up, deletion and merging allocate nothing, but for the tables of the split
 * layout as they grow. Not thread-safe; several threads may read a filter that none changes.
 */
public final class CountingFilter {
  /** The largest m. */
  public static final int MAX_CELLS = 1 << 30;

  /** The most bits of a packed cell. */
  public static final int MAX_CELL_BITS = 8;

  /** The largest s of the split layout. */
  public static final int MAX_SMALL_BITS = 7;

  private final HashFunctions functions;
  private final int hashes;
  private final boolean refined;
  private final Cells cells;
  private final int[] at; // the cells of the element that is inserted

  CountingFilter(HashFunctions functions, boolean refined, Cells cells) {
    this.functions = functions;
    this.hashes = functions.hashes();
    this.refined = refined;
    this.cells = cells;
    this.at = new int[hashes];
  }

  /**
   * An empty intuitive filter of packed cells.
   *
   * @param functions give m, up to {@value #MAX_CELLS}, and k
   * @param cellBits of a cell, 1 to {@value #MAX_CELL_BITS}; it counts to 2^bits - 1
   * @throws IllegalArgumentException if a number is out of range
   */
  public static CountingFilter intuitive(HashFunctions functions, int cellBits) {
    return new CountingFilter(functions, false, Cells.packed(functions, cellBits));
  }

  /**
   * An empty refined filter of packed cells.
   *
   * @param functions give m, up to {@value #MAX_CELLS}, and k
   * @param cellBits of a cell, 1 to {@value #MAX_CELL_BITS}; it counts to 2^bits - 1
   * @throws IllegalArgumentException if a number is out of range
   */
  public static CountingFilter refined(HashFunctions functions, int cellBits) {
    return new CountingFilter(functions, true, Cells.packed(functions, cellBits));
  }

  /**
   * An empty intuitive filter in the split layout (section IV): cells of s + 1 bits, and tables for
   * the further bits of counts from 2^s on, up to 2^(16 + s) - 1.
   *
   * @param functions give m, up to {@value #MAX_CELLS}, and k
   * @param smallBits s, 1 to {@value #MAX_SMALL_BITS}
   * @throws IllegalArgumentException if a number is out of range
   */
  public static CountingFilter splitIntuitive(HashFunctions functions, int smallBits) {
    return new CountingFilter(functions, false, Cells.split(functions, smallBits));
  }

  /**
   * An empty refined filter in the split layout.
   *
   * @param functions give m, up to {@value #MAX_CELLS}, and k
   * @param smallBits s, 1 to {@value #MAX_SMALL_BITS}
   * @throws IllegalArgumentException if a number is out of range
   */
  public static CountingFilter splitRefined(HashFunctions functions, int smallBits) {
    return new CountingFilter(functions, true, Cells.split(functions, smallBits));
  }

  /** Its hash functions, which give m and k. */
  public HashFunctions functions() {
    return functions;
  }

  /** Whether H1 holds: only the smallest cells are raised. */
  public boolean isRefined() {
    return refined;
  }

  /** The largest count, which stands for that many or more. */
  public int maxCount() {
    return cells.most();
  }

  /** Inserts an element once; returns its count after that. */
  public int insert(long element) {
    return insert(element, 1);
  }

  /**
   * Inserts an element several times in a row, at the cost of one; returns its count after that.
   *
   * @throws IllegalArgumentException if the times are fewer than 1; nothing has changed then
   */
  public int insert(long element, int times) {
    checkTimes(times);
    if (refined && hashes == 4 && cells instanceof PackedCells packed) {
      return packed.raiseFour(
          (int) functions.position(element, 0),
          (int) functions.position(element, 1),
          (int) functions.position(element, 2),
          (int) functions.position(element, 3),
          times);
    }
    functions.positions(element, at, 0);
    return cells.raise(at, 0, hashes, times, refined);
  }

  private static void checkTimes(int times) {
    if (times < 1) {
      throw new IllegalArgumentException("an element is inserted 1 time or more, not " + times);
    }
  }

  /**
   * Inserts the element of some cells, as {@link HashFunctions#positions} gives them, so that what
   * is inserted often is hashed once; returns its count after that.
   *
   * @param positions k cells from an index on, each 0 to m - 1
   * @throws IllegalArgumentException if the times are fewer than 1; nothing has changed then
   * @throws IndexOutOfBoundsException if a cell is out of range; nothing has changed then
   */
  public int insertAt(int[] positions, int from, int times) {
    checkTimes(times);
    for (int i = from; i < from + hashes; i++) {
      Objects.checkIndex(positions[i], cells.count());
    }
    return cells.raise(positions, from, hashes, times, refined);
  }

  /** Whether no earlier function of the element hits the same cell (H2). */
  private static boolean isFirst(int[] positions, int from, int index) {
    int cell = positions[from + index];
    for (int i = from; i < from + index; i++) {
      if (positions[i] == cell) {
        return false;
      }
    }
    return true;
  }

  /**
   * Takes one insertion of an element back. Cells at the largest count stay there: nobody knows how
   * often they were raised. Deleting what was never inserted, but looks so, lowers the counts of
   * others.
   *
   * @return whether its count was above 0; else nothing has changed
   * @throws UnsupportedOperationException if the filter is refined
   */
  public boolean delete(long element) {
    if (refined) {
      throw new UnsupportedOperationException(
          "a refined counting filter cannot delete: others would be counted too low");
    }
    if (count(element) == 0) {
      return false;
    }
    functions.positions(element, at, 0);
    for (int i = 0; i < hashes; i++) {
      int value = cells.get(at[i]);
      if (value < cells.most() && isFirst(at, 0, i)) {
        cells.set(at[i], value - 1);
      }
    }
    return true;
  }

  /** How often an element was inserted: that often at most, unless it is {@link #maxCount}. */
  public int count(long element) {
    int count = cells.most();
    for (int i = 0; i < hashes; i++) {
      count = Math.min(count, cells.get((int) functions.position(element, i)));
    }
    return count;
  }

  /**
   * The count of the element of some cells, as {@link HashFunctions#positions} gives them.
   *
   * @throws IndexOutOfBoundsException if a cell is out of range
   */
  public int countAt(int[] positions, int from) {
    int count = cells.most();
    for (int i = from; i < from + hashes; i++) {
      count = Math.min(count, cells.get(Objects.checkIndex(positions[i], cells.count())));
    }
    return count;
  }

  /** The value of a cell, 0 to m - 1. */
  public int cell(int cell) {
    return cells.get(Objects.checkIndex(cell, cells.count()));
  }

  /** Whether another filter has the same hash functions, extension and cells. */
  public boolean isCompatible(CountingFilter other) {
    return functions.equals(other.functions)
        && refined == other.refined
        && cells.hasLayoutOf(other.cells);
  }

  private void check(CountingFilter other) {
    if (!isCompatible(other)) {
      throw new IllegalArgumentException(
          "counting filters of different kinds cannot be merged: " + this + ", " + other);
    }
  }

  /**
   * Adds another filter, cell by cell; what would exceed {@link #maxCount} stays there.
   *
   * @throws IllegalArgumentException if it is not {@link #isCompatible}; nothing has changed then
   */
  public void merge(CountingFilter other) {
    check(other);
    cells.add(other.cells);
  }

  /**
   * Adds another filter, unless the merged one were too full: a filter of ones counts everything.
   *
   * @param mostFill the largest {@link #fillRatio} of the merged filter that is accepted
   * @throws IllegalArgumentException if the other is not {@link #isCompatible}, or the merged
   *     filter too full; nothing has changed then
   */
  public void merge(CountingFilter other, double mostFill) {
    check(other);
    double fill = (double) cells.nonZero(other.cells) / cells.count();
    if (fill > mostFill) {
      throw new IllegalArgumentException(
          "%s is not taken in: the merged fill of %.3f exceeds %.3f"
              .formatted(other, fill, mostFill));
    }
    cells.add(other.cells);
  }

  /**
   * What was inserted and merged since this filter was like another: whoever had merged the other
   * and merges this has what he would have by merging this filter alone. Takes as much memory as
   * this filter; its serial form is short when little happened.
   *
   * @throws IllegalArgumentException if the other is not {@link #isCompatible}, or counts more
   *     somewhere than this
   */
  public CountingFilter deltaSince(CountingFilter then) {
    check(then);
    if (!cells.covers(then.cells)) {
      throw new IllegalArgumentException(
          "no delta: " + then + " counts more somewhere than " + this);
    }
    Cells difference = cells.copy();
    difference.subtract(then.cells);
    return new CountingFilter(functions, refined, difference);
  }

  /** A copy, which changes apart. */
  public CountingFilter copy() {
    return new CountingFilter(functions, refined, cells.copy());
  }

  /** Forgets everything. */
  public void clear() {
    cells.clear();
  }

  /** The share of cells that are not 0, 0 to 1. Looks at all cells. */
  public double fillRatio() {
    return (double) cells.nonZero() / cells.count();
  }

  /** The cells of a value or more. Looks at all cells. */
  public int cellsFrom(int value) {
    int from = 0;
    for (int cell = 0; cell < cells.count(); cell++) {
      from += cells.get(cell) >= value ? 1 : 0;
    }
    return from;
  }

  /**
   * The chance that an element that was never inserted counts as much as a threshold or more, by
   * the cells as they are now: the share of cells from it on, to the power of k. Looks at all
   * cells. What is expected of n insertions before they happen says {@link ThresholdError}.
   */
  public double falsePositiveRate(int threshold) {
    return Math.pow((double) cellsFrom(threshold) / cells.count(), hashes);
  }

  /**
   * An estimate of how many distinct elements were inserted: -(m/k) ln(1 - fill). Infinite if no
   * cell is 0. Looks at all cells.
   */
  public double approximateCount() {
    return -Math.log1p(-fillRatio()) * cells.count() / hashes;
  }

  /** The memory of its cells, in bytes. */
  public long bytes() {
    return cells.bytes();
  }

  /** The bytes of the serial form. Looks at all cells. */
  public int serialLength() {
    return CountingForm.length(functions, cells);
  }

  /**
   * Writes the serial form, big-endian: "SWCF" (4), version 1 (1), 1 if refined or 0 (1), bits of a
   * packed cell, or 128 + s in the split layout (1), {@link HashFunctions#write}, and the cells in
   * the shorter of two forms: 0 (1) and the longs of packed cells (8 each); or 1 (1), the number of
   * cells that are not 0 (4), and for each the cells between it and the one before and its value,
   * both as groups of 7 bits, low ones first, where the high bit of a byte says that another
   * follows. The split layout has the second form alone. It is stable: what was written is read by
   * all later versions. There is no checksum: what keeps or sends it has its own.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  public void write(ByteBuffer out) {
    CountingForm.write(out, functions, refined, cells);
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param mostCells the largest m that is accepted: a form of few bytes may be of many cells
   * @throws IllegalArgumentException in one line, if it is cut off or none of this version
   */
  public static CountingFilter read(ByteBuffer in, int mostCells) {
    return CountingForm.read(in, mostCells);
  }

  /** Whether both have the same hash functions, extension, layout and cells. */
  @Override
  public boolean equals(Object other) {
    return other instanceof CountingFilter that && isCompatible(that) && cells.equals(that.cells);
  }

  @Override
  public int hashCode() {
    return cells.hashCode();
  }

  @Override
  public String toString() {
    return "%s counting filter of %d cells to %d, %s"
        .formatted(refined ? "refined" : "intuitive", cells.count(), cells.most(), functions);
  }
}
