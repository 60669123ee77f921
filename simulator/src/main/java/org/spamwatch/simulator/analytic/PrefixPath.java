package org.spamwatch.simulator.analytic;

import java.util.Arrays;

/**
 * The nodes that share a prefix with a key, for each length of the prefix. As nodes are in the
 * order of their ids these are ranges, each within the one before.
 */
final class PrefixPath {
  private final int[] from;
  private final int[] to;
  private final int depth;

  /**
   * The path of a key.
   *
   * @param digitBits bits of a digit, 1 to 8
   * @param surrogates whether a digit that no node has gives way to the next one that some have, as
   *     in Tapestry: the path then ends at a single node; else it ends where no node goes on
   */
  PrefixPath(Population nodes, long key, int digitBits, boolean surrogates) {
    int digits = Long.SIZE / digitBits;
    int base = 1 << digitBits;
    int[] lows = new int[digits + 1];
    int[] highs = new int[digits + 1];
    highs[0] = nodes.size();
    long prefix = 0;
    int level = 0;
    boolean goesOn = true;
    while (goesOn && level < digits && highs[level] - lows[level] > 1) {
      int shift = Long.SIZE - digitBits * (level + 1);
      int wanted = (int) (key >>> shift) & base - 1;
      goesOn = false;
      for (int i = 0; i < (surrogates ? base : 1) && !goesOn; i++) {
        long child = prefix | (long) ((wanted + i) % base) << shift;
        int low = Math.max(lows[level], nodes.firstFrom(child));
        int high = highs[level];
        long last = child | (1L << shift) - 1;
        if (last != -1) {
          high = Math.min(high, nodes.firstFrom(last + 1));
        }
        if (low < high) {
          lows[level + 1] = low;
          highs[level + 1] = high;
          prefix = child;
          goesOn = true;
        }
      }
      level += goesOn ? 1 : 0;
    }
    this.from = Arrays.copyOf(lows, level + 1);
    this.to = Arrays.copyOf(highs, level + 1);
    this.depth = level;
  }

  /** The longest prefix that is shared, in digits. */
  int depth() {
    return depth;
  }

  /** The first node that shares a prefix of so many digits. */
  int from(int level) {
    return from[level];
  }

  /** The one behind the last node. */
  int to(int level) {
    return to[level];
  }

  int size(int level) {
    return to[level] - from[level];
  }

  /** How many digits a node shares. */
  int levelOf(int node) {
    int level = 0;
    while (level < depth && node >= from[level + 1] && node < to[level + 1]) {
      level++;
    }
    return level;
  }
}
