package org.spamwatch.simulator.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What honest peers are told while a fifth of the others lies. */
class LiarsExperimentTest {
  private static LiarsExperiment.Result run(
      int peers, Set<Lie> lies, boolean fromStart, int marks) {
    double share = lies.isEmpty() ? 0 : .2;
    return new LiarsExperiment(peers, share, lies, fromStart, marks, 2, 1).run(stage -> {});
  }

  @Test
  void withoutLiarsEveryAnswerIsRightAndLittleIsSpentOnDoubt() {
    LiarsExperiment.Result result = run(60, Set.of(), true, 10);
    assertThat(result.right()).isEqualTo(result.queries()).isEqualTo(40);
    assertThat(result.routes()).as("routes begun for ten features").isLessThan(12);
  }

  @ParameterizedTest
  @EnumSource(
      value = Lie.class,
      names = {"DROP", "CLAIM_ROOT", "FALSE_RESULTS"})
  void aFifthOfLiarsThatTurnAfterPublicationChangesNoAnswer(Lie lie) {
    LiarsExperiment.Result result = run(60, Set.of(lie), false, 10);
    assertThat(result.right()).isEqualTo(result.queries());
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource(Lie.class)
  void aFifthOfAThousandPeersMayLieInAnyWay(Lie lie) {
    LiarsExperiment.Result result = run(1_000, Set.of(lie), true, 100);
    assertThat(result.falselyFound()).isZero();
    assertThat(result.right()).isGreaterThanOrEqualTo(result.queries() * 99 / 100);
  }

  @Tag("soak")
  @Test
  void aFifthOfAThousandPeersMayTurnToEveryLieAtOnce() {
    LiarsExperiment.Result result = run(1_000, EnumSet.allOf(Lie.class), false, 100);
    assertThat(result.falselyFound()).isZero();
    assertThat(result.right()).isGreaterThanOrEqualTo(result.queries() * 99 / 100);
  }
}
