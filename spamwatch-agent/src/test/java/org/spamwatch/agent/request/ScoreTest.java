package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.Decision.Decider;

/** Points grow with the voters, up to twenty, and only of spam. */
final class ScoreTest {
  private static double points(Verdict verdict, Decider decider, int voters) {
    boolean spam = verdict == Verdict.SPAM;
    Decision decision =
        new Decision(spam, decider, voters, 0, 0, 0, 0, voters, 0, 1, 0, 0, "because", "");
    CheckResult result =
        new CheckResult(
            verdict,
            400,
            0,
            0,
            0,
            Source.OVERLAY,
            0,
            List.of(),
            true,
            "because",
            decision,
            Optional.empty());
    return Score.of(result).points();
  }

  @Test
  void oneForEachVoterWhoIsHeeded() {
    assertThat(points(Verdict.SPAM, Decider.OWN_SITE, 1)).isEqualTo(6);
    assertThat(points(Verdict.SPAM, Decider.STRANGERS, 3)).isEqualTo(8);
    assertThat(points(Verdict.SPAM, Decider.STRANGERS, 300)).isEqualTo(20);
    assertThat(points(Verdict.SPAM, Decider.OWN_SITE, -300)).isEqualTo(5);
    assertThat(points(Verdict.SPAM, Decider.POSTMASTER, 0)).isEqualTo(20);
  }

  @Test
  void noneUnlessItIsSpam() {
    assertThat(points(Verdict.UNKNOWN, Decider.OWN_SITE, 300)).isZero();
    assertThat(points(Verdict.UNSURE, Decider.NOBODY, 2)).isZero();
  }
}
