package org.spamwatch.simulator.analytic;

/**
 * The nodes by which a message comes closer to a key whose next digit no node has: those with the
 * nearest digits that some have, below it and above. A slot of a table holds three of them.
 */
final class NextDigits {
  private static final int SLOT = 3;

  private final Population nodes;
  private final long key;
  private final int shift; // of the digit; below 0 if there is none
  private final int mask;

  // Their ranks: on either side from the first to before the last, none if these are the same.
  private int aboveFrom;
  private int aboveTo;
  private int belowFrom;
  private int belowTo;

  NextDigits(Population nodes, long key, PrefixPath path, int digitBits) {
    this.nodes = nodes;
    this.key = key;
    shift = Long.SIZE - digitBits * (path.depth() + 1);
    mask = (1 << digitBits) - 1;
    int from = path.from(path.depth());
    int to = path.to(path.depth());
    boolean isRing = path.size(path.depth()) == nodes.size();
    int target = nodes.firstFrom(key);
    if (shift >= 0 && (target < to || isRing)) {
      aboveFrom = target < to ? target : from;
      for (aboveTo = aboveFrom + 1; aboveTo < to && isAlike(aboveFrom, aboveTo); aboveTo++) {}
    }
    if (shift >= 0 && (target > from || isRing)) {
      belowTo = target > from ? target : to;
      for (belowFrom = belowTo - 1;
          belowFrom > from && isAlike(belowTo - 1, belowFrom - 1);
          belowFrom--) {}
    }
  }

  private boolean isAlike(int node, int other) {
    return ((nodes.id(node) ^ nodes.id(other)) >>> shift & mask) == 0;
  }

  /** The one closest to the key of those that a node knows, or a leaf if that is closer. */
  int closest(int node, int leaf) {
    int best = leaf;
    int known = Math.min(SLOT, aboveTo - aboveFrom);
    for (int i = 0; i < known; i++) {
      best = closer(best, place(node, i, aboveFrom, aboveTo));
    }
    known = Math.min(SLOT, belowTo - belowFrom);
    for (int i = 0; i < known; i++) {
      best = closer(best, place(node, i, belowFrom, belowTo));
    }
    return best;
  }

  /** Which of them a node has in its slot: by lot, the same ones whatever the key. */
  private int place(int node, int i, int from, int to) {
    return from + (to - from <= SLOT ? i : nodes.draw(node, nodes.id(from), i, to - from));
  }

  private int closer(int one, int other) {
    return Long.compareUnsigned(distance(other), distance(one)) < 0 ? other : one;
  }

  private long distance(int node) {
    long up = nodes.id(node) - key;
    return Long.compareUnsigned(up, -up) <= 0 ? up : -up;
  }
}
