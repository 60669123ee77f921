package org.spamwatch.statistics;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.statistics.FilterParameters.Scale;

/**
 * What a filter's bits say wrongly of tokens that were learnt, and what their counts say: of those
 * {@link #MOST} at most with which most is wrong. <em>Differs from the paper</em>, which has none:
 * because a word that half of all mails have, that says nothing and that the bits call a sure sign
 * of ham hides up to a tenth of the spam, and who trains knows it. All of these find some value in
 * the bits, so that others need not be looked for here. Does not change once it is made.
 */
final class Corrections {
  /** So many take 1 % of the filter of 512 KB. */
  static final int MOST = 512;

  /** Of the serial form: the token and its level. */
  static final int BYTES_EACH = Long.BYTES + 1;

  private static final int NONE = 0xFF; // no level, in the serial form
  private static final int OFFSET = 2; // of the levels in the map, in which 0 is no correction

  private final TokenMap levels = new TokenMap();
  private int count;

  /** One of a token; the error is in logarithmic odds, over all mails that have it. */
  private record Correction(long token, int level, double error) {
    static final Comparator<Correction> BY_ERROR =
        Comparator.comparingDouble(Correction::error).thenComparingLong(Correction::token);
  }

  /** No corrections. */
  static Corrections none() {
    return new Corrections();
  }

  /** Those that some bits need. Looks up all tokens that were learnt, stored or not. */
  static Corrections of(
      ValueBloomFilter values,
      Choice choice,
      TokenCounts counts,
      Combination combination,
      SpamminessQuantiser quantiser) {
    double[] spamminess = quantiser.spamminess();
    int spamMails = counts.spamMails();
    int hamMails = counts.hamMails();
    PriorityQueue<Correction> worst = new PriorityQueue<>(Correction.BY_ERROR);
    counts.forEach(
        (token, spam, ham) -> {
          int said = values.value(token, choice);
          if (said == ValueBloomFilter.ABSENT) {
            return;
          }
          double actual = combination.spamminess(spam, ham, spamMails, hamMails);
          int level =
              combination.counts(actual) ? quantiser.level(actual) : ValueBloomFilter.ABSENT;
          if (level != said) {
            double odds =
                level == ValueBloomFilter.ABSENT ? 0 : Scale.LOG_ODDS.of(spamminess[level]);
            double error = Math.abs(Scale.LOG_ODDS.of(spamminess[said]) - odds);
            worst.add(new Correction(token, level, ((double) spam + ham) * error));
            if (worst.size() > MOST) {
              worst.remove();
            }
          }
        });
    Corrections corrections = new Corrections();
    worst.forEach(each -> corrections.put(each.token(), each.level()));
    return corrections;
  }

  private void put(long token, int level) {
    levels.put(token, level + OFFSET);
    count++;
  }

  int count() {
    return count;
  }

  /** The level of a token of which the bits say another, or that. */
  int level(long token, int said) {
    int level = levels.get(token);
    return level == 0 ? said : level - OFFSET;
  }

  // Serial form --------------------------------------------------------------------------------

  int serialLength() {
    return Integer.BYTES + count * BYTES_EACH;
  }

  /** Their number (4), and of each the token (8) and its level (1, 255 for none), ascending. */
  void write(ByteBuffer out) {
    long[] tokens = new long[count];
    int[] written = {0};
    levels.forEach((token, level) -> tokens[written[0]++] = token);
    Arrays.sort(tokens);
    out.putInt(count);
    for (long token : tokens) {
      int level = levels.get(token) - OFFSET;
      out.putLong(token).put((byte) (level < 0 ? NONE : level));
    }
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param of how many levels there are
   * @throws IllegalArgumentException in one line
   */
  static Corrections read(ByteBuffer in, int of) {
    int count = in.remaining() < Integer.BYTES ? -1 : in.getInt();
    if (count < 0 || count > MOST || in.remaining() < count * BYTES_EACH) {
      throw new IllegalArgumentException(
          "a statistical filter has " + count + " corrections (0 to " + MOST + "), or is cut off");
    }
    Corrections corrections = new Corrections();
    long before = 0;
    for (int i = 0; i < count; i++) {
      long token = in.getLong();
      int level = in.get() & 0xFF;
      if ((i > 0 && token <= before) || (level >= of && level != NONE)) {
        throw new IllegalArgumentException(
            "a statistical filter has corrections out of order or range, at number " + i);
      }
      corrections.put(token, level == NONE ? ValueBloomFilter.ABSENT : level);
      before = token;
    }
    return corrections;
  }
}
