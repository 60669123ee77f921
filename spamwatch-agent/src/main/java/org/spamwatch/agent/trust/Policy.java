package org.spamwatch.agent.trust;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What whoever asks wants to be called spam.
 *
 * @param rule whose votes count
 * @param votes how many spam votes are needed: of the own site or, by {@link Rule#ANY}, of all; and
 *     of strangers at least as many. 1 or more
 */
public record Policy(Rule rule, int votes) {
  /** One vote of one's own site is enough. */
  public static final Policy DEFAULT = new Policy(Rule.TRUST, 1);

  /** Checks the range. */
  public Policy {
    checkArgument(votes >= 1, "votes needed are at least 1, not %s", votes);
  }
}
