package org.spamwatch.agent.peer;

import java.time.Duration;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.OverlayConfig;

/**
 * How a peer works.
 *
 * @param checkPatience how long a check waits for the network; then what is known so far decides
 * @param resolution where and how far queries are resolved
 * @param trust whose votes make a verdict
 */
public record PeerConfig(
    OverlayConfig overlay,
    LeaseConfig leases,
    VoteConfig votes,
    Duration checkPatience,
    Resolution resolution,
    TrustConfig trust) {
  /** What a peer uses unless told otherwise. */
  public static final PeerConfig DEFAULT =
      new PeerConfig(
          OverlayConfig.DEFAULT,
          LeaseConfig.DEFAULT,
          VoteConfig.DEFAULT,
          Duration.ofSeconds(4),
          Resolution.FULL);

  /** A peer whose realm is one site. */
  public PeerConfig(
      OverlayConfig overlay,
      LeaseConfig leases,
      VoteConfig votes,
      Duration checkPatience,
      Resolution resolution) {
    this(overlay, leases, votes, checkPatience, resolution, TrustConfig.DEFAULT);
  }

  /** This configuration with votes kept in another way. */
  public PeerConfig withVotes(VoteConfig other) {
    return new PeerConfig(overlay, leases, other, checkPatience, resolution, trust);
  }

  /** This configuration with another trust. */
  public PeerConfig withTrust(TrustConfig other) {
    return new PeerConfig(overlay, leases, votes, checkPatience, resolution, other);
  }

  /** Checks that the patience is positive. */
  public PeerConfig {
    if (checkPatience.isZero() || checkPatience.isNegative()) {
      throw new IllegalArgumentException("checkPatience " + checkPatience + " is not positive");
    }
  }
}
