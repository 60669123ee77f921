package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.LocalDate;
import java.util.List;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignVote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * A campaign, its votes by day, and who voted.
 *
 * @param days the first first
 * @param voters whose votes are known here one by one
 */
public record CampaignInFull(
    @JsonUnwrapped CampaignAnswer campaign, List<Day> days, List<Voter> voters) {
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  /** Copies the lists. */
  public CampaignInFull {
    days = List.copyOf(days);
    voters = List.copyOf(voters);
  }

  /** The answer to the client. */
  public static CampaignInFull of(CampaignDetail detail) {
    return new CampaignInFull(
        CampaignAnswer.of(detail.campaign()),
        detail.days().stream().map(Day::of).toList(),
        detail.votes().stream().map(Voter::of).toList());
  }

  /**
   * The votes of a day.
   *
   * @param day in UTC, such as {@code 2026-01-31}
   */
  public record Day(String day, int spam, int ham) {
    /** A voter's clock may name any day; those beyond the calendar are all one. */
    private static Day of(CampaignDetail.Day day) {
      long known = Math.max(0, Math.min(day.epochDay(), LAST_DAY));
      return new Day(LocalDate.ofEpochDay(known).toString(), day.spam(), day.ham());
    }
  }

  /**
   * A voter and its last word.
   *
   * @param voter its pseudonym
   * @param site the peer that stands behind it
   * @param time when, by its own clock
   */
  public record Voter(Id voter, Id site, VoteValue verdict, long time) {
    private static Voter of(CampaignVote vote) {
      return new Voter(vote.voter(), vote.site(), vote.value(), vote.timeMillis());
    }
  }
}
