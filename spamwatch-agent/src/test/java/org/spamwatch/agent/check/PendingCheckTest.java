package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/** What an asker makes of what keepers, honest and other, send it. */
class PendingCheckTest {
  private static final Id GUID = Id.ofHex("11");
  private static final Id OTHER = Id.ofHex("22");
  private static final Id KEEPER = Id.ofHex("c1");
  private static final Id LIAR = Id.ofHex("c2");
  private static final Id PUBLISHER = SeededVoter.SITE;
  private static final Id SELF = Id.ofHex("c4");
  private static final Id OTHER_SITE = Id.ofHex("c5");
  private static final FeatureVector ASKED = SeededVoter.vector(1);
  private static final FeatureVector COPY = SeededVoter.like(ASKED, 5, 2);
  private static final FeatureVector FOREIGN = SeededVoter.like(ASKED, 2, 3);
  private static final SeededVoter ADA = new SeededVoter(1);
  private static final SeededVoter BEN = new SeededVoter(2);

  private final VoteVerifier verifier =
      new VoteVerifier(SeededVoter.signatures(Id.ofHex("a1")), 1000);
  private Trust trust = new Trust(TrustConfig.DEFAULT);
  private final List<Vote> ownVotes = new ArrayList<>();
  private final List<MessageVotes> ownMessages = new ArrayList<>();
  private boolean loaded = true;
  private final List<CheckResult> answers = new ArrayList<>();
  private final PageRoom roomOfAll = new PageRoom(100_000, sender -> 0);
  private final List<Evidence> evidences = new ArrayList<>();
  private PendingCheck pendingCheck = pendingCheck(1);

  private PendingCheck pendingCheck(int votesNeeded) {
    return pendingCheck(votesNeeded, Rule.TRUST);
  }

  private PendingCheck pendingCheck(int votesNeeded, Rule rule) {
    CheckRequest question =
        new CheckRequest(
            List.of(ASKED), List.of(), Threshold.STANDARD, Integer.MAX_VALUE, votesNeeded, rule);
    OwnWords own =
        new OwnWords() {
          @Override
          public List<Vote> on(Id guid) {
            return guid.equals(GUID) ? ownVotes : List.of();
          }

          @Override
          public List<MessageVotes> like(List<Query> queries) {
            return ownMessages;
          }

          @Override
          public boolean isComplete() {
            return loaded;
          }
        };
    Judge judge = new Judge(question, trust, () -> 1);
    List<Query> queries = Query.of(question, HamFilter.NONE, key -> false);
    Evidence evidence =
        new Evidence(queries, SeededVoter.REALM, verifier, own, roomOfAll, judge::isPreferred);
    evidences.add(evidence);
    return new PendingCheck(evidence, judge, answers::add);
  }

  private void routesEnd(Id... guids) {
    List<Match> matches = new ArrayList<>();
    for (Id guid : guids) {
      matches.add(new Match(guid, Id.ZERO, 5, 10));
    }
    pendingCheck.routesEnded(new QueryOutcome(matches, 10, 10, 3));
  }

  /** The routes end with a claim of a message whose publisher they tell of. */
  private void routesEndWithPublishers(Contact... publishers) {
    pendingCheck.routesEnded(
        new QueryOutcome(
            List.of(new Match(GUID, Id.ZERO, 5, 10)),
            Map.of(GUID, List.of(publishers)),
            Map.of(contact(PUBLISHER), List.of(contact(KEEPER), contact(LIAR))),
            Map.of(),
            10,
            10,
            3));
    pendingCheck.giveUpAll();
  }

  /** A search for the message's keepers ends; returns who is to be asked in person. */
  private List<Contact> search(Contact... closest) {
    assertThat(pendingCheck.doubtful()).containsExactly(GUID);
    return pendingCheck.keepersFound(GUID, SELF, List.of(closest), 4);
  }

  private static Contact contact(Id id) {
    return new Contact(id, new Endpoint("192.0.2.1", 9460));
  }

  private static VotesFound page(
      Id guid, int page, int pages, List<Vote> votes, FeatureVector... vectors) {
    return new VotesFound(5, guid, 2, 1, 0, page, pages, votes, List.of(vectors));
  }

  private static VotesFound found(Id guid, FeatureVector vector, Vote... votes) {
    return page(guid, 0, 1, List.of(votes), vector);
  }

  private static Vote forged(Vote v, VoteValue value, long sequence) {
    return new Vote(
        v.realm(),
        v.site(),
        v.guid(),
        v.digests(),
        value,
        v.origin(),
        sequence,
        v.timeMillis(),
        v.publicKey(),
        v.signature(),
        v.certificate());
  }

