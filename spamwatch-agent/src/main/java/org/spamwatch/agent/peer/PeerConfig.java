package org.spamwatch.agent.peer;

import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.check.CheckConfig;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.OverlayConfig;

/**
 * How a peer works.
 *
 * @param trust whose votes make a verdict
 * @param summaries how what own voters call spam is announced to all
 * @param bulk how mail is counted that many people get
 * @param limits what bounds messages and tables
 */
public record PeerConfig(
    OverlayConfig overlay,
    LeaseConfig leases,
    VoteConfig votes,
    CheckConfig checks,
    TrustConfig trust,
    SummaryConfig summaries,
    BulkConfig bulk,
    Limits limits) {
  /** What a peer uses unless told otherwise; its realm is one site. */
  public static final PeerConfig DEFAULT =
      new PeerConfig(
          OverlayConfig.DEFAULT,
          LeaseConfig.DEFAULT,
          VoteConfig.DEFAULT,
          CheckConfig.DEFAULT,
          TrustConfig.DEFAULT,
          SummaryConfig.OFF,
          BulkConfig.OFF,
          Limits.DEFAULT);

  /** This configuration with another overlay. */
  public PeerConfig withOverlay(OverlayConfig other) {
    return new PeerConfig(other, leases, votes, checks, trust, summaries, bulk, limits);
  }

  /** This configuration with other leases. */
  public PeerConfig withLeases(LeaseConfig other) {
    return new PeerConfig(overlay, other, votes, checks, trust, summaries, bulk, limits);
  }

  /** This configuration with votes kept in another way. */
  public PeerConfig withVotes(VoteConfig other) {
    return new PeerConfig(overlay, leases, other, checks, trust, summaries, bulk, limits);
  }

  /** This configuration with queries resolved in another way. */
  public PeerConfig withResolution(Resolution other) {
    CheckConfig others = new CheckConfig(checks.patience(), other);
    return new PeerConfig(overlay, leases, votes, others, trust, summaries, bulk, limits);
  }

  /** This configuration with another trust. */
  public PeerConfig withTrust(TrustConfig other) {
    return new PeerConfig(overlay, leases, votes, checks, other, summaries, bulk, limits);
  }

  /** This configuration with announcements made, or not made, in another way. */
  public PeerConfig withSummaries(SummaryConfig other) {
    return new PeerConfig(overlay, leases, votes, checks, trust, other, bulk, limits);
  }

  /** This configuration with mail counted, or not counted, in another way. */
  public PeerConfig withBulk(BulkConfig other) {
    return new PeerConfig(overlay, leases, votes, checks, trust, summaries, other, limits);
  }
}
