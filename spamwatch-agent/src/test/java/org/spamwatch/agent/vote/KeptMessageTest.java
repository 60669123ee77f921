package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

class KeptMessageTest {
  private static final Id GUID = Id.ofHex("11");
  private static final List<FeatureVector> VECTORS = vectors(12);
  private static final List<SeededVoter> VOTERS = voters();
  private static final List<Vote> VOTES = votes();
  private static final int ENOUGH = 100;

  private static List<FeatureVector> vectors(int count) {
    List<FeatureVector> vectors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      vectors.add(SeededVoter.vector(100 + i));
    }
    return vectors;
  }

  private static List<SeededVoter> voters() {
    List<SeededVoter> voters = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      voters.add(new SeededVoter(i));
    }
    return voters;
  }

  /** Every voter says everything, at numbers that clash, about two vectors. */
  private static List<Vote> votes() {
    List<Vote> votes = new ArrayList<>();
    for (SeededVoter voter : VOTERS.subList(0, 4)) {
      for (Verdict verdict : Verdict.values()) {
        for (int sequence = 1; sequence <= 3; sequence++) {
          Vote one = voter.vote(GUID, verdict, sequence, VECTORS.get(0));
          votes.add(one);
          votes.add(one.certified(voter.certificate(one.realm(), one.site(), 86_400_000L)));
          votes.add(voter.vote(GUID, verdict, sequence, VECTORS.get(1)));
        }
      }
    }
    return votes;
  }

  private static List<FeatureVector> vectorsOf(Vote vote) {
    return VECTORS.stream().filter(v -> vote.digests().contains(v.compact().digest())).toList();
  }

  private static Merged merge(KeptMessage message, Vote vote) {
    return message.merge(vote, vectorsOf(vote), ENOUGH);
  }

  private static List<Id> digests(KeptMessage message) {
    return message.vectors().stream().map(v -> v.compact().digest()).sorted().toList();
  }

  @Property(tries = 300)
  void anyOrderAndAnyRepetitionOfVotesGivesTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
    Random random = new Random(seed);
    List<Vote> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(VOTES.get(random.nextInt(VOTES.size())));
    }
    KeptMessage one = new KeptMessage(GUID);
    some.forEach(vote -> merge(one, vote));
    List<Vote> others = new ArrayList<>(some);
    others.addAll(some.subList(0, random.nextInt(count) + 1));
    Collections.shuffle(others, random);
    KeptMessage other = new KeptMessage(GUID);
    others.forEach(vote -> merge(other, vote));
    assertThat(other.votes()).isEqualTo(one.votes());
    assertThat(digests(other)).isEqualTo(digests(one));
    assertThat(one.votes()).isEqualTo(new ArrayList<>(lastWords(some).values()));
  }

  /** The naive twin: for every voter the vote that no other of its votes supersedes. */
  private static Map<Id, Vote> lastWords(List<Vote> votes) {
    Map<Id, Vote> last = new TreeMap<>();
    for (Vote vote : votes) {
      if (votes.stream()
          .filter(other -> other.voter().equals(vote.voter()))
          .noneMatch(other -> other.supersedes(vote))) {
        last.put(vote.voter(), vote);
      }
    }
    return last;
  }

  @Test
  void theCertificateThatEndsLaterStaysOnAVote() {
    KeptMessage message = new KeptMessage(GUID);
    Vote old = VOTES.get(0);
    Vote renewed = VOTES.get(1);
    assertThat(merge(message, old)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, renewed)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, old)).isEqualTo(Merged.KNOWN);
    assertThat(message.votes()).containsExactly(renewed);
    assertThat(message.holds(old)).isTrue();
  }

  @Test
  void aRepeatedVoteIsNoNews() {
    KeptMessage message = new KeptMessage(GUID);
    Vote vote = VOTES.get(0);
    assertThat(merge(message, vote)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, vote)).isEqualTo(Merged.KNOWN);
  }

  @Test
  void aFullMessageTakesNoFurtherVoterButEveryVotersNewWord() {
    KeptMessage message = new KeptMessage(GUID);
    FeatureVector v = VECTORS.get(0);
    assertThat(message.merge(VOTERS.get(0).vote(GUID, Verdict.SPAM, 1, v), List.of(v), 1))
        .isEqualTo(Merged.NEWS);
    assertThat(message.merge(VOTERS.get(1).vote(GUID, Verdict.SPAM, 1, v), List.of(v), 1))
        .isEqualTo(Merged.FULL);
    assertThat(message.merge(VOTERS.get(0).vote(GUID, Verdict.HAM, 2, v), List.of(v), 1))
        .isEqualTo(Merged.NEWS);
    assertThat(message.tally()).isEqualTo(new Tally(0, 1));
  }

  @Test
  void everyVoteThatStandsHasItsVectorsAndWhatDoesNotFitIsRefused() {
    KeptMessage message = new KeptMessage(GUID);
    Map<Merged, Integer> outcomes = new LinkedHashMap<>();
    for (int i = 0; i < 10; i++) {
      Vote vote = VOTERS.get(i).vote(GUID, Verdict.SPAM, 1, VECTORS.get(i));
      outcomes.merge(merge(message, vote), 1, Integer::sum);
    }
    assertThat(outcomes)
        .containsEntry(Merged.NEWS, KeptMessage.MAX_VECTORS)
        .containsEntry(Merged.FULL, 2);
    assertThat(message.votes()).allMatch(vote -> message.vectorsOf(vote).equals(vectorsOf(vote)));
  }

  @Test
  void aVectorForWhichNobodysWordStandsMakesRoomEvenWhileItIsPublished() {
    KeptMessage message = new KeptMessage(GUID);
    for (int i = 0; i < KeptMessage.MAX_VECTORS; i++) {
      FeatureVector vector = VECTORS.get(i);
      merge(message, VOTERS.get(i).vote(GUID, Verdict.SPAM, 1, vector));
      message.published.put(vector.compact().digest(), vector);
    }
    Vote changedMind = VOTERS.get(0).vote(GUID, Verdict.SPAM, 2, VECTORS.get(9));
    assertThat(merge(message, changedMind)).isEqualTo(Merged.NEWS);
    assertThat(message.vectorsOf(changedMind)).containsExactly(VECTORS.get(9));
    Vote gone = VOTERS.get(1).vote(GUID, Verdict.WITHDRAWN, 2, VECTORS.get(1));
    assertThat(merge(message, gone)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, VOTERS.get(9).vote(GUID, Verdict.HAM, 1, VECTORS.get(10))))
        .isEqualTo(Merged.NEWS);
    assertThat(message.vectors())
        .hasSize(KeptMessage.MAX_VECTORS)
        .doesNotContain(VECTORS.get(0), VECTORS.get(1));
  }

  @Test
  void onlyTheVeryVoteThatIsPendingIsSettled() {
    KeptMessage message = new KeptMessage(GUID);
    Vote first = VOTERS.get(0).vote(GUID, Verdict.SPAM, 1, VECTORS.get(0));
    Vote second = VOTERS.get(0).vote(GUID, Verdict.HAM, 2, VECTORS.get(0));
    message.pend(first);
    message.pend(second);
    assertThat(message.settle(first)).isFalse();
    assertThat(message.pending()).containsExactly(second);
    assertThat(message.settle(second)).isTrue();
    assertThat(message.pending()).isEmpty();
  }
}
