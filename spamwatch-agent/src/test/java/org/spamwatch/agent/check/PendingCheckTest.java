package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Id;

/** What an asker waits for, and what it makes of what comes. */
class PendingCheckTest extends PendingCheckFixture {
  @Test
  void anAnswerIsNotCompleteUntilAllThatIsKeptIsFound() {
    loaded = false;
    routesEnd();
    assertThat(judged().complete()).isFalse();
    loaded = true;
    assertThat(judged().complete()).isTrue();
  }

  @Test
  void anAnswerThatIsLikeNothingAskedDoesNotEndTheWait() {
    routesEnd(GUID);
    pendingCheck.found(LIAR, found(GUID, FOREIGN));
    assertThat(pendingCheck.isComplete()).isFalse();
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isComplete()).isTrue();
  }

  @Test
  void everyPageOfOneKeeperIsAwaited() {
    routesEnd(GUID);
    List<Vote> none = List.of();
    pendingCheck.found(KEEPER, page(GUID, 1, 2, none, COPY));
    pendingCheck.found(KEEPER, page(GUID, 1, 2, none, COPY));
    pendingCheck.found(LIAR, page(GUID, 0, 2, none, COPY));
    assertThat(pendingCheck.isComplete()).isFalse();
    pendingCheck.found(KEEPER, page(GUID, 0, 2, none, COPY));
    assertThat(pendingCheck.isComplete()).isTrue();
  }

  @Test
  void aMessageThatOneHopMissesMayStillBeFoundByAnother() {
    routesEnd(GUID);
    assertThat(pendingCheck.missing(GUID)).isTrue();
    assertThat(pendingCheck.missing(GUID)).isFalse();
    assertThat(pendingCheck.isComplete()).isFalse();
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isComplete()).isTrue();
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
  }

  @Test
  void aMessageNobodyFoundIsGivenUpInTheEnd() {
    routesEnd(GUID);
    pendingCheck.missing(GUID);
    pendingCheck.giveUp(GUID);
    assertThat(pendingCheck.isComplete()).isTrue();
    assertThat(judged().complete()).isTrue();
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void endlessMissingMessagesAreBounded() {
    int heeded = 0;
    for (int i = 0; i < 10_000; i++) {
      heeded += pendingCheck.missing(Id.ofHex(Integer.toHexString(i))) ? 1 : 0;
    }
    assertThat(heeded).isLessThanOrEqualTo(256);
  }

  @Test
  void whatIsKnownDecidesWhenTheRestIsLate() {
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    pendingCheck.routesEnded(new QueryOutcome(List.of(), 10, 0, 0));
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.complete()).isFalse();
    assertThat(answer.source()).isEqualTo(Source.OVERLAY);
    assertThat(answer.reason()).contains("1 vote for spam");
  }

  @Test
  void aQueryAnsweredFromTheOneBeforeHasAskedTheNetworkToo() {
    pendingCheck.routesEnded(new QueryOutcome(List.of(new Match(GUID, Id.ZERO, 5, 10)), 0, 0, 0));
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    CheckResult answer = judged();
    assertThat(answer.complete()).isTrue();
    assertThat(answer.source()).isEqualTo(Source.OVERLAY);
  }

  @Test
  void ofManyClaimsThoseAreLookedIntoForWhichAKeeperHasShownAVector() {
    pendingCheck.found(
        LIAR, found(GUID, COPY)); // it keeps the message's vector and hides its votes
    List<Id> claimed = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      claimed.add(Id.ofHex(String.format("%02x", 0x30 + i)));
    }
    claimed.add(GUID);
    routesEnd(claimed.toArray(new Id[0]));
    pendingCheck.giveUpAll();
    assertThat(pendingCheck.doubtful()).hasSize(PendingCheck.MAX_DOUBTED).startsWith(GUID);
    assertThat(pendingCheck.doubtful()).as("once only").isEmpty();
  }

  @Test
  void aKeeperIsAskedAgainOfAVectorThatAnotherShows() {
    pendingCheck.found(KEEPER, found(GUID, COPY));
    pendingCheck.found(LIAR, found(GUID, ASKED));
    routesEnd(GUID);
    pendingCheck.giveUpAll();
    assertThat(search(contact(KEEPER), contact(LIAR)))
        .containsExactly(contact(KEEPER), contact(LIAR));
    assertThat(pendingCheck.digests(GUID, 64))
        .contains(COPY.compact().digest(), ASKED.compact().digest());
  }

  private static QueryOutcome reported(int routes) {
    return new QueryOutcome(
        List.of(new Match(GUID, Id.ZERO, 5, 10)),
        Map.of(),
        Map.of(),
        Map.of(GUID, routes),
        10,
        10,
        3);
  }

  @Test
  void whatFewRoutesReportIsLookedIntoBeforeItIsBelieved() {
    pendingCheck.routesReported(reported(2));
    pendingCheck.found(LIAR, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isDecided()).as("five features are shared").isFalse();
    pendingCheck.routesEnded(reported(2));
    assertThat(search(contact(KEEPER), contact(LIAR))).containsExactly(contact(KEEPER));
    pendingCheck.found(
        KEEPER, page(GUID, 0, 1, List.of(ADA.vote(GUID, VoteValue.WITHDRAWN, 2, COPY))));
    assertThat(pendingCheck.isComplete()).isTrue();
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatKeepersShowOfAMessageThatFewRoutesReportIsBelieved() {
    pendingCheck.routesReported(reported(0));
    pendingCheck.routesEnded(reported(0));
    Vote vote = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    pendingCheck.found(KEEPER, found(GUID, COPY, vote));
    search(contact(KEEPER));
    assertThat(pendingCheck.isComplete()).isTrue();
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
  }

  @Test
  void thousandsOfVotersOfOneSiteLeaveSignaturesToCheckForAnother() {
    List<Vote> crowd = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      crowd.add(
          new SeededVoter(100 + i)
              .vote(SeededVoter.REALM, OTHER_SITE, GUID, VoteValue.WITHDRAWN, 1, 1, COPY));
    }
    for (Id liar : List.of(LIAR, KEEPER)) {
      for (int page = 0; page < 8; page++) {
        pendingCheck.found(
            liar, page(GUID, page, 8, crowd.subList(12 * page, 12 * page + 12), COPY));
      }
    }
    pendingCheck.routesReported(reported(3));
    assertThat(pendingCheck.isDecided()).isFalse();
    pendingCheck.found(SELF, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isDecided()).isTrue();
  }

  @Test
  void silenceIsUnknown() {
    pendingCheck.routesEnded(new QueryOutcome(List.of(), 10, 0, 0));
    CheckResult answer = judged();
    assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(answer.source()).isEqualTo(Source.NONE);
    assertThat(answer.complete()).isFalse();
    assertThat(answer.reason()).isEqualTo("no peer has answered in time");
  }

  @Test
  void aVotersMessageOfManyPagesIsReadInFull() {
    List<Vote> votes = new ArrayList<>();
    for (int i = 0; i < 2 * VoteMessage.MAX_VOTES; i++) {
      votes.add(new SeededVoter(10 + i).vote(GUID, VoteValue.SPAM, 1, COPY));
    }
    pendingCheck.found(
        KEEPER, page(GUID, 1, 2, votes.subList(VoteMessage.MAX_VOTES, votes.size()), COPY));
    pendingCheck.found(KEEPER, page(GUID, 0, 2, votes.subList(0, VoteMessage.MAX_VOTES), COPY));
    routesEnd(GUID);
    assertThat(judged().spamVotes()).isEqualTo(votes.size());
  }
}
