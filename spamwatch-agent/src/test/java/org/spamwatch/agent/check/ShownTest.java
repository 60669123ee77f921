package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/** Which votes an asker counts of what keepers, honest and other, send it. */
class ShownTest extends PendingCheckFixture {
  @Test
  void aGenuineVoteForAVectorThatMatchesMakesItSpam() {
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isComplete()).isFalse();
    routesEnd(GUID);
    assertThat(pendingCheck.isComplete()).isTrue();
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.shared()).isEqualTo(5);
    assertThat(answer.complete()).isTrue();
    assertThat(answer.matches()).hasSize(1);
    assertThat(answer.matches().get(0).sharedKeys())
        .containsExactlyElementsOf(ASKED.keys().subList(0, 5));
  }

  @Test
  void aMatchHasTheMessagesOwnVectorsAsFarAsGenuineVotesAreSignedForThem() {
    Vote vote = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    pendingCheck.found(LIAR, page(GUID, 0, 1, List.of(vote), FOREIGN, COPY, ASKED));
    routesEnd(GUID);
    assertThat(judged().matches().get(0).vectors()).containsExactly(COPY);
  }

  @Test
  void nothingForgedForeignOrUnlikeCounts() {
    Vote genuine = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    pendingCheck.found(LIAR, found(GUID, COPY, forged(genuine, VoteValue.SPAM, 2)));
    pendingCheck.found(LIAR, found(OTHER, COPY, genuine)); // of another message
    pendingCheck.found(
        LIAR,
        page(
            Id.ofHex("33"),
            0,
            1,
            List.of(ADA.vote(Id.ofHex("bb"), Id.ofHex("33"), VoteValue.SPAM, 1, 1, COPY)),
            COPY)); // of another realm
    Id hated = Id.ofHex("44"); // a vote on something else, with the asked vector beside it
    Vote onForeign = ADA.vote(hated, VoteValue.SPAM, 1, FOREIGN);
    pendingCheck.found(LIAR, page(hated, 0, 1, List.of(onForeign), FOREIGN, COPY, ASKED));
    Id unlike = Id.ofHex("55");
    pendingCheck.found(LIAR, found(unlike, FOREIGN, ADA.vote(unlike, VoteValue.SPAM, 1, FOREIGN)));
    routesEnd();
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(answer.spamVotes()).isZero();
    assertThat(answer.matches()).isEmpty();
  }

  @Test
  void aForgedLastWordDoesNotSilenceAVoter() {
    Vote genuine = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    Vote silencing = forged(genuine, VoteValue.WITHDRAWN, Long.MAX_VALUE);
    pendingCheck.found(LIAR, found(GUID, COPY, silencing));
    pendingCheck.found(KEEPER, found(GUID, COPY, genuine));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
  }

  @Test
  void aVoteCountsForEveryVectorThatMatchesNotOnlyForTheBest() {
    Vote ada = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    Vote ben = BEN.vote(GUID, VoteValue.SPAM, 1, ASKED);
    pendingCheck = pendingCheck(2);
    pendingCheck.found(KEEPER, page(GUID, 0, 1, List.of(ada, ben), COPY, ASKED));
    routesEnd(GUID);
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.spamVotes()).isEqualTo(2);
    assertThat(answer.shared()).isEqualTo(10);
  }

  @Test
  void aKeepersSecondAnswerCountsThoughItIsNumberedLikeTheFirst() {
    pendingCheck = pendingCheck(2);
    VotesFound first = found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY));
    pendingCheck.found(KEEPER, first);
    pendingCheck.found(KEEPER, first);
    pendingCheck.found(KEEPER, found(GUID, ASKED, BEN.vote(GUID, VoteValue.SPAM, 1, ASKED)));
    routesEnd(GUID);
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.spamVotes()).isEqualTo(2);
  }

  @Test
  void aVoterCountsOnceOverAllMatchesByTheLastWord() {
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 2, COPY)));
    pendingCheck.found(KEEPER, found(OTHER, ASKED, ADA.vote(OTHER, VoteValue.HAM, 3, ASKED)));
    pendingCheck.found(LIAR, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    routesEnd(GUID, OTHER);
    CheckResult answer = judged();
    assertThat(answer.spamVotes()).isZero();
    assertThat(answer.hamVotes()).isEqualTo(1);
    assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void spamNeedsMoreVotersThanHamAndAsManyAsAskedFor() {
    Vote spam = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    Vote ham = BEN.vote(GUID, VoteValue.HAM, 1, COPY);
    pendingCheck.found(KEEPER, found(GUID, COPY, spam, ham));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(judged().reason()).contains("more votes than ham");
    pendingCheck = pendingCheck(2);
    pendingCheck.found(KEEPER, found(GUID, COPY, spam));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(judged().reason()).contains("spam needs 2");
  }

  @Test
  void whatOwnUsersSaidHereCountsThoughNoKeeperSendsIt() {
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    ownVotes.add(BEN.vote(GUID, VoteValue.HAM, 1, FOREIGN)); // not for a vector like the mail's
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    ownVotes.add(BEN.vote(GUID, VoteValue.HAM, 2, COPY));
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatOwnUsersSaidHereCountsThoughNobodyElseKeepsIt() {
    ownMessages.add(
        new MessageVotes(GUID, List.of(ADA.vote(GUID, VoteValue.SPAM, 1, COPY)), List.of(COPY)));
    ownMessages
        .add( // the index is asked for matches; what does not match does not count all the same
            new MessageVotes(
                OTHER, List.of(BEN.vote(OTHER, VoteValue.SPAM, 1, FOREIGN)), List.of(FOREIGN)));
    pendingCheck = pendingCheck(1);
    routesEnd();
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.spamVotes()).isEqualTo(1);
    assertThat(answer.matches()).extracting(MatchedMessage::guid).containsExactly(GUID);
    assertThat(answer.complete()).isTrue();
  }

  @Test
  void aNewerWordOfAnOwnUserThatAKeeperShowsCounts() {
    ownMessages.add(
        new MessageVotes(GUID, List.of(ADA.vote(GUID, VoteValue.SPAM, 1, COPY)), List.of(COPY)));
    pendingCheck = pendingCheck(1);
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.HAM, 2, COPY)));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void manyForgeriesLeaveSignaturesToCheckForAnHonestKeeper() {
    Vote genuine = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    for (int i = 0; i < 2000; i++) {
      Id guid = Id.ofHex(Integer.toHexString(0x1000 + i));
      Vote v = forged(genuine, VoteValue.HAM, i);
      Vote moved =
          new Vote(
              v.realm(),
              v.site(),
              guid,
              v.digests(),
              v.value(),
              v.origin(),
              v.sequence(),
              v.timeMillis(),
              v.key(),
              v.signature(),
              v.certificate());
      pendingCheck.found(
          LIAR, page(guid, 0, 1, Collections.nCopies(VoteMessage.MAX_VOTES, moved), COPY));
    }
    pendingCheck.found(KEEPER, found(GUID, COPY, genuine));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    assertThat(verifier.checks()).isLessThanOrEqualTo(Shown.MAX_VERIFIED);
  }

  @Test
  void anOldVoteDoesNotCountOnceAKeeperWithoutVectorsShowsThatItWasTakenBack() {
    pendingCheck.found(LIAR, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    Vote otherVector = ADA.vote(GUID, VoteValue.WITHDRAWN, 3, FOREIGN);
    pendingCheck.found(KEEPER, page(GUID, 0, 1, List.of(otherVector)));
    assertThat(judged().verdict()).as("it takes something else back").isEqualTo(Verdict.SPAM);
    Vote takenBack = ADA.vote(GUID, VoteValue.WITHDRAWN, 2, COPY);
    pendingCheck.found(SELF, page(GUID, 0, 1, List.of(takenBack)));
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(judged().matches()).isEmpty();
  }

  @Test
  void pagesOfTwoFloodersLeaveRoomForThoseOfKeepers() {
    List<Id> liars = List.of(LIAR, OTHER_SITE);
    for (int i = 0; i < 4_000; i++) {
      Id guid = Id.ofHex(Integer.toHexString(0x1000 + i));
      pendingCheck.found(liars.get(i % 2), found(guid, COPY));
    }
    assertThat(shownOf.get(0).weight()).isLessThanOrEqualTo(Shown.MAX_WEIGHT);
    assertThat(roomOfAll.total()).isEqualTo(shownOf.get(0).weight());
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    assertThat(roomOfAll.total()).as("given back").isZero();
  }

  @Test
  void aWithdrawnVoteLeavesNoMatch() {
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    pendingCheck.found(LIAR, found(GUID, COPY, ADA.vote(GUID, VoteValue.WITHDRAWN, 2, COPY)));
    routesEnd(GUID);
    assertThat(judged().matches()).isEmpty();
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }
}
