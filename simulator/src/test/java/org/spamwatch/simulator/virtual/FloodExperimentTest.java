package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloodExperimentTest {
  private static FloodExperiment.Result run(double known) {
    return new FloodExperiment(8, .25, 5, known, 15, 2, 1).run(line -> {});
  }

  @Test
  void onlyMailThatIsLikeAFalseWordIsAskedAboutAndFewOfThat() {
    FloodExperiment.Result result = run(.4);
    assertThat(result.announced()).as("a day's of two liars").isBetween(4_000L, 8_000L);
    assertThat(result.checks()).isEqualTo(30);
    assertThat(result.known()).isBetween(5, 20);
    assertThat(result.asked()).as("two questions a peer and day").isBetween(1, 4);
    assertThat(result.calledSpam()).isZero();
  }

  @Test
  void mailThatLiarsDoNotKnowStaysAtHome() {
    FloodExperiment.Result result = run(0);
    assertThat(result.known()).isZero();
    assertThat(result.asked()).isZero();
  }
}
