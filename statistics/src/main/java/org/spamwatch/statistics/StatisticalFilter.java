package org.spamwatch.statistics;

import java.util.OptionalDouble;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;

/**
 * What is known of the tokens of spam and ham, in some hundred kilobytes (HAI: Zhong and Li,
 * <em>Speed Up Statistical Spam Filter by Approximation</em>). A {@link FilterTrainer} makes one, a
 * {@link Judge} applies it. Its bits, and a few {@link Corrections}, are all that it holds in
 * memory.
 *
 * <p>Immutable and shared by threads: a new one takes the place of an old one at once.
 */
public final class StatisticalFilter {
  /** The largest share of bits that are set in a filter that is written or read. */
  public static final double MOST_FILL = .75;

  private final ValueBloomFilter values;
  private final double[] spamminess;
  private final Choice choice;
  private final Corrections corrections;
  private final Combination combination;
  private final Thresholds thresholds;
  private final TrainingRecord record;
  private final SpamminessLookup lookup;

  StatisticalFilter(
      ValueBloomFilter values,
      double[] spamminess,
      Choice choice,
      Corrections corrections,
      Combination combination,
      Thresholds thresholds,
      TrainingRecord record) {
    this.values = values;
    this.spamminess = spamminess;
    this.choice = choice;
    this.corrections = corrections;
    this.combination = combination.with(thresholds);
    this.thresholds = thresholds;
    this.record = record;
    this.lookup = new ApproximateLookup(values, choice, spamminess, corrections);
  }

  /** The look-up stage. */
  public SpamminessLookup lookup() {
    return lookup;
  }

  /** How tokens are combined, and which count. */
  public Combination combination() {
    return combination;
  }

  /** What indicators say. */
  public Thresholds thresholds() {
    return thresholds;
  }

  /** What it was made of. */
  public TrainingRecord record() {
    return record;
  }

  /** What an indicator of this filter says: nothing if it is untrained. */
  public Classification classification(double indicator) {
    return record.isTrained() ? thresholds.of(indicator) : Classification.UNTRAINED;
  }

  /** The spamminess of a token, above 0 and below 1, if it is known. */
  public OptionalDouble spamminess(long token) {
    int level = lookup.level(token);
    return level < 0 ? OptionalDouble.empty() : OptionalDouble.of(spamminess[level]);
  }

  /**
   * The serial form, as <em>Filter file</em> in {@code docs/statistics.md} has it. What was written
   * is read by this version of the program and the next.
   *
   * @throws IllegalStateException if more than {@link #MOST_FILL} of the bits are set
   */
  public byte[] bytes() {
    double fill = values.fillRatio();
    if (fill > MOST_FILL) {
      throw new IllegalStateException(
          ("a statistical filter of %d tokens whose fill of %.3f exceeds %.2f is not written: make"
                  + " it larger, or leave out tokens")
              .formatted(record.tokens(), fill, MOST_FILL));
    }
    return FilterForm.bytes(this, values, choice, corrections);
  }

  /**
   * Reads a serial form.
   *
   * @param mostBytes of the bits that are accepted, up to {@link FilterParameters#MOST_BYTES}
   * @throws IllegalArgumentException in one line, if it is damaged, too large, too full, or of
   *     another version
   */
  public static StatisticalFilter read(byte[] bytes, int mostBytes) {
    return FilterForm.read(bytes, Math.min(mostBytes, FilterParameters.MOST_BYTES));
  }

  @Override
  public String toString() {
    return "statistical filter of "
        + record.spamMails()
        + " spam and "
        + record.hamMails()
        + " ham mails, "
        + record.tokens()
        + " tokens in a "
        + values
        + ", "
        + choice
        + ", "
        + corrections.count()
        + " corrections";
  }

  /**
   * What a filter was made of.
   *
   * @param spamMails that were learnt
   * @param hamMails that were learnt
   * @param tokens that are in the filter
   * @param built when, in seconds since 1970
   * @param key fingerprint of the key by which tokens are hashed; who hashes by another finds
   *     nothing
   */
  public record TrainingRecord(int spamMails, int hamMails, long tokens, long built, long key) {
    /** The mails of either kind below which a filter says nothing. */
    public static final int LEAST_MAILS = 200;

    /** Checks what is given. */
    public TrainingRecord {
      if (spamMails < 0 || hamMails < 0 || tokens < 0) {
        throw new IllegalArgumentException(
            "a filter is made of 0 or more mails and tokens, not of %d spam, %d ham and %d tokens"
                .formatted(spamMails, hamMails, tokens));
      }
    }

    /** Whether mails enough of both kinds were learnt. */
    public boolean isTrained() {
      return spamMails >= LEAST_MAILS && hamMails >= LEAST_MAILS;
    }
  }

  /** What a statistical filter says of a mail. */
  public enum Classification {
    /** Like the spam that was learnt. */
    SPAM,
    /** Neither. */
    UNSURE,
    /** Like the ham that was learnt. */
    HAM,
    /** Nothing: too few mails were learnt. */
    UNTRAINED
  }
}
