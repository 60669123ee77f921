package org.spamwatch.simulator.analytic;

/**
 * How a node chooses the next hop.
 *
 * @param digitBits bits of a digit: 2, 3 or 4 for the bases 4, 8 and 16
 * @param leafSet nodes known on either side on the ring, as in Pastry: a key among them goes to the
 *     closest at once, which is the key's root; 0 for none, the root is Tapestry's surrogate then
 * @param sampled of those that could be in a slot of the table, how many were compared, drawn by
 *     lot; 0 for all: the slot then has the nearest of all
 */
public record Routing(int digitBits, int leafSet, int sampled) {
  /** Checks the ranges. */
  public Routing {
    if (digitBits < 1 || digitBits > 8 || leafSet < 0 || sampled < 0) {
      throw new IllegalArgumentException(
          digitBits + " bits, " + leafSet + " leaves or " + sampled + " samples are out of range");
    }
  }
}
