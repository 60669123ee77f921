package org.spamwatch.topologies;

import java.util.List;

/**
 * How the one-way latencies between some routers are distributed, over all pairs of different ones.
 * Percentiles are exact to a ten-thousandth of the longest latency.
 */
public final class LatencyDistribution {
  private static final int BUCKETS = 10_000;

  private final long[] buckets = new long[BUCKETS + 1];
  private final long pairs;
  private final double meanMicros;
  private final int longestMicros;

  /** Over the pairs of some routers of a graph; quadratic in their number. */
  public LatencyDistribution(Latencies latencies, List<Integer> routers) {
    int[] some = routers.stream().mapToInt(Integer::intValue).toArray();
    int longest = 0;
    long sum = 0;
    for (int i = 0; i < some.length; i++) {
      for (int j = 0; j < i; j++) {
        int micros = latencies.oneWayMicros(some[i], some[j]);
        longest = Math.max(longest, micros);
        sum += micros;
      }
    }
    pairs = some.length * (some.length - 1L) / 2;
    meanMicros = pairs == 0 ? 0 : (double) sum / pairs;
    longestMicros = longest;
    for (int i = 0; i < some.length; i++) {
      for (int j = 0; j < i; j++) {
        buckets[bucket(latencies.oneWayMicros(some[i], some[j]))]++;
      }
    }
  }

  private int bucket(int micros) {
    return longestMicros == 0 ? 0 : (int) ((long) micros * BUCKETS / longestMicros);
  }

  /** Unordered pairs of different routers. */
  public long pairs() {
    return pairs;
  }

  /** The mean in microseconds; 0 without pairs. */
  public double meanMicros() {
    return meanMicros;
  }

  /** The longest in microseconds. */
  public int longestMicros() {
    return longestMicros;
  }

  /**
   * The latency in microseconds that a share of the pairs does not exceed.
   *
   * @param share above 0, at most 1
   */
  public double percentileMicros(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share + " is not above 0 and at most 1");
    }
    long needed = (long) Math.ceil(share * pairs);
    long seen = 0;
    int bucket = -1;
    while (seen < needed) {
      seen += buckets[++bucket];
    }
    return Math.min(longestMicros, (bucket + 1.0) * longestMicros / BUCKETS);
  }
}
