package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

class KeptMessageTest {
  private static final List<VoteValue> VERDICTS = List.of(VoteValue.values());
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
      for (VoteValue value : VoteValue.values()) {
        for (int sequence = 1; sequence <= 3; sequence++) {
          Vote one = voter.vote(GUID, value, sequence, VECTORS.get(0));
          votes.add(one);
          votes.add(one.certified(voter.certificate(one.realm(), one.site(), 86_400_000L)));
          votes.add(voter.vote(GUID, value, sequence, VECTORS.get(1)));
        }
      }
    }
    return votes;
  }

  private static List<FeatureVector> vectorsOf(Vote vote) {
    return VECTORS.stream().filter(v -> vote.digests().contains(v.compact().digest())).toList();
  }

  private static Merged merge(KeptMessage message, Vote vote) {
    return message.merge(vote, vectorsOf(vote), ENOUGH, (gone, digests) -> {});
  }

  private static KeptMessage message() {
    return new KeptMessage(GUID, SeededVoter.SITE, room(Long.MAX_VALUE));
  }

  private static VoteRoom room(long bytes) {
    return new VoteRoom(SeededVoter.SITE, bytes, () -> new byte[] {1});
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
    KeptMessage one = message();
    some.forEach(vote -> merge(one, vote));
    List<Vote> others = new ArrayList<>(some);
    others.addAll(some.subList(0, random.nextInt(count) + 1));
    Collections.shuffle(others, random);
    KeptMessage other = message();
    others.forEach(vote -> merge(other, vote));
    assertThat(other.votes()).isEqualTo(one.votes());
    assertThat(digests(other)).isEqualTo(digests(one));
    assertThat(one.votes()).containsExactlyInAnyOrderElementsOf(lastWords(some));
  }

  /** The naive twin: of every voter and vector the vote that no other supersedes. */
  private static Set<Vote> lastWords(List<Vote> votes) {
    Set<Vote> last = new LinkedHashSet<>();
    for (Vote vote : votes) {
      if (votes.stream()
          .filter(other -> other.voter().equals(vote.voter()))
          .filter(other -> other.digests().equals(vote.digests()))
          .noneMatch(other -> other.supersedes(vote))) {
        last.add(vote);
      }
    }
    return last;
  }

  @Test
  void theCertificateThatEndsLaterStaysOnAVote() {
    KeptMessage message = message();
    Vote old = VOTES.get(0);
    Vote renewed = VOTES.get(1);
    assertThat(merge(message, old)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, renewed)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, old)).isEqualTo(Merged.KNOWN);
    assertThat(message.votes()).containsExactly(renewed);
    assertThat(message.holds(old)).isTrue();
  }

  @Test
  void aVoteUnderARenewedCertificateCanStillGiveWay() {
    Id self = Id.ofHex("c7");
    VoteRoom room = new VoteRoom(self, 1, () -> new byte[] {1});
    KeptMessage message = new KeptMessage(GUID, self, room);
    merge(message, VOTES.get(0));
    merge(message, VOTES.get(1));
    assertThat(room.next()).contains(VOTES.get(1));
    message.drop(VOTES.get(1), (gone, digests) -> {});
    assertThat(room.next()).isEmpty();
    assertThat(room.bytes()).isZero();
  }

  @Test
  void aRepeatedVoteIsNoNews() {
    KeptMessage message = message();
    Vote vote = VOTES.get(0);
    assertThat(merge(message, vote)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, vote)).isEqualTo(Merged.KNOWN);
  }

  private static Vote at(int site, SeededVoter voter, VoteValue value, long sequence, int... its) {
    FeatureVector[] vectors =
        Arrays.stream(its).mapToObj(VECTORS::get).toArray(FeatureVector[]::new);
    Id id = Id.ofHex("c" + site);
    return voter.vote(SeededVoter.REALM, id, GUID, value, sequence, sequence, vectors);
  }

  @Test
  void variantsOfOneVoterStandBesideEachOtherAndTheLastWordOfAllIsCounted() {
    KeptMessage message = message();
    Vote spam = at(1, VOTERS.get(0), VoteValue.SPAM, 1, 0);
    Vote ham = at(2, VOTERS.get(0), VoteValue.HAM, 2, 1);
    assertThat(merge(message, ham)).isEqualTo(Merged.NEWS);
    assertThat(merge(message, spam)).isEqualTo(Merged.NEWS);
    assertThat(message.votes()).containsExactly(ham, spam);
    assertThat(message.tally()).isEqualTo(new Tally(0, 1));
    merge(message, at(2, VOTERS.get(0), VoteValue.WITHDRAWN, 3, 1));
    assertThat(message.tally()).isEqualTo(new Tally(0, 0));
    assertThat(message.isLive()).as("his first word still stands").isTrue();
    assertThat(message.standing(VOTERS.get(0).id(), List.of(VECTORS.get(0))))
        .containsExactly(spam.digests());
    assertThat(message.standing(VOTERS.get(0).id(), List.of(VECTORS.get(1)))).isEmpty();
  }

  @Test
  void ofTheVariantsOfAVoterTheFourLatestStayWhateverTheOrder() {
    List<Vote> five = new ArrayList<>();
    for (int i = 0; i < KeptMessage.MAX_VARIANTS + 1; i++) {
      five.add(at(i, VOTERS.get(0), VoteValue.SPAM, 1 + i, i));
    }
    for (List<Vote> order : List.of(five, five.subList(1, 5), reversed(five))) {
      KeptMessage message = message();
      order.forEach(vote -> merge(message, vote));
      assertThat(message.votes()).isEqualTo(reversed(five.subList(1, 5)));
      assertThat(message.vectors()).hasSize(4).doesNotContain(VECTORS.get(0));
      assertThat(merge(message, five.get(0))).isEqualTo(Merged.KNOWN);
    }
  }

  private static List<Vote> reversed(List<Vote> votes) {
    List<Vote> reversed = new ArrayList<>(votes);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  void aSiteHasSixVectorsForItsLastWordsAndKeepsNobodyElseOut() {
    KeptMessage message = message();
    for (int i = 0; i < 10; i++) {
      merge(message, at(1, VOTERS.get(i), VoteValue.SPAM, 1 + i, i));
    }
    assertThat(digests(message))
        .containsExactlyInAnyOrderElementsOf(
            VECTORS.subList(4, 10).stream().map(v -> v.compact().digest()).sorted().toList());
    assertThat(merge(message, at(1, VOTERS.get(0), VoteValue.SPAM, 2, 0))).isEqualTo(Merged.FULL);
    assertThat(merge(message, at(2, VOTERS.get(0), VoteValue.SPAM, 1, 0))).isEqualTo(Merged.NEWS);
    assertThat(message.vectors()).hasSize(7).contains(VECTORS.get(0));
    for (int i = 1; i < 10; i++) {
      merge(message, at(1, VOTERS.get(i), VoteValue.WITHDRAWN, 20 + i, i));
    }
    assertThat(message.vectors()).containsExactly(VECTORS.get(0));
  }

  @Test
  void ownVotersMayVoteForAnyNumberOfVectors() {
    KeptMessage message = message();
    for (int i = 0; i < 10; i++) {
      assertThat(merge(message, at(0, VOTERS.get(i), VoteValue.SPAM, 1 + i, i)))
          .isEqualTo(Merged.NEWS);
    }
    assertThat(message.vectors()).hasSize(10);
  }

  @Test
  void whoseSiteHasMostVotesGivesWayWhenAMessageIsFull() {
    KeptMessage message = message();
    List<Vote> gone = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Vote vote = at(1, VOTERS.get(i), VoteValue.SPAM, 1 + i, 0);
      assertThat(message.merge(vote, vectorsOf(vote), 5, (its, digests) -> gone.add(its)))
          .isEqualTo(Merged.NEWS);
    }
    for (int i = 5; i < 8; i++) {
      Vote vote = at(i, VOTERS.get(i), VoteValue.SPAM, 1, 0);
      assertThat(message.merge(vote, vectorsOf(vote), 5, (its, digests) -> gone.add(its)))
          .isEqualTo(Merged.NEWS);
    }
    assertThat(gone).extracting(Vote::sequence).containsExactly(1L, 2L, 3L);
    assertThat(gone).extracting(Vote::site).containsOnly(Id.ofHex("c1"));
    assertThat(message.voteCount()).isEqualTo(5);
  }

  @Test
  void whatStandsIsKnownWhateverComesAndGoes() {
    Random random = new Random(1);
    List<Id> sites = List.of(SeededVoter.SITE, Id.ofHex("c1"), Id.ofHex("c2"));
    KeptMessage message = message();
    for (int step = 0; step < 2_000; step++) {
      Id site = sites.get(random.nextInt(sites.size()));
      List<Vote> kept = message.everyVote();
      int choice = random.nextInt(12);
      if (choice == 0) {
        boolean all = random.nextBoolean();
        message.suspend((voter, vote) -> !all && vote.site().equals(site));
      } else if (choice < 3 && !kept.isEmpty()) {
        message.drop(kept.get(random.nextInt(kept.size())), (gone, digests) -> {});
      } else {
        VoteValue value = VERDICTS.get(random.nextInt(VERDICTS.size()));
        FeatureVector vector = VECTORS.get(random.nextInt(VECTORS.size()));
        SeededVoter voter = VOTERS.get(random.nextInt(VOTERS.size()));
        Vote vote = voter.vote(SeededVoter.REALM, site, GUID, value, step, 1, vector);
        message.merge(vote, List.of(vector), 14, (gone, digests) -> {});
      }
      Set<Id> standing = new LinkedHashSet<>();
      Set<Id> own = new LinkedHashSet<>();
      for (Vote vote : message.votes()) {
        if (vote.value() != VoteValue.WITHDRAWN) {
          standing.addAll(vote.digests());
          own.addAll(vote.site().equals(SeededVoter.SITE) ? vote.digests() : List.of());
        }
      }
      assertThat(message.liveDigests(false)).isEqualTo(standing);
      assertThat(message.liveDigests(true)).isEqualTo(own);
      assertThat(message.isLive()).isEqualTo(!standing.isEmpty());
      assertThat(message.isOwn())
          .isEqualTo(message.everyVote().stream().anyMatch(message::isLocal));
    }
  }

  @Test
  void onlyTheVeryVoteThatIsPendingIsSettled() {
    KeptMessage message = message();
    Vote first = VOTERS.get(0).vote(GUID, VoteValue.SPAM, 1, VECTORS.get(0));
    Vote second = VOTERS.get(0).vote(GUID, VoteValue.HAM, 2, VECTORS.get(0));
    message.sending().add(first);
    message.sending().add(second);
    assertThat(message.sending().remove(first)).isFalse();
    assertThat(message.sending().pending()).containsExactly(second);
    assertThat(message.sending().remove(second)).isTrue();
    assertThat(message.sending().pending()).isEmpty();
  }
}
