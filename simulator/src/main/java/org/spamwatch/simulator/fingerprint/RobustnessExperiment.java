package org.spamwatch.simulator.fingerprint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.Workers;
import org.spamwatch.simulator.fingerprint.Edit.Windows;

/**
 * How many of the ten fingerprints of a random text survive an edit (SpamWatch paper, Fig. 7 and
 * Appendix A): by the paper's model, exactly, and by trying, with fingerprints in random order and
 * with the real {@code rabin50}. Those are not the same: a fingerprint modulo a polynomial with few
 * terms moves by eight bits from one window to the next, so windows with high ones lie together
 * more often than by chance, and more of a vector survives or goes at once.
 *
 * @param characters of a text
 * @param edit of it
 * @param trials texts that are tried
 * @param threads that work at once; what comes out does not depend on them
 * @param seed gives all texts and edits
 */
public record RobustnessExperiment(int characters, Edit edit, int trials, int threads, long seed) {
  private static final int SIZE = Scheme.RABIN50.size();
  private static final int WINDOW = 50;

  /** Draws of an edit, over which the models take their mean. */
  private static final int DRAWS = 20_000;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /**
   * A row of the figure.
   *
   * @param thres how many have to survive
   * @param paper by the paper's Equations 1 to 4, with the mean numbers of windows gone and come
   * @param whole the same with all windows over a place, {@code L - 1 + d}, each gone and come
   * @param exact by the exact model, over drawn edits
   * @param tried the share of texts, with fingerprints in random order, as both models have them
   * @param rabin50 the share of texts with the real {@code rabin50}
   */
  public record Row(
      int thres, double paper, double whole, double exact, double tried, double rabin50) {}

  /** Checks the ranges. */
  public RobustnessExperiment {
    if (characters < WINDOW + SIZE
        || trials < 1
        || threads < 1
        || edit.length() * edit.places() > characters / 2) {
      throw new IllegalArgumentException(
          characters + " characters are too few for " + edit + ", or " + trials + " trials");
    }
  }

  /** Runs it: a row for each threshold from 1 to 10. */
  public List<Row> run() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    double[] exact = new double[SIZE + 1];
    Map<Windows, double[]> known = new HashMap<>(); // few draws differ
    long gone = 0;
    long come = 0;
    for (int i = 0; i < DRAWS; i++) {
      Windows windows = edit.windows(characters, WINDOW, random);
      gone += windows.gone();
      come += windows.come();
      double[] survival = known.computeIfAbsent(windows, drawn -> Survival.exact(SIZE, drawn));
      for (int k = 0; k <= SIZE; k++) {
        exact[k] += survival[k] / DRAWS;
      }
    }
    int before = characters - WINDOW + 1;
    int meanGone = (int) Math.round((double) gone / DRAWS);
    int meanCome = (int) Math.round((double) come / DRAWS);
    double[] paper = Survival.paper(SIZE, new Windows(before - meanGone, meanGone, meanCome));
    double[] whole = Survival.paper(SIZE, edit.wholeWindows(characters, WINDOW));
    AtomicIntegerArray survived = new AtomicIntegerArray(SIZE + 1);
    AtomicIntegerArray rabinSurvived = new AtomicIntegerArray(SIZE + 1);
    Workers.share(
        threads,
        trials,
        () -> {
          Fingerprinter fingerprinter = new Fingerprinter();
          return i -> {
            String text;
            StringBuilder changed;
            synchronized (random) { // one after another, so that the same ones are drawn
              text = Edit.text(characters, random).toString();
              changed = new StringBuilder(text);
              edit.apply(changed, random);
            }
            survived.incrementAndGet(shared(mixed(text), mixed(changed)));
            rabinSurvived.incrementAndGet(
                shared(rabin(fingerprinter, text), rabin(fingerprinter, changed)));
          };
        });
    double[] tried = atLeast(survived);
    double[] rabin50 = atLeast(rabinSurvived);
    List<Row> rows = new ArrayList<>();
    for (int k = 1; k <= SIZE; k++) {
      rows.add(new Row(k, paper[k], whole[k], exact[k], tried[k], rabin50[k]));
    }
    return rows;
  }

  private double[] atLeast(AtomicIntegerArray survived) {
    double[] atLeast = new double[SIZE + 1];
    int sum = 0;
    for (int k = SIZE; k >= 0; k--) {
      sum += survived.get(k);
      atLeast[k] = (double) sum / trials;
    }
    return atLeast;
  }

  private static int shared(Collection<?> before, Collection<?> after) {
    int shared = 0;
    for (Object one : after) {
      shared += before.contains(one) ? 1 : 0;
    }
    return shared;
  }

  private static List<Id> rabin(Fingerprinter fingerprinter, CharSequence text) {
    return fingerprinter
        .fingerprint(Scheme.RABIN50, text.toString())
        .map(FeatureVector::keys)
        .orElse(List.of());
  }

  /** The highest of one number for each window, which says nothing of the next window's. */
  private static List<Long> mixed(CharSequence text) {
    PriorityQueue<Long> highest = new PriorityQueue<>();
    long leaves = 1;
    for (int i = 0; i < WINDOW; i++) {
      leaves *= MULTIPLIER;
    }
    long rolling = 0;
    for (int i = 0; i < text.length(); i++) {
      rolling = rolling * MULTIPLIER + text.charAt(i);
      if (i >= WINDOW) {
        rolling -= leaves * text.charAt(i - WINDOW);
      }
      if (i >= WINDOW - 1) {
        long number = mix(rolling);
        if (highest.size() < SIZE) {
          highest.add(number);
        } else if (number > highest.element()) {
          highest.remove();
          highest.add(number);
        }
      }
    }
    return List.copyOf(highest);
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }
}
