package org.spamwatch.statistics;

import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.LloydMaxQuantiser;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;

/**
 * How a filter is built (HAI, section III-E).
 *
 * @param bytes m, of the bits: {@value #LEAST_BYTES} to {@value #MOST_BYTES}. Of n tokens one that
 *     was not learnt finds a value with probability 1 - (1 - (1 - e^(-nh/m))^h)^q, m in bits; a
 *     filter larger than the processor's cache is slower
 * @param levels q, 2 to 16: more are more exact, and leave fewer entries
 * @param hashes h, 1 to 32: each costs an access to memory
 * @param layout where a level's bit stands
 * @param choice of a token's value where several are found; conservative errs for ham
 * @param scale of the quantiser
 * @param combination of the tokens
 * @param mostFill share of bits that may be set, above 0 and at most 1: above it the tokens of the
 *     fewest mails are left out
 */
public record FilterParameters(
    int bytes,
    int levels,
    int hashes,
    Layout layout,
    Choice choice,
    Scale scale,
    Combination combination,
    double mostFill) {
  /** The smallest filter. */
  public static final int LEAST_BYTES = 64 << 10;

  /** The largest filter. */
  public static final int MOST_BYTES = 16 << 20;

  /** The paper's m, h and q, with the rotated layout, for tokens as {@link Combination#DEFAULT}. */
  public static final FilterParameters DEFAULT =
      new FilterParameters(
          512 << 10,
          8,
          4,
          Layout.ROTATED,
          Choice.CONSERVATIVE,
          Scale.LOG_ODDS,
          Combination.DEFAULT,
          .4);

  /** The paper's throughout: the published layout, its scale, and no token left out. */
  public static final FilterParameters PUBLISHED =
      new FilterParameters(
          512 << 10,
          8,
          4,
          Layout.PUBLISHED,
          Choice.CONSERVATIVE,
          Scale.SPAMMINESS,
          Combination.BOGOFILTER,
          1);

  /** Checks what is given. */
  public FilterParameters {
    check(bytes, LEAST_BYTES, MOST_BYTES, "bytes");
    check(levels, LloydMaxQuantiser.MIN_LEVELS, LloydMaxQuantiser.MAX_LEVELS, "levels");
    check(hashes, 1, HashFunctions.MAX_HASHES, "hashes");
    if (!(mostFill > 0 && mostFill <= 1)) {
      throw new IllegalArgumentException(
          "the most fill of a filter is above 0 and at most 1, not " + mostFill);
    }
  }

  private static void check(int value, int least, int most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "a statistical filter has " + least + " to " + most + " " + what + ", not " + value);
    }
  }

  /** r, the entries that the bits make. */
  int entries() {
    return (int) (8L * bytes / levels);
  }

  /** These with another size. */
  public FilterParameters withBytes(int other) {
    return new FilterParameters(
        other, levels, hashes, layout, choice, scale, combination, mostFill);
  }

  /** These with other h and q. */
  public FilterParameters with(int otherHashes, int otherLevels) {
    return new FilterParameters(
        bytes, otherLevels, otherHashes, layout, choice, scale, combination, mostFill);
  }

  /** These with another combination. */
  public FilterParameters with(Combination other) {
    return new FilterParameters(bytes, levels, hashes, layout, choice, scale, other, mostFill);
  }

  /** These with another layout, choice and scale. */
  public FilterParameters with(Layout otherLayout, Choice otherChoice, Scale otherScale) {
    return new FilterParameters(
        bytes, levels, hashes, otherLayout, otherChoice, otherScale, combination, mostFill);
  }
}
