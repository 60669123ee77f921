package org.spamwatch.agent.check;

/** Where a judgement comes from. */
public enum Source {
  /** What this peer knows itself: it has asked nobody. */
  SUMMARY,
  /** Votes found by the overlay. */
  OVERLAY,
  /** The statistical filter. */
  STATISTICS,
  /** Nothing could be asked: the mail has too little text, or no route answered. */
  NONE
}
