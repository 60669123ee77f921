package org.spamwatch.simulator.corpus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;

/** Counts how many of some mails match others, at each THRES of the paper. Not thread-safe. */
public final class MatchCounts {
  /** THRES as in the paper's Table 1. */
  public static final List<Integer> THRESHOLDS = List.of(3, 4, 5);

  private final List<Integer> matched = new ArrayList<>(Collections.nCopies(THRESHOLDS.size(), 0));
  private int mails;

  /** A mail that matches nothing. */
  public void add() {
    mails++;
  }

  /** A mail that matches at some THRES. */
  public void add(IntPredicate matches) {
    mails++;
    for (int i = 0; i < THRESHOLDS.size(); i++) {
      if (matches.test(THRESHOLDS.get(i))) {
        matched.set(i, matched.get(i) + 1);
      }
    }
  }

  /** How many mails there were. */
  public int mails() {
    return mails;
  }

  /** How many of them match, by {@link #THRESHOLDS}. */
  public List<Integer> matched() {
    return List.copyOf(matched);
  }
}
