package org.spamwatch.agent.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class VoterPopulationTest {
  private static final long MEMORY = 1_000;
  private static final Id OWN = site(0);

  private final VoterPopulation voterPopulation = new VoterPopulation(MEMORY);

  private static Id site(int number) {
    return Id.ofHex(String.format("%02x", number));
  }

  private static Id id(int number) {
    return Id.ofHex(String.format("%08x", number));
  }

  private double size(long now) {
    return voterPopulation.size(OWN::equals, now);
  }

  /** Each of some voters votes on so many messages. */
  private void known(int site, int voters, int messages) {
    for (int voter = 0; voter < voters; voter++) {
      for (int message = 0; message < messages; message++) {
        voterPopulation.met(site(site), id(100_000 * site + voter), id(message), 0);
      }
    }
  }

  @Test
  void votersMetOftenAreCounted() {
    known(0, 10, 3);
    known(1, 20, 3);
    known(2, 30, 4);
    assertThat(size(0)).isEqualTo(60);
  }

  @Test
  void votersNotMetYetAreEstimatedFromThoseMetRarely() {
    SplittableRandom random = new SplittableRandom(1);
    for (int message = 0; message < 5; message++) {
      for (int voter = 0; voter < 1000; voter++) {
        if (random.nextInt(10) == 0) {
          voterPopulation.met(site(voter % 2), id(voter), id(message), 0);
        }
      }
    }
    assertThat(voterPopulation.met()).isLessThan(450);
    assertThat(size(0)).isBetween(800.0, 1500.0);
  }

  private double coverage() {
    return voterPopulation.coverage(OWN::equals, 0);
  }

  @Test
  void theCoverageIsThePartOfTheVotesThatAreNotTheOnlyOneOfTheirVoter() {
    assertThat(coverage()).isZero();
    known(0, 6, 1);
    known(1, 5, 2);
    known(2, 3, 9); // three count
    assertThat(coverage()).isEqualTo(1 - 6 / (6.0 + 2 * 5 + 3 * 3));
  }

  /** Whom a ring of one in a hundred cannot make larger than it is. */
  @Test
  void fewWhoVoteOnEverythingAndManyWhoHaveVotedOnceAreLittleCoverage() {
    known(0, 10, 2);
    for (int site = 1; site <= 11; site++) {
      known(site, 10, 1);
    }
    assertThat(size(0)).isLessThan(700); // though there may be a thousand
    assertThat(coverage()).isLessThan(.5);
  }

  @Test
  void aSiteThatMakesVotersCanLowerTheCoverageSoFarOnly() {
    known(0, 100, 3);
    known(1, 100, 3);
    known(2, 2000, 1);
    assertThat(coverage()).isEqualTo(1 - 200 / (200 + 3 * 200.0));
  }

  @Test
  void oneMessageMetAgainIsNoSecondOne() {
    known(0, 1, 1);
    known(0, 1, 1);
    known(0, 1, 1);
    assertThat(voterPopulation.records().get(0).times()).isEqualTo(1);
  }

  @Test
  void aSiteOfStrangersCountsForNoMoreThanAllOthers() {
    known(0, 10, 3);
    known(1, 20, 3);
    known(2, 1500, 3);
    assertThat(size(0)).isEqualTo(60);
  }

  @Test
  void votersMetOnceStandForOthers() {
    known(0, 1000, 3);
    known(1, 10, 3);
    known(2, 20, 1);
    assertThat(size(0)).isEqualTo(1030 + 20 * 19 / 2);
  }

  @Test
  void theEstimateIsAtMostEightTimesTheVotersMet() {
    known(0, 100, 1);
    known(1, 100, 1);
    assertThat(size(0)).isEqualTo(8 * 200);
  }

  @Test
  void aCrowdThatASiteMakesIsBoundedByAllOthers() {
    known(0, 50, 3);
    known(1, 50, 3);
    known(2, 1500, 1);
    assertThat(size(0)).isEqualTo(8 * 200);
  }

  @Test
  void aSiteCannotFillTheMemory() {
    known(1, 50, 3);
    known(2, VoterPopulation.MOST_OF_SITE + 500, 1);
    assertThat(voterPopulation.met()).isEqualTo(50 + VoterPopulation.MOST_OF_SITE);
  }

  @Test
  void whoIsNotMetForLongIsForgotten() {
    known(1, 5, 3);
    voterPopulation.met(site(2), id(7), id(1), MEMORY);
    assertThat(size(MEMORY)).isEqualTo(2 * 1);
    assertThat(size(MEMORY + 1)).isEqualTo(1);
    assertThat(voterPopulation.met()).isEqualTo(1);
  }

  @Test
  void itSurvivesARestart() {
    known(0, 3, 1);
    known(1, 4, 2);
    VoterPopulation restarted = new VoterPopulation(MEMORY);
    voterPopulation.records().forEach(restarted::restore);
    assertThat(restarted.size(OWN::equals, 0)).isEqualTo(size(0));
  }
}
