package org.spamwatch.agent.check;

/** How much of a mail that is checked others may be told. */
public enum Privacy {
  /** Nothing: what one's own voters say decides, and the postmaster's rules. */
  LOCAL,
  /**
   * Nothing, unless it is like a message that some peer announces as spam, or of which this peer
   * keeps a record: then as by {@link #NETWORK}. So too as long as this peer does not know all that
   * is announced.
   */
  SUMMARY,
  /** The features of its vectors, to the peers about each. */
  NETWORK
}
