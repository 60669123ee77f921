package org.spamwatch.agent.trust;

import org.spamwatch.overlay.Id;

/** What a peer knows of voters when it judges. */
public interface Standing {
  /** What a voter about whom nothing is known weighs. */
  double NEWCOMER = .25;

  /** Whether a site's voters are one's own people. */
  boolean isOwn(Id site);

  /** What a stranger's word weighs, 0 to 1 in steps of a quarter. */
  double weight(Id site, Id voter);

  /** How many people vote in this realm, as far as this peer can tell. */
  double voterPopulation();

  /**
   * How much of the electorate is known: the chance that the next vote is of a voter met before.
   */
  double coverage();
}
