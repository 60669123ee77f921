package org.spamwatch.sketch.counting;

import org.spamwatch.sketch.HashFunctions;

/**
 * Counters of 0 to {@link #most} each, where {@link #most} stands for that many or more. Those that
 * are added, compared or subtracted have the same layout.
 */
sealed interface Cells permits PackedCells, SplitCells {
  /** Packed cells for some hash functions. */
  static Cells packed(HashFunctions functions, int bits) {
    return new PackedCells(
        cells(functions), within("cells of", bits, CountingFilter.MAX_CELL_BITS));
  }

  /** Cells in the split layout for some hash functions. */
  static Cells split(HashFunctions functions, int bits) {
    return new SplitCells(
        cells(functions), within("small counts of", bits, CountingFilter.MAX_SMALL_BITS));
  }

  private static int cells(HashFunctions functions) {
    if (functions.size() > CountingFilter.MAX_CELLS) {
      throw new IllegalArgumentException(
          "a counting filter has 1 to "
              + CountingFilter.MAX_CELLS
              + " cells, not "
              + functions.size());
    }
    return (int) functions.size();
  }

  private static int within(String what, int bits, int most) {
    if (bits < 1 || bits > most) {
      throw new IllegalArgumentException(
          "a counting filter has " + what + " 1 to " + most + " bits, not " + bits);
    }
    return bits;
  }

  /** How many there are. */
  int count();

  /** The largest value. */
  int most();

  int get(int cell);

  /** Sets a cell to a value of 0 to {@link #most}. */
  void set(int cell, int value);

  /**
   * Raises some cells by 1 or more, each once however often it is named; what would exceed {@link
   * #most} stays there.
   *
   * @param alike whether only those at the smallest value are raised, and the others to its new
   *     value where they are below that
   * @return the smallest value after that
   */
  int raise(int[] positions, int from, int count, int by, boolean alike);

  /** Adds cell by cell; what would exceed {@link #most} stays there. */
  void add(Cells other);

  /** Whether each cell is at least the other's. */
  boolean covers(Cells other);

  /** Subtracts cell by cell what these cover. */
  void subtract(Cells other);

  /** The cells that are not 0. */
  int nonZero();

  /** The cells that are not 0 here or there. */
  int nonZero(Cells other);

  boolean hasLayoutOf(Cells other);

  void clear();

  Cells copy();

  /** The memory they take, in bytes. */
  long bytes();
}
