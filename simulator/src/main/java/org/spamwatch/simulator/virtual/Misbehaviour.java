package org.spamwatch.simulator.virtual;

/** A way in which a peer breaks the protocol. A liar may have several. */
public enum Misbehaviour {
  /** Acknowledges what is to be passed on and drops it. */
  DROP,
  /** Passes routed messages to a node of chance instead of towards their key. */
  MISROUTE,
  /** Answers whatever is routed through it as if it were the key's root. */
  CLAIM_ROOT,
  /** Takes part, but says that nothing matches and that nobody has voted. */
  EMPTY_RESULTS,
  /** Takes part, but reports invented matches and forged or misplaced votes. */
  FALSE_RESULTS,
  /** Stores nothing, and says so where that is asked. */
  REFUSE,
  /** Stores nothing and confirms that it has. */
  KEEP_NOTHING,
  /** Names nobody but other liars, in rows and in leaf sets. */
  COLLUDE
}
