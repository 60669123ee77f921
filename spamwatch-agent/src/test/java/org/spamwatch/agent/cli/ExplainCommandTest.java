package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.api.ExplainAnswer.Voter;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/** What is told of votes. */
final class ExplainCommandTest {
  private static final Id SITE = Id.ofHex("ab");

  private static Voter voter(boolean own, double weight, VoteValue value, long millis) {
    return new Voter(Id.ofHex("cd"), SITE, own, weight, value, "button", millis);
  }

  @Test
  void votesAreCountedByDay() {
    List<Voter> voters =
        List.of(
            voter(true, 1, VoteValue.SPAM, 86_399_999),
            voter(true, 1, VoteValue.SPAM, 0),
            voter(true, 1, VoteValue.HAM, 86_400_000),
            voter(true, 1, VoteValue.WITHDRAWN, 86_400_000));
    assertThat(ExplainCommand.byDay(voters))
        .hasToString("{1970-01-01=2 spam, 0 ham, 1970-01-02=0 spam, 1 ham}");
    assertThat(ExplainCommand.byDay(List.of())).isEmpty();
  }

  @Test
  void whoStandsBehindAVoteIsSaid() {
    assertThat(ExplainCommand.standing(voter(true, 1, VoteValue.SPAM, 0)))
        .isEqualTo(" of site " + SITE + ", one's own people (trust.sites)");
    assertThat(ExplainCommand.standing(voter(false, .25, VoteValue.SPAM, 0)))
        .isEqualTo(" of site " + SITE + ", weight 0.25");
  }
}
