package org.spamwatch.agent.trust;

import java.time.Duration;

/**
 * What votes of strangers need, and how long voters are remembered.
 *
 * @param own whose voters are no strangers
 * @param voters distinct voters needed, 1 or more
 * @param weight what they have to weigh together, where a voter with a good record weighs 1
 * @param share the part of the electorate that has to vote, 0 to 1
 * @param electorateMemory for how long a voter belongs to the electorate after a vote was met
 * @param halfLife after how long a record counts half
 */
public record TrustConfig(
    OwnSites own,
    int voters,
    double weight,
    double share,
    Duration electorateMemory,
    Duration halfLife) {
  /** What a peer of one department uses: every peer of the realm is its own site. */
  public static final TrustConfig DEFAULT =
      new TrustConfig(OwnSites.ALL, 3, 3, .02, Duration.ofDays(60), Duration.ofDays(180));

  /** Checks the ranges. */
  public TrustConfig {
    if (voters < 1 || !(weight > 0) || !(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "voters %d, weight %s, share %s: allowed are 1 or more, above 0, 0 to 1"
              .formatted(voters, weight, share));
    }
    if (electorateMemory.toMillis() <= 0 || halfLife.toMillis() <= 0) {
      throw new IllegalArgumentException("a span of time is not positive");
    }
  }

  /** This configuration with other own sites. */
  public TrustConfig withOwn(OwnSites sites) {
    return new TrustConfig(sites, voters, weight, share, electorateMemory, halfLife);
  }

  /** This configuration with another share. */
  public TrustConfig withShare(double part) {
    return new TrustConfig(own, voters, weight, part, electorateMemory, halfLife);
  }
}
