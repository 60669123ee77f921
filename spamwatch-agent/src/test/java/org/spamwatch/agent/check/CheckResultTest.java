package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.trust.Decision;

/** What is left to a mail's words. */
final class CheckResultTest {
  private static CheckResult result(
      Verdict verdict, int spamVotes, int hamVotes, boolean complete, Decision decision) {
    return new CheckResult(
        verdict,
        spamVotes,
        hamVotes,
        20,
        32,
        Source.OVERLAY,
        2,
        List.of(),
        complete,
        decision.reason(),
        decision,
        Optional.empty());
  }

  @Test
  void votesThatDecideNothingLeaveItOpenUnlessOneIsForHam() {
    Decision nobody = Decision.none("too few");
    assertThat(result(Verdict.UNKNOWN, 0, 0, true, nobody).leavesOpen()).isTrue();
    assertThat(result(Verdict.UNKNOWN, 2, 0, true, nobody).leavesOpen()).isTrue();
    assertThat(result(Verdict.UNKNOWN, 2, 1, true, nobody).leavesOpen()).isFalse();
    assertThat(result(Verdict.UNKNOWN, 0, 1, true, nobody).leavesOpen()).isFalse();
    assertThat(result(Verdict.UNKNOWN, 0, 0, false, nobody).leavesOpen()).isFalse();
    assertThat(result(Verdict.SPAM, 2, 0, true, nobody).leavesOpen()).isFalse();
  }

  @Test
  void whatElseDecidesLeavesNothingOpen() {
    Decision ruled = Decision.none("").overruled(false, "a rule", "spamwatch campaign forget 1");
    assertThat(result(Verdict.UNKNOWN, 0, 0, true, ruled).leavesOpen()).isFalse();
    Decision ham = Decision.ownHam("own ham", "forget it");
    assertThat(result(Verdict.UNKNOWN, 0, 0, true, ham).leavesOpen()).isFalse();
  }

  @Test
  void whatWordsSayStandsBeforeWhatVotesDid() {
    CheckResult open = result(Verdict.UNKNOWN, 1, 0, true, Decision.none("one vote is too few"));
    CheckResult judged = open.judged(Verdict.SPAM, "by its words it is like spam", "a ham vote");
    assertThat(judged.source()).isEqualTo(Source.STATISTICS);
    assertThat(judged.reason()).isEqualTo("by its words it is like spam; one vote is too few");
    assertThat(judged.decision().change()).isEqualTo("a ham vote");
    assertThat(judged.spamVotes()).isEqualTo(1);
  }
}
