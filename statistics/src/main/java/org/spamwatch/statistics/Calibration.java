package org.spamwatch.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Indicators of mails whose kind is known, and what follows from them: thresholds, and how far an
 * indicator can be taken at its word. Not thread-safe.
 */
public final class Calibration {
  /** The spam mails below which no thresholds are chosen. */
  static final int LEAST_SPAM = 50;

  /**
   * The ham mails below which no thresholds are chosen: one of so many may bear the wrong mark, and
   * of fewer a single one would make a filter blind.
   */
  static final int LEAST_HAM = 1_000;

  private static final double MOST_SPAM_AS_HAM = .01;

  private double[] spam = new double[64];
  private double[] ham = new double[64];
  private int spams;
  private int hams;

  /**
   * Mails whose indicators lie from one bound to another.
   *
   * @param from included
   * @param to excluded, but for 1
   * @param mails of both kinds
   * @param spam those of them that are spam
   * @param meanIndicator of them, or the middle if there are none
   */
  public record Bin(double from, double to, int mails, int spam, double meanIndicator) {}

  /** Adds a mail. */
  public void add(double indicator, boolean isSpam) {
    if (isSpam) {
      spam = grown(spam, spams);
      spam[spams++] = indicator;
    } else {
      ham = grown(ham, hams);
      ham[hams++] = indicator;
    }
  }

  private static double[] grown(double[] values, int used) {
    return used < values.length ? values : Arrays.copyOf(values, 2 * used);
  }

  /** The spam mails that were added. */
  public int spamMails() {
    return spams;
  }

  /** The ham mails that were added. */
  public int hamMails() {
    return hams;
  }

  /** The share of spam whose indicator is at least a threshold, 0 to 1; 0 if there is no spam. */
  public double caught(double threshold) {
    return spams == 0 ? 0 : atLeast(spam, spams, threshold) / (double) spams;
  }

  /** The ham mails whose indicator is at least a threshold. */
  public int falsePositives(double threshold) {
    return atLeast(ham, hams, threshold);
  }

  private static int atLeast(double[] values, int used, double threshold) {
    int count = 0;
    for (int i = 0; i < used; i++) {
      count += values[i] >= threshold ? 1 : 0;
    }
    return count;
  }

  /**
   * Thresholds for filters of mail like this. None of the ham is spam by them, and that with room:
   * the distance to 1 is half of what the ham nearest to it has. Of a thousand hams one is passed
   * over, since somebody may have marked it by mistake. At most a hundredth of the spam is ham.
   *
   * @param usual those that are taken if there are fewer than {@value #LEAST_SPAM} spams or {@value
   *     #LEAST_HAM} hams, and the least that a threshold for spam may be
   */
  public Thresholds thresholds(Thresholds usual) {
    if (spams < LEAST_SPAM || hams < LEAST_HAM) {
      return usual;
    }
    double[] ofAllHam = Arrays.copyOf(ham, hams);
    Arrays.sort(ofAllHam);
    double highest = ofAllHam[hams - 1 - hams / LEAST_HAM];
    double[] ascending = Arrays.copyOf(spam, spams);
    Arrays.sort(ascending);
    double ofSpam = Math.min(1, Math.max(usual.spam(), (1 + highest) / 2));
    double ofHam = Math.nextDown(ascending[(int) (MOST_SPAM_AS_HAM * spams)]);
    return new Thresholds(ofSpam, Math.max(0, Math.min(ofHam, usual.ham())), usual.leastKnown());
  }

  /**
   * How many mails of indicators within equal intervals are spam: a reliability diagram.
   *
   * @param bins 1 to 1,000
   */
  public List<Bin> reliability(int bins) {
    if (bins < 1 || bins > 1_000) {
      throw new IllegalArgumentException("a reliability diagram has 1 to 1000 bins, not " + bins);
    }
    int[] spamIn = new int[bins];
    int[] in = new int[bins];
    double[] sums = new double[bins];
    for (int i = 0; i < spams + hams; i++) {
      double indicator = i < spams ? spam[i] : ham[i - spams];
      int bin = (int) Math.min(bins - 1, indicator * bins);
      spamIn[bin] += i < spams ? 1 : 0;
      in[bin]++;
      sums[bin] += indicator;
    }
    List<Bin> all = new ArrayList<>();
    for (int bin = 0; bin < bins; bin++) {
      double from = (double) bin / bins;
      double to = (bin + 1.0) / bins;
      double mean = in[bin] == 0 ? (from + to) / 2 : sums[bin] / in[bin];
      all.add(new Bin(from, to, in[bin], spamIn[bin], mean));
    }
    return all;
  }
}
