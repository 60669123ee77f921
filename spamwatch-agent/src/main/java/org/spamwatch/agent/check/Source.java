package org.spamwatch.agent.check;

/** Where a judgement comes from. */
public enum Source {
  /** The local summary knew that nothing is known, without asking the network. */
  SUMMARY,
  /** Votes found by the overlay. */
  OVERLAY,
  /** The statistical filter. */
  STATISTICS,
  /** Nothing could be asked: the mail has too little text, or no route answered. */
  NONE
}
