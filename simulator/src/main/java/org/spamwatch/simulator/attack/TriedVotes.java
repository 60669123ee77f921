package org.spamwatch.simulator.attack;

/**
 * What somebody without a vote tried.
 *
 * @param votes that were tried
 * @param bytes that this took
 * @param taken how many of them were answered as votes that count
 */
record TriedVotes(int votes, long bytes, int taken) {
  static final TriedVotes NONE = new TriedVotes(0, 0, 0);

  TriedVotes and(TriedVotes other) {
    return new TriedVotes(votes + other.votes, bytes + other.bytes, taken + other.taken);
  }

  @Override
  public String toString() {
    return taken + " of " + votes;
  }
}
