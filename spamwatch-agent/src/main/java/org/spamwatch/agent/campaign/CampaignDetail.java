package org.spamwatch.agent.campaign;

import java.util.List;

/**
 * A campaign in full.
 *
 * @param days votes by day, the earliest first, at most {@value #MAX_DAYS} of the latest
 * @param votes the latest first, at most {@value #MAX_VOTES}
 */
public record CampaignDetail(Campaign campaign, List<Day> days, List<CampaignVote> votes) {
  /** Most days told. */
  public static final int MAX_DAYS = 62;

  /** Most votes told. */
  public static final int MAX_VOTES = 100;

  /** Copies the lists. */
  public CampaignDetail {
    days = List.copyOf(days);
    votes = List.copyOf(votes);
  }

  /**
   * The votes of one day.
   *
   * @param epochDay days since 1970-01-01, UTC
   */
  public record Day(long epochDay, int spam, int ham) {}
}
