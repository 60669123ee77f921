package org.spamwatch.ata.adolr;

/** Where and how far an approximate query is resolved (SpamWatch paper, sections 3.2 and 3.3). */
public enum Resolution {
  /** In the network, on the full route to every feature's root: complete. The default. */
  FULL,
  /** In the network; each feature's route stops at its first hit: sooner, perhaps incomplete. */
  FIRST,
  /**
   * At the client, which fetches every feature object and counts: the paper's basic prototype, but
   * that it asks the roots. A hop before holds only the records that have passed it.
   */
  NAIVE
}
