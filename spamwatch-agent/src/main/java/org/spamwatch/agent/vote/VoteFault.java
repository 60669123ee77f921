package org.spamwatch.agent.vote;

/**
 * Why a vote is not taken.
 *
 * @param text one line, for whoever cast it
 */
record VoteFault(Kind kind, String text) {
  enum Kind {
    /** A signature has shown that nobody said this. */
    FORGED,
    /** It is not in order, or not for this peer to keep. */
    REFUSED,
    /**
     * It is not looked at now. Nobody is told: who cast it casts it again, and again in each third
     * of the lease, and so comes what another keeper hands over.
     */
    PASSED_OVER
  }

  static final VoteFault BUSY = new VoteFault(Kind.PASSED_OVER, "busy");

  static final VoteFault DISK_BEHIND =
      refused(
          "the disk is slower than what comes in: too many votes wait to be written; try again"
              + " later");

  /** In order, and not kept. */
  static final VoteFault FULL =
      refused("the vote's site has its share of this message, or of what a peer keeps");

  /** For others to keep. */
  static final VoteFault FAR =
      refused("this peer is not among those near the message that keep its votes");

  static VoteFault refused(String text) {
    return new VoteFault(Kind.REFUSED, text);
  }

  static VoteFault forged(String text) {
    return new VoteFault(Kind.FORGED, text);
  }
}
