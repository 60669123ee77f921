package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

class VoteSampleTest {
  private static final FeatureVector VECTOR = SeededVoter.vector(1);
  private static final int VOTERS = 40;

  /** As many votes, in the order of their voters' pseudonyms. */
  private static List<Vote> votes(int count) {
    List<Vote> votes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      votes.add(
          new SeededVoter(i)
              .vote(SeededVoter.REALM, Id.ofHex("11"), VoteValue.SPAM, 1, FakeNode.START, VECTOR));
    }
    votes.sort(Comparator.comparing(Vote::voter));
    return votes;
  }

  @Test
  void allAreToldWhenThereIsRoom() {
    List<Vote> votes = votes(5);
    assertThat(VoteSample.of(votes, 7, 5)).containsExactlyInAnyOrderElementsOf(votes);
    assertThat(VoteSample.of(votes, 7, 0)).isEmpty();
  }

  @Test
  void aSitesManyVotersLeaveRoomForTheVotersOfOthers() {
    List<Vote> votes = votes(VOTERS);
    for (int site = 1; site <= 3; site++) {
      votes.add(
          new SeededVoter(100 + site)
              .vote(
                  SeededVoter.REALM,
                  Id.ofHex("5" + site),
                  Id.ofHex("11"),
                  VoteValue.SPAM,
                  1,
                  FakeNode.START,
                  VECTOR));
    }
    for (long check = 0; check < 100; check++) {
      List<Vote> sample = VoteSample.of(votes, check, 10);
      assertThat(sample).hasSize(10).doesNotHaveDuplicates();
      assertThat(sample.subList(0, 4))
          .as("one of each first")
          .extracting(Vote::site)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void oneCheckIsToldTheSameByAllKeepersAndAnotherOthers() {
    List<Vote> votes = votes(VOTERS);
    List<Vote> reversed = new ArrayList<>(votes);
    Collections.reverse(reversed);
    assertThat(VoteSample.of(votes, 7, 8)).hasSize(8).isEqualTo(VoteSample.of(reversed, 7, 8));
    assertThat(VoteSample.of(votes, 7, 8)).isNotEqualTo(VoteSample.of(votes, 8, 8));
  }

  @Test
  void whoeverMadeHisPseudonymLowIsToldNoMoreOftenThanOthers() {
    List<Vote> votes = votes(VOTERS);
    Map<Id, Integer> told = new LinkedHashMap<>();
    SplittableRandom checks = new SplittableRandom(1);
    for (int i = 0; i < 4_000; i++) {
      VoteSample.of(votes, checks.nextLong(), 4)
          .forEach(vote -> told.merge(vote.voter(), 1, Integer::sum));
    }
    // 400 expected of each; 5 standard deviations are 95.
    assertThat(told).hasSize(VOTERS);
    assertThat(told.values()).allMatch(count -> count > 305 && count < 495);
  }
}
