package org.spamwatch.agent.trust;

/** Whose votes can make a mail spam. */
public enum Rule {
  /** Those of one's own site at once, those of strangers as {@link TrustRule} says. */
  TRUST,
  /** Only those of one's own site. */
  OWN,
  /** Everybody's alike, whoever certified the voter and however it voted before. */
  ANY
}
