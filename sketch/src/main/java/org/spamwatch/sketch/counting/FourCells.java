package org.spamwatch.sketch.counting;

/**
 * The refined insertion of an element that has four packed cells: four, as DCC's filters have, stay
 * in registers, where any number goes through arrays. Each width is a constant where it is called,
 * so that the compiler makes an insertion for each that is used: masks, shifts and the division by
 * the cells of a long are then constants too. {@link PackedCells#raise} says what it does, for any
 * number of cells.
 */
final class FourCells {
  private FourCells() {}

  /**
   * Raises those at the smallest value, and the others to its new value where they are below that;
   * what would exceed the largest stays there. A cell that is named twice is raised once.
   *
   * @param bits of a cell, 1 to 8
   * @return the smallest value after that
   */
  static int raise(long[] words, int bits, int a, int b, int c, int d, int by) {
    return switch (bits) {
      case 1 -> raiseAlike(words, 1, a, b, c, d, by);
      case 2 -> raiseAlike(words, 2, a, b, c, d, by);
      case 3 -> raiseAlike(words, 3, a, b, c, d, by);
      case 4 -> raiseAlike(words, 4, a, b, c, d, by);
      case 5 -> raiseAlike(words, 5, a, b, c, d, by);
      case 6 -> raiseAlike(words, 6, a, b, c, d, by);
      case 7 -> raiseAlike(words, 7, a, b, c, d, by);
      default -> raiseAlike(words, 8, a, b, c, d, by);
    };
  }

  private static int raiseAlike(long[] words, int bits, int a, int b, int c, int d, int by) {
    int most = (1 << bits) - 1;
    int least =
        Math.min(
            Math.min(value(words, bits, a), value(words, bits, b)),
            Math.min(value(words, bits, c), value(words, bits, d)));
    int raised = least + Math.min(by, most - least);
    raiseTo(raised, words, bits, a);
    raiseTo(raised, words, bits, b);
    raiseTo(raised, words, bits, c);
    raiseTo(raised, words, bits, d);
    return raised;
  }

  private static int value(long[] words, int bits, int cell) {
    int word = word(cell, bits);
    return (int) (words[word] >>> shift(cell, word, bits)) & ((1 << bits) - 1);
  }

  /** No branch: which cells are raised is not foreseen. */
  private static void raiseTo(int target, long[] words, int bits, int cell) {
    int index = word(cell, bits);
    int shift = shift(cell, index, bits);
    long word = words[index];
    int value = (int) (word >>> shift) & ((1 << bits) - 1);
    words[index] = word + ((long) Math.max(0, target - value) << shift);
  }

  /** The number of the long that holds a cell. */
  static int word(int cell, int bits) {
    long reciprocal = PackedCells.reciprocal(Long.SIZE / bits);
    return (int) ((cell * reciprocal) >>> PackedCells.RECIPROCAL_SHIFT);
  }

  private static int shift(int cell, int word, int bits) {
    return cell * bits - word * (Long.SIZE / bits * bits);
  }
}
