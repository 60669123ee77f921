package org.spamwatch.simulator.analytic;

/**
 * Pointers that marks have left on their ways to the roots of a spam's fingerprints, at each node
 * those of the first voters, as many as are needed. Not thread-safe.
 */
final class Pointers implements OutbreakExperiment.Knowledge {
  private final int[][] next; // of each fingerprint the next hop of each node
  private final byte[][] level; // and how many digits of the key it has
  private final Reading.Step step;
  private final int ttl;
  private final int needed;
  private final int[] voters; // of each fingerprint and node; 0 for nobody, else the user and 1
  private final int[] met;

  /**
   * None yet.
   *
   * @param next of each fingerprint the next hop of each node, {@link RouteTree#NONE} of the root
   * @param level of each fingerprint the digits of its key that each node has
   * @param step what the TTL counts
   * @param ttl how far a question goes
   */
  Pointers(int[][] next, byte[][] level, Reading.Step step, int ttl, int needed) {
    this.next = next;
    this.level = level;
    this.step = step;
    this.ttl = ttl;
    this.needed = needed;
    voters = new int[Math.multiplyExact(next.length * needed, next[0].length)];
    met = new int[needed];
  }

  /** Where a question ends, all that a node before it knows is known too. */
  @Override
  public boolean isSpam(int user, double hours) {
    int count = 0;
    for (int i = 0; i < next.length && count < needed; i++) {
      int first = place(i, end(i, user));
      for (int j = 0; j < needed && count < needed && voters[first + j] != 0; j++) {
        count = add(voters[first + j], count);
      }
    }
    return count >= needed;
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

  private int add(int voter, int count) {
    for (int i = 0; i < count; i++) {
      if (met[i] == voter) {
        return count;
      }
    }
    met[count] = voter;
    return count + 1;
  }

  @Override
  public void mark(int user, double hours) {
    for (int i = 0; i < next.length; i++) {
      for (int at = user; at != RouteTree.NONE; at = next[i][at]) {
        int first = place(i, at);
        int free = first;
        while (free < first + needed && voters[free] != 0) {
          free++;
        }
        if (free < first + needed) {
          voters[free] = user + 1;
        }
      }
    }
  }

  private int place(int fingerprint, int node) {
    return (fingerprint * next[0].length + node) * needed;
  }
}
