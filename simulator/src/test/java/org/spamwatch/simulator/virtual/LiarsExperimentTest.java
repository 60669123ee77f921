package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What honest peers are told while a fifth of the others lies. */
class LiarsExperimentTest {
  private static LiarsExperiment.Result run(
      int peers, Set<Misbehaviour> lies, boolean fromStart, int marks) {
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
      value = Misbehaviour.class,
      names = {"DROP", "CLAIM_ROOT", "FALSE_RESULTS"})
  void aFifthOfLiarsThatTurnAfterPublicationChangesNoAnswer(Misbehaviour lie) {
    LiarsExperiment.Result result = run(60, Set.of(lie), false, 10);
    assertThat(result.right()).isEqualTo(result.queries());
  }

  /** What is reached with 1,000 peers, and what is not, is in docs/experiments.md. */
  @Tag("soak")
  @ParameterizedTest
  @EnumSource(
      value = Misbehaviour.class,
      names = {"DROP", "MISROUTE", "FALSE_RESULTS"})
  void aFifthOf300PeersMayTurnToOneLie(Misbehaviour lie) {
    assertReached(300, Set.of(lie), false);
  }

  @Tag("soak")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFifthOf300PeersMayTellEveryLieAtOnce(boolean fromStart) {
    assertReached(300, EnumSet.allOf(Misbehaviour.class), fromStart);
  }

  @Tag("soak")
  @ParameterizedTest
  @EnumSource(
      value = Misbehaviour.class,
      names = {"DROP", "MISROUTE", "FALSE_RESULTS"})
  void aFifthOfAThousandPeersMayTellOneLieFromTheirFirstMessage(Misbehaviour lie) {
    assertReached(1_000, Set.of(lie), true);
  }

  private static void assertReached(int peers, Set<Misbehaviour> lies, boolean fromStart) {
    LiarsExperiment.Result result =
        new LiarsExperiment(peers, .2, lies, fromStart, 60, 1, 1).run(stage -> {});
    assertThat(result.falselyFound()).isZero();
    assertThat(result.right()).isGreaterThanOrEqualTo(result.queries() * 99 / 100);
  }
}
