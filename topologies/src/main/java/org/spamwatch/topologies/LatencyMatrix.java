package org.spamwatch.topologies;

import java.util.Arrays;

/**
 * One-way times that were measured between any two sites, in microseconds: half a matrix. What is
 * not known is not there.
 */
final class LatencyMatrix implements RouterDistances {
  static final int UNKNOWN = -1;

  /** Row {@code i} holds the times to sites 0 to {@code i - 1}. */
  private final int[] below;

  private final int sites;

  /** Of sites of which nothing is known yet. */
  LatencyMatrix(int sites) {
    this.sites = sites;
    below = new int[sites * (sites - 1) / 2];
    Arrays.fill(below, UNKNOWN);
  }

  int sites() {
    return sites;
  }

  /** The time between two different sites, {@link #UNKNOWN} if it was not put. */
  @Override
  public int between(int from, int to) {
    return from == to ? 0 : below[place(from, to)];
  }

  /** Puts the time between two different sites; of both ways the mean is kept, rounded up. */
  void put(int from, int to, int micros) {
    int place = place(from, to);
    below[place] = below[place] == UNKNOWN ? micros : (below[place] + micros + 1) / 2;
  }

  private static int place(int one, int other) {
    int high = Math.max(one, other);
    return high * (high - 1) / 2 + Math.min(one, other);
  }

  @Override
  public long bytes() {
    return 4L * below.length;
  }
}
