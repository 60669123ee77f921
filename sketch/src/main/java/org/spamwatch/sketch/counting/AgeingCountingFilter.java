package org.spamwatch.sketch.counting;

import java.nio.ByteBuffer;
import org.spamwatch.sketch.HashFunctions;

/**
 * Counts that forget: a refined {@link CountingFilter} for the current period and one for the last,
 * which is dropped whole when a period begins. An element's count is that of both together: what
 * was inserted counts in its period and the next. Source: Yan and Cho, <em>Enhancing Collaborative
 * Spam Detection with Bloom Filters</em>, section III, whose signature aging this is for counts.
 *
 * <p>Periods are numbered by whoever has the clock. Elements come as their cells ({@link
 * HashFunctions#positions}), so that who asks several filters hashes once. Takes twice the memory
 * of a filter, at the beginning. Not thread-safe.
 */
public final class AgeingCountingFilter {
  private CountingFilter current;
  private CountingFilter previous;
  private long period;
  private long distinct;
  private long distinctBefore;

  private AgeingCountingFilter(CountingFilter current, CountingFilter previous, long period) {
    this.current = current;
    this.previous = previous;
    this.period = period;
    distinct = estimate(current);
    distinctBefore = estimate(previous);
  }

  /**
   * An empty filter.
   *
   * @param functions of either period's; they give its m and k
   * @param cellBits of a cell, 1 to {@value CountingFilter#MAX_CELL_BITS}
   * @param period the number of the current one
   * @throws IllegalArgumentException if a number is out of range
   */
  public AgeingCountingFilter(HashFunctions functions, int cellBits, long period) {
    this(
        CountingFilter.refined(functions, cellBits),
        CountingFilter.refined(functions, cellBits),
        period);
  }

  private static long estimate(CountingFilter filter) {
    return Math.round(Math.min(filter.approximateCount(), 1e18));
  }

  /**
   * Begins a period; all that is older than the one before it is forgotten.
   *
   * @return whether it is a later one; nothing has changed if not
   */
  public boolean advanceTo(long now) {
    if (now <= period) {
      return false;
    }
    CountingFilter eldest = previous;
    previous = current;
    current = eldest;
    current.clear();
    distinctBefore = distinct;
    distinct = 0;
    if (now != period + 1) {
      previous.clear();
      distinctBefore = 0;
    }
    period = now;
    return true;
  }

  /** The number of the current period. */
  public long period() {
    return period;
  }

  /** The hash functions. */
  public HashFunctions functions() {
    return current.functions();
  }

  /** The largest count, which stands for that many or more. */
  public int maxCount() {
    return current.maxCount();
  }

  /** Different elements of this period, about. */
  public long distinct() {
    return distinct;
  }

  /** Different elements of the period before, about. */
  public long distinctBefore() {
    return distinctBefore;
  }

  /** The memory of its cells, in bytes. */
  public long bytes() {
    return current.bytes() + previous.bytes();
  }

  /** A cell's value in both periods together: up to twice {@link #maxCount}. */
  public int cell(int cell) {
    return current.cell(cell) + previous.cell(cell);
  }

  /** An element's count in this period. */
  public int currentAt(int[] positions) {
    return current.countAt(positions, 0);
  }

  /** An element's count in the period before. */
  public int previousAt(int[] positions) {
    return previous.countAt(positions, 0);
  }

  /** An element's count in both periods together, {@link #maxCount} at most. */
  public int countAt(int[] positions) {
    return Math.min(maxCount(), currentAt(positions) + previousAt(positions));
  }

  /**
   * Inserts an element in this period.
   *
   * @throws IllegalArgumentException if the times are fewer than 1; nothing has changed then
   */
  public void insertAt(int[] positions, int times) {
    if (current.countAt(positions, 0) == 0) {
      distinct++;
    }
    current.insertAt(positions, 0, times);
  }

  /**
   * Has an element count at least so much in each period: for what is to count like another filter.
   *
   * @return whether anything has changed
   */
  public boolean raiseAt(int[] positions, int inCurrent, int inPrevious) {
    int more = inCurrent - currentAt(positions);
    if (more > 0) {
      insertAt(positions, more);
    }
    int moreBefore = inPrevious - previousAt(positions);
    if (moreBefore > 0) {
      distinctBefore += previous.countAt(positions, 0) == 0 ? 1 : 0;
      previous.insertAt(positions, 0, moreBefore);
    }
    return more > 0 || moreBefore > 0;
  }

  /** Both periods in one filter, which changes apart. */
  public CountingFilter together() {
    CountingFilter all = current.copy();
    all.merge(previous);
    return all;
  }

  /** Whether a filter has the same hash functions, extension and cells. */
  public boolean isCompatible(CountingFilter other) {
    return current.isCompatible(other);
  }

  /** The bytes of the serial form. Looks at all cells. */
  public long serialLength() {
    return (long) current.serialLength() + previous.serialLength();
  }

  /** Writes the serial form: this period and the one before, as {@link CountingFilter#write}. */
  public void write(ByteBuffer out) {
    current.write(out);
    previous.write(out);
  }

  /**
   * Reads what was written into a filter of the same hash functions and cells.
   *
   * @param like which it is to be like
   * @param period its number then
   * @throws IllegalArgumentException in one line, if it is cut off, none, or of another kind
   */
  public static AgeingCountingFilter read(ByteBuffer in, AgeingCountingFilter like, long period) {
    int mostCells = (int) like.functions().size();
    CountingFilter current = CountingFilter.read(in, mostCells);
    CountingFilter previous = CountingFilter.read(in, mostCells);
    if (!like.isCompatible(current) || !like.isCompatible(previous)) {
      throw new IllegalArgumentException("holds counts of other parameters than it says");
    }
    return new AgeingCountingFilter(current, previous, period);
  }
}