  private CheckResult judged() {
    pendingCheck.finish();
    return answers.get(answers.size() - 1);
  }

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
    assertThat(judged().matches().get(0).vectors()).containsExactly(COPY.compact());
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
  void anAnswerIsNotCompleteUntilAllThatIsKeptIsFound() {
    loaded = false;
    routesEnd();
    assertThat(judged().complete()).isFalse();
    loaded = true;
    assertThat(judged().complete()).isTrue();
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
              v.publicKey(),
              v.signature(),
              v.certificate());
      pendingCheck.found(
          LIAR, page(guid, 0, 1, Collections.nCopies(VoteMessage.MAX_VOTES, moved), COPY));
    }
    pendingCheck.found(KEEPER, found(GUID, COPY, genuine));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    assertThat(verifier.checks()).isLessThanOrEqualTo(Evidence.MAX_VERIFIED);
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
  void thePublisherIsAskedWhereAllKeepersLieAndItsVoteCounts() {
    routesEndWithPublishers(contact(PUBLISHER), contact(KEEPER), contact(SELF));
    assertThat(search(contact(LIAR), contact(KEEPER)))
        .as("who is to keep it is asked once")
        .containsExactly(contact(LIAR), contact(KEEPER), contact(PUBLISHER));
    pendingCheck.found(LIAR, found(GUID, COPY)); // a vector and no vote
    pendingCheck.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isComplete()).as("a keeper still has time").isFalse();
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
    pendingCheck.found(KEEPER, page(GUID, 0, 1, List.of()));
    assertThat(pendingCheck.isComplete()).as("all have answered").isTrue();
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
  }

  @Test
  void aKeeperThatDoesNotAnswerIsWaitedForBeforeAPublisherIsBelieved() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(KEEPER));
    pendingCheck.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    assertThat(pendingCheck.isComplete()).isFalse();
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
    pendingCheck.giveUpInPerson(GUID);
    assertThat(pendingCheck.isComplete()).isTrue();
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
  }

  @Test
  void noMorePublishersAreAskedThanTheLimitHoweverManyAreNamed() {
    List<Match> matches = new ArrayList<>();
    Map<Id, List<Contact>> named = new LinkedHashMap<>();
    for (int i = 0; i < 64; i++) {
      Id guid = Id.ofHex(String.format("%02x", 0x30 + i));
      matches.add(new Match(guid, Id.ZERO, 5, 10));
      List<Contact> its = new ArrayList<>();
      for (int j = 0; j < 10; j++) {
        its.add(contact(Id.ofHex(String.format("e%02x%x", i, j))));
      }
      named.put(guid, its);
    }
    pendingCheck.routesEnded(new QueryOutcome(matches, named, Map.of(), Map.of(), 10, 10, 3));
    int asked = 0;
    for (Id guid : named.keySet()) {
      List<Contact> its = pendingCheck.keepersFound(guid, SELF, List.of(), 4);
      assertThat(its.size()).isBetween(asked < Publishers.MAX_ASKED ? 4 : 0, 10);
      asked += its.size();
    }
    assertThat(asked).isEqualTo(Publishers.MAX_ASKED);
  }

  @Test
  void aForgedVoteOfAPublisherDoesNotCount() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(LIAR));
    Vote genuine = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    pendingCheck.found(PUBLISHER, found(GUID, COPY, forged(genuine, VoteValue.SPAM, 2)));
    pendingCheck.giveUpInPerson(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  /** From now on the voters of no other site are own people. */
  private void strangersOnly(Rule rule) {
    trust = new Trust(TrustConfig.DEFAULT.withOwn(OwnSites.of(List.of(SELF))));
    pendingCheck = pendingCheck(1, rule);
  }

  @Test
  void noPublisherIsAskedWhoseOwnVotersAreStrangersThatAKeeperShowsToSaySpam() {
    strangersOnly(Rule.TRUST);
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(LIAR), contact(KEEPER))).containsExactly(contact(LIAR));
  }

  @Test
  void thePublisherOfStrangersIsAskedThoughAKeeperShowsThatOneSaysHam() {
    strangersOnly(Rule.TRUST);
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.HAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).containsExactly(contact(PUBLISHER));
  }

  @Test
  void thePublisherOfThoseWhoDecideIsAskedWhateverKeepersShow() {
    pendingCheck.found(
        KEEPER,
        found(
            GUID,
            COPY,
            ADA.vote(GUID, VoteValue.SPAM, 1, COPY),
            BEN.vote(GUID, VoteValue.HAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).containsExactly(contact(PUBLISHER));
    Vote another = new SeededVoter(3).vote(GUID, VoteValue.SPAM, 1, COPY);
    pendingCheck.found(PUBLISHER, found(GUID, COPY, another));
    pendingCheck.giveUpInPerson(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    strangersOnly(Rule.ANY);
    pendingCheck.found(
        KEEPER,
        found(
            GUID,
            COPY,
            ADA.vote(GUID, VoteValue.SPAM, 1, COPY),
            BEN.vote(GUID, VoteValue.HAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).containsExactly(contact(PUBLISHER));
  }

  @Test
  void whoeverNamedAPublisherIsChargedWithTurningToItAndNobodyForAKeeper() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(LIAR));
    assertThat(pendingCheck.tellersOf(contact(PUBLISHER), GUID))
        .containsExactly(contact(KEEPER), contact(LIAR));
    assertThat(pendingCheck.tellersOf(contact(PUBLISHER), GUID))
        .as("the next is charged next")
        .containsExactly(contact(LIAR), contact(KEEPER));
    assertThat(pendingCheck.tellersOf(contact(LIAR), GUID)).isEmpty();
  }

  @Test
  void aPublisherIsAskedThoughKeepersShowWhatVotersOfOtherSitesSaid() {
    Vote stranger = BEN.vote(SeededVoter.REALM, OTHER_SITE, GUID, VoteValue.WITHDRAWN, 9, 9, COPY);
    pendingCheck.found(LIAR, found(GUID, COPY, stranger));
    routesEndWithPublishers(contact(PUBLISHER), contact(OTHER_SITE));
    assertThat(search(contact(LIAR)))
        .containsExactlyInAnyOrder(contact(PUBLISHER), contact(OTHER_SITE));
    pendingCheck.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    pendingCheck.giveUpInPerson(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
  }

  @Test
  void aPublisherSpeaksForItsOwnVotersOnly() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(LIAR));
    Vote stranger = BEN.vote(SeededVoter.REALM, OTHER_SITE, GUID, VoteValue.SPAM, 9, 9, COPY);
    pendingCheck.found(PUBLISHER, found(GUID, COPY, stranger));
    pendingCheck.giveUpInPerson(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aForgedVoteOfAKeeperDoesNotKeepThePublisherFromBeingAsked() {
    Vote genuine = ADA.vote(GUID, VoteValue.SPAM, 1, COPY);
    pendingCheck.found(LIAR, found(GUID, COPY, forged(genuine, VoteValue.HAM, 2)));
    Vote takenBack = ADA.vote(GUID, VoteValue.WITHDRAWN, 1, COPY);
    pendingCheck.found(
        KEEPER, page(GUID, 0, 1, List.of(forged(takenBack, VoteValue.WITHDRAWN, 3))));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(LIAR))).contains(contact(PUBLISHER));
  }

  @Test
  void aVoteTakenBackIsNotBroughtBackByAPublisherThatDoesNotKnow() {
    // An honest keeper has no vector any more of a message on which nobody's word stands.
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).contains(contact(PUBLISHER));
    pendingCheck.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    pendingCheck.giveUpInPerson(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    Vote takenBack = ADA.vote(GUID, VoteValue.WITHDRAWN, 2, COPY);
    pendingCheck.found(KEEPER, page(GUID, 0, 1, List.of(takenBack))); // late, but in time
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(judged().matches()).isEmpty();
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
  void pagesOfTwoFloodersLeaveRoomForThoseOfKeepers() {
    List<Id> liars = List.of(LIAR, OTHER_SITE);
    for (int i = 0; i < 4_000; i++) {
      Id guid = Id.ofHex(Integer.toHexString(0x1000 + i));
      pendingCheck.found(liars.get(i % 2), found(guid, COPY));
    }
    assertThat(evidences.get(0).weight()).isLessThanOrEqualTo(Evidence.MAX_WEIGHT);
    assertThat(roomOfAll.total()).isEqualTo(evidences.get(0).weight());
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    routesEnd(GUID);
    assertThat(judged().verdict()).isEqualTo(Verdict.SPAM);
    assertThat(roomOfAll.total()).as("given back").isZero();
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
  void aWithdrawnVoteLeavesNoMatch() {
    pendingCheck.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, VoteValue.SPAM, 1, COPY)));
    pendingCheck.found(LIAR, found(GUID, COPY, ADA.vote(GUID, VoteValue.WITHDRAWN, 2, COPY)));
    routesEnd(GUID);
    assertThat(judged().matches()).isEmpty();
    assertThat(judged().verdict()).isEqualTo(Verdict.UNKNOWN);
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
