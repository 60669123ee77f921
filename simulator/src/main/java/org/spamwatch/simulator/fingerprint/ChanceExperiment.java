package org.spamwatch.simulator.fingerprint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.Workers;

/**
 * How often two random texts share fingerprints by chance (SpamWatch paper, Fig. 8): of all pairs
 * of some texts, with fingerprints of fewer bits than the real ones, so that it happens at all.
 * Those of w bits are the top w bits of the real {@code rabin50}.
 *
 * @param characters of each text
 * @param texts whose pairs are looked at
 * @param bits widths of the fingerprints, each 16 to 64
 * @param threads that work at once; what comes out does not depend on them
 * @param seed gives the texts
 */
public record ChanceExperiment(
    int characters, int texts, List<Integer> bits, int threads, long seed) {
  private static final int SIZE = Scheme.RABIN50.size();
  private static final int WINDOW = 50;

  /**
   * A width of fingerprints.
   *
   * @param sharing pairs that share at least one fingerprint
   * @param sharingTwo pairs that share at least two
   * @param expected pairs that share one, by {@link #expected}
   */
  public record Row(int characters, int bits, long sharing, long sharingTwo, double expected) {}

  /** Checks the ranges. */
  public ChanceExperiment {
    bits = List.copyOf(bits);
    if (characters < WINDOW + SIZE || texts < 2 || threads < 1) {
      throw new IllegalArgumentException(characters + " characters or " + texts + " texts");
    }
  }

  /** Runs it: a row for each width. */
  public List<Row> run() throws InterruptedException {
    long[] fingerprints = new long[texts * SIZE];
    Workers.share(
        threads,
        texts,
        () -> {
          Fingerprinter fingerprinter = new Fingerprinter();
          return i -> {
            SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + i);
            String text = Edit.text(characters, random).toString();
            List<Id> keys = fingerprinter.fingerprint(Scheme.RABIN50, text).orElseThrow().keys();
            for (int j = 0; j < SIZE; j++) {
              fingerprints[i * SIZE + j] = Scheme.selector(keys.get(j));
            }
          };
        });
    List<Row> rows = new ArrayList<>();
    for (int width : bits) {
      rows.add(row(fingerprints, width));
    }
    return rows;
  }

  /** The pairs with a fingerprint in common, each once for every one. */
  private Row row(long[] fingerprints, int width) {
    Integer[] order = new Integer[fingerprints.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order, (one, other) -> Long.compareUnsigned(fingerprints[one], fingerprints[other]));
    List<Long> pairs = new ArrayList<>();
    for (int from = 0; from < order.length; ) {
      int to = from + 1;
      while (to < order.length
          && (fingerprints[order[to]] ^ fingerprints[order[from]]) >>> (Long.SIZE - width) == 0) {
        to++;
      }
      for (int i = from; i < to; i++) {
        for (int j = from; j < i; j++) {
          long one = order[i] / SIZE;
          long other = order[j] / SIZE;
          if (one != other) {
            pairs.add(Math.min(one, other) << Integer.SIZE | Math.max(one, other));
          }
        }
      }
      from = to;
    }
    Collections.sort(pairs);
    long sharing = 0;
    long sharingTwo = 0;
    for (int i = 0; i < pairs.size(); i++) {
      boolean isFirst = i == 0 || !pairs.get(i).equals(pairs.get(i - 1));
      boolean isSecond = !isFirst && (i == 1 || !pairs.get(i).equals(pairs.get(i - 2)));
      sharing += isFirst ? 1 : 0;
      sharingTwo += isSecond ? 1 : 0;
    }
    return new Row(characters, width, sharing, sharingTwo, expectedPairs(width));
  }

  /** How many pairs share a fingerprint by the closed form; each takes memory. */
  public double expectedPairs(int width) {
    return texts * (texts - 1.0) / 2 * expected(width);
  }

  /**
   * How many fingerprints two texts share in the mean, which is how often they share one: each of
   * one text's N highest is any of the other's windows with the probability (n - 49) / 2^w, and
   * that one among its N highest if fewer than N of it are higher. Of the windows of both in one
   * order each is as likely to be of either, so before the i-th of one there are fewer than N of
   * the other with the probability that N + i - 1 tosses of a coin give at least i heads.
   */
  double expected(int width) {
    double sum = 0;
    for (int i = 1; i <= SIZE; i++) {
      sum += atLeastHeads(i, SIZE + i - 1);
    }
    return sum * (characters - WINDOW + 1) / Math.pow(2, width);
  }

  private static double atLeastHeads(int heads, int tosses) {
    double term = Math.pow(0.5, tosses);
    double below = 0;
    for (int i = 0; i < heads; i++) {
      below += term;
      term = term * (tosses - i) / (i + 1);
    }
    return 1 - below;
  }
}
