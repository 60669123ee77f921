package org.spamwatch.sketch.counting;

import java.util.Arrays;
import org.spamwatch.sketch.HashFunctions;

/**
 * Cells of 1 to 8 bits, as many to a long as fit it whole (12 of 5 bits), from its low bits on; the
 * bits above them are 0. Whole longs are added, subtracted and counted at once, without a branch
 * and without a carry from one cell to the next (Warren, <em>Hacker's Delight</em>, 2-18): the
 * virtual machine makes vector instructions of these loops.
 */
final class PackedCells implements Cells {
  /** A cell's number times {@link #reciprocal}, shifted by this, is the number of its long. */
  static final int RECIPROCAL_SHIFT = 34;

  private final int count;
  private final int bits;
  private final int most;
  private final int inWord;
  private final long reciprocal;
  private final long tops; // the highest bit of each cell
  private final long[] words;
  private final long[] places = new long[HashFunctions.MAX_HASHES]; // long << 6 | shift
  private final int[] targets = new int[HashFunctions.MAX_HASHES];

  /** All 0; up to 2^30 cells of 1 to 8 bits. */
  PackedCells(int count, int bits) {
    this.count = count;
    this.bits = bits;
    most = (1 << bits) - 1;
    inWord = Long.SIZE / bits;
    reciprocal = reciprocal(inWord);
    long highest = 0;
    for (int i = 0; i < inWord; i++) {
      highest |= 1L << (i * bits + bits - 1);
    }
    tops = highest;
    words = new long[(count + inWord - 1) / inWord];
  }

  /**
   * 2^34 over the cells in a long, rounded up by e parts of so many: 8 at most for those that there
   * are, so that a long's number is exact for fewer than 2^34 / 8 cells.
   */
  static long reciprocal(int inWord) {
    return ((1L << RECIPROCAL_SHIFT) + inWord - 1) / inWord;
  }

  private int word(int cell) {
    return (int) ((cell * reciprocal) >>> RECIPROCAL_SHIFT);
  }

  private int shift(int cell, int word) {
    return (cell - word * inWord) * bits;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int most() {
    return most;
  }

  @Override
  public int get(int cell) {
    int word = word(cell);
    return (int) (words[word] >>> shift(cell, word)) & most;
  }

  @Override
  public void set(int cell, int value) {
    int word = word(cell);
    int shift = shift(cell, word);
    words[word] = (words[word] & ~((long) most << shift)) | ((long) value << shift);
  }

  @Override
  public int raise(int[] positions, int from, int count, int by, boolean alike) {
    if (alike && count == 4) {
      return raiseFour(
          positions[from], positions[from + 1], positions[from + 2], positions[from + 3], by);
    }
    int least = most;
    for (int i = 0; i < count; i++) {
      int cell = positions[from + i];
      int word = word(cell);
      int shift = shift(cell, word);
      int value = (int) (words[word] >>> shift) & most;
      places[i] = ((long) word << 6) | shift;
      if (!alike) {
        targets[i] = value + Math.min(by, most - value);
      }
      least = Math.min(least, value);
    }
    int raised = least + Math.min(by, most - least);
    for (int i = 0; i < count; i++) {
      int target = alike ? raised : targets[i];
      long place = places[i]; // shifts take its low six bits
      long word = words[(int) (place >>> 6)];
      // No branch: which cells are raised is not foreseen. One that was named before is there.
      long lacking = Math.max(0, target - ((int) (word >>> place) & most));
      words[(int) (place >>> 6)] = word + (lacking << place);
    }
    return raised;
  }

  /** {@link #raise} of four cells that are raised alike. */
  int raiseFour(int a, int b, int c, int d, int by) {
    return FourCells.raise(words, bits, a, b, c, d, by);
  }

  @Override
  public void add(Cells other) {
    add(words, ((PackedCells) other).words, tops, bits - 1);
  }

  private static void add(long[] into, long[] from, long tops, int toLowest) {
    for (int i = 0; i < into.length; i++) {
      long a = into[i];
      long b = from[i];
      long low = (a & ~tops) + (b & ~tops); // at a cell's top the carry into it
      long over = ((a & b) | ((a | b) & low)) & tops;
      long full = (over << 1) - (over >>> toLowest); // ones in each cell that overflows
      into[i] = (low ^ ((a ^ b) & tops)) | full;
    }
  }

  @Override
  public boolean covers(Cells other) {
    long[] less = ((PackedCells) other).words;
    long borrows = 0;
    for (int i = 0; i < words.length; i++) {
      long a = words[i];
      long b = less[i];
      borrows |= ((~a & b) | (~(a ^ b) & difference(a, b, tops))) & tops;
    }
    return borrows == 0;
  }

  private static long difference(long a, long b, long tops) {
    return ((a | tops) - (b & ~tops)) ^ ((a ^ ~b) & tops);
  }

  @Override
  public void subtract(Cells other) {
    long[] less = ((PackedCells) other).words;
    for (int i = 0; i < words.length; i++) {
      words[i] = difference(words[i], less[i], tops);
    }
  }

  @Override
  public int nonZero() {
    return nonZero(words, words, lows(), tops);
  }

  @Override
  public int nonZero(Cells other) {
    return nonZero(words, ((PackedCells) other).words, lows(), tops);
  }

  /** All bits of all cells but the highest of each. */
  private long lows() {
    long used = inWord * bits == Long.SIZE ? -1 : (1L << (inWord * bits)) - 1;
    return used & ~tops;
  }

  private static int nonZero(long[] some, long[] others, long lows, long tops) {
    int nonZero = 0;
    for (int i = 0; i < some.length; i++) {
      long either = some[i] | others[i];
      nonZero += Long.bitCount((((either & lows) + lows) | either) & tops);
    }
    return nonZero;
  }

  @Override
  public boolean hasLayoutOf(Cells other) {
    return other instanceof PackedCells that && count == that.count && bits == that.bits;
  }

  @Override
  public void clear() {
    Arrays.fill(words, 0);
  }

  @Override
  public PackedCells copy() {
    PackedCells copy = new PackedCells(count, bits);
    System.arraycopy(words, 0, copy.words, 0, words.length);
    return copy;
  }

  @Override
  public long bytes() {
    return (long) Long.BYTES * words.length;
  }

  int bits() {
    return bits;
  }

  int words() {
    return words.length;
  }

  long wordAt(int index) {
    return words[index];
  }

  /** Sets a whole long; returns whether it has no bits but those of cells that there are. */
  boolean setWord(int index, long value) {
    int cells = Math.min(inWord, count - index * inWord);
    words[index] = value;
    return cells * bits == Long.SIZE || value >>> (cells * bits) == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedCells that
        && hasLayoutOf(that)
        && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }
}
