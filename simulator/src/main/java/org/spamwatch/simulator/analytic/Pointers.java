package org.spamwatch.simulator.analytic;

/**
 * Pointers that marks have left on their ways to the roots of a spam's fingerprints. The votes
 * themselves are kept in one place, so whoever meets a pointer learns of all of them (SW 5.2: "a
 * count of positive and negative votes is kept by the system"). Not thread-safe.
 */
final class Pointers implements OutbreakExperiment.Knowledge {
  private final int[][] next; // of each fingerprint the next hop of each node
  private final byte[][] level; // and how many digits of the key it has
  private final Reading.Step step;
  private final int ttl;
  private final int needed;
  private final boolean[][] held; // whether a node holds a pointer of a fingerprint
  private int votes;

  /**
   * None yet.
   *
   * @param next of each fingerprint the next hop of each node, {@link RouteTree#NONE} of the root
   * @param level of each fingerprint the digits of its key that each node has
   * @param step what the TTL counts
   * @param ttl how far a question goes
   * @param needed votes that make it spam
   */
  Pointers(int[][] next, byte[][] level, Reading.Step step, int ttl, int needed) {
    this.next = next;
    this.level = level;
    this.step = step;
    this.ttl = ttl;
    this.needed = needed;
    held = new boolean[next.length][next[0].length];
  }

  /** Where a question ends, there is a pointer if a node before it has one. */
  @Override
  public boolean isSpam(int user, double hours) {
    if (votes >= needed) {
      for (int i = 0; i < next.length; i++) {
        if (held[i][end(i, user)]) {
          return true;
        }
      }
    }
    return false;
  }

  /** The last node on the way of a question. */
  private int end(int fingerprint, int user) {
    int[] onward = next[fingerprint];
    byte[] digits = level[fingerprint];
    int at = user;
    for (int hops = 0; onward[at] != RouteTree.NONE; hops++) {
      if (step.count(hops, digits[user], digits[at], digits[onward[at]]) > ttl) {
        return at;
      }
      at = onward[at];
    }
    return at;
  }

  @Override
  public void mark(int user, double hours) {
    votes++;
    for (int i = 0; i < next.length; i++) {
      for (int at = user; at != RouteTree.NONE && !held[i][at]; at = next[i][at]) {
        held[i][at] = true;
      }
    }
  }
}
