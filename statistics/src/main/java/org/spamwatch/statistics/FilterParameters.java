package org.spamwatch.statistics;

import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.LloydMaxQuantiser;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;

/**
 * How a filter is built (HAI, section III-E).
 *
 * @param bytes of the bits, m of them, and the corrections: {@value #LEAST_BYTES} to {@value
 *     #MOST_BYTES}. Of n tokens one that was not learnt finds a value with probability 1 - (1 - (1
 *     - e^(-nh/m))^h)^q, m in bits; a filter larger than the processor's cache is slower
 * @param levels q, 2 to 16: more are more exact, and leave fewer entries
 * @param hashes h, 1 to 32: each costs an access to memory. Where {@code mostFalse} is below 1 it
 *     is the least, and more are taken, up to {@value #MOST_RAISED}, where that is needed
 * @param layout where a level's bit stands
 * @param choice of a token's value where several are found; conservative errs for ham
 * @param scale of the quantiser
 * @param combination of the tokens
 * @param mostFalse share of tokens that were not learnt and may find a value all the same, above 0
 *     and at most 1: of more tokens than that leaves room for, those of the fewest mails are left
 *     out, by lot, and what the bits say wrongly of those that were learnt is corrected. At 1 it is
 *     as published
 */
public record FilterParameters(
    int bytes,
    int levels,
    int hashes,
    Layout layout,
    Choice choice,
    Scale scale,
    Combination combination,
    double mostFalse) {
  /** The smallest filter. */
  public static final int LEAST_BYTES = 64 << 10;

  /** The most hash functions that are taken of the program's own accord. */
  public static final int MOST_RAISED = 14;

  /** The largest filter. */
  public static final int MOST_BYTES = 16 << 20;

  /**
   * The paper's m and h, with the rotated layout; one token in five hundred that nobody has seen is
   * known, and few that were learnt say something else: 125,000 tokens fit with four hashes and
   * 229,000 with thirteen. A share of .033, which 287,000 tokens have with four, costs 5 to 20 of
   * 100 spam mails that are caught by the threshold .99.
   */
  public static final FilterParameters DEFAULT =
      new FilterParameters(
          512 << 10,
          12,
          4,
          Layout.ROTATED,
          Choice.CONSERVATIVE,
          Scale.LOG_ODDS,
          Combination.DEFAULT,
          .002);

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
    if (!(mostFalse > 0 && mostFalse <= 1)) {
      throw new IllegalArgumentException(
          "the share of tokens falsely found is above 0 and at most 1, not " + mostFalse);
    }
  }

  private static void check(int value, int least, int most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "a statistical filter has " + least + " to " + most + " " + what + ", not " + value);
    }
  }

  /** Whether a filter has corrections, and leaves out tokens that it has no room for. */
  boolean isCorrected() {
    return mostFalse < 1;
  }

  /** r, the entries that the bits make. */
  int entries() {
    int corrections = isCorrected() ? Corrections.MOST * Corrections.BYTES_EACH : 0;
    return (int) (8L * (bytes - corrections) / levels);
  }

  /** The h to take for so many tokens: the fewest that err seldom enough, or else the best. */
  int hashesFor(long tokens) {
    int best = hashes;
    for (int h = hashes; h <= MOST_RAISED && falseShare(tokens, best) > mostFalse; h++) {
      if (falseShare(tokens, h) < falseShare(tokens, best)) {
        best = h;
      }
    }
    return best;
  }

  /** How many tokens fit, with the h that is best then. */
  long room() {
    long low = 0;
    long high = (long) entries() * levels;
    while (low < high) {
      long middle = (low + high + 1) / 2;
      if (falseShare(middle, hashesFor(middle)) <= mostFalse) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Eq. 9 of the paper, which holds whatever the values are only in the rotated layout. */
  private double falseShare(long tokens, int h) {
    double fill = -Math.expm1(-(double) tokens * h / ((double) entries() * levels));
    return -Math.expm1(levels * Math.log1p(-Math.pow(fill, h)));
  }

  /** These with another size. */
  public FilterParameters withBytes(int other) {
    return new FilterParameters(
        other, levels, hashes, layout, choice, scale, combination, mostFalse);
  }

  /** These with other h and q. */
  public FilterParameters with(int otherHashes, int otherLevels) {
    return new FilterParameters(
        bytes, otherLevels, otherHashes, layout, choice, scale, combination, mostFalse);
  }

  /** These with another combination. */
  public FilterParameters with(Combination other) {
    return new FilterParameters(bytes, levels, hashes, layout, choice, scale, other, mostFalse);
  }

  /** These with another layout, choice and scale. */
  public FilterParameters with(Layout otherLayout, Choice otherChoice, Scale otherScale) {
    return new FilterParameters(
        bytes, levels, hashes, otherLayout, otherChoice, otherScale, combination, mostFalse);
  }

  /** On which numbers a quantiser makes the mean squared error small. */
  public enum Scale {
    /** Spamminess itself, 0 to 1, of all tokens alike, as the paper has it. */
    SPAMMINESS,
    /**
     * Its logarithmic odds, and each token weighs by the mails that have it; the error is the least
     * that there is, so that no level stays among values that no token has. <em>Differs from the
     * paper:</em> because a score is a sum of logarithms, in which .99 and .9999 are as far apart
     * as .5 and .99, and on the paper's scale hardly at all; and because tokens of many mails are
     * met most.
     */
    LOG_ODDS;

    /** The number of a spamminess above 0 and below 1. */
    double of(double spamminess) {
      return this == SPAMMINESS ? spamminess : Math.log(spamminess) - Math.log1p(-spamminess);
    }

    /** How much a token counts that is in so many mails. */
    double weight(long mails) {
      return this == SPAMMINESS ? 1 : mails;
    }

    /** The spamminess of a number. */
    double spamminess(double number) {
      return this == SPAMMINESS ? number : 1 / (1 + Math.exp(-number));
    }
  }
}
