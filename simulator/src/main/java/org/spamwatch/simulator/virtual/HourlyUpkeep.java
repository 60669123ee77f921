package org.spamwatch.simulator.virtual;

import java.time.Duration;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.node.OverlayConfig;

/**
 * How peers of an experiment work that runs for months of virtual time and in which nobody comes or
 * goes: they look after their tables, and compare announcements, hourly; and publish for six days
 * at once, so every other day.
 */
public final class HourlyUpkeep {
  /** How long until those that have just joined know each other. */
  public static final Duration SETTLED = Duration.ofHours(6);

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LEASE = Duration.ofDays(6);

  private HourlyUpkeep() {}

  /** How they keep their tables. */
  public static OverlayConfig overlay() {
    OverlayConfig usual = OverlayConfig.DEFAULT;
    return new OverlayConfig(
        usual.leafSideSize(), HOUR, HOUR, HOUR, HOUR, HOUR, usual.lonelyLookup(), usual.retries());
  }

  /** For how long they publish. */
  public static LeaseConfig leases() {
    return new LeaseConfig(LEASE, LeaseConfig.DEFAULT.replicas());
  }

  /** How what is marked is announced. */
  public static SummaryConfig summaries() {
    return SummaryConfig.DEFAULT.withCompare(HOUR);
  }

  /**
   * How votes are kept, and sent again.
   *
   * @param daily distinct messages a voter may vote on in a day; 0 for any number
   * @param imports the same of votes that are imported
   */
  public static VoteConfig votes(Duration retention, int daily, int imports) {
    VoteConfig usual = VoteConfig.DEFAULT;
    return new VoteConfig(usual.castPatience(), HOUR, retention, daily, imports, usual.roomBytes());
  }
}
