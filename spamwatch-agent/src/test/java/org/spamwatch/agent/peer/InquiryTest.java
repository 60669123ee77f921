package org.spamwatch.agent.peer;

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
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/** What an asker makes of what keepers, honest and other, send it. */
class InquiryTest {
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
  private final List<Answer> answers = new ArrayList<>();
  private final PageRoom roomOfAll = new PageRoom(100_000, sender -> 0);
  private Inquiry inquiry = inquiry(1);

  private Inquiry inquiry(int votesNeeded) {
    return inquiry(votesNeeded, Rule.TRUST);
  }

  private Inquiry inquiry(int votesNeeded, Rule rule) {
    Question question =
        new Question(
            List.of(ASKED), List.of(), Threshold.STANDARD, Integer.MAX_VALUE, votesNeeded, rule);
    return new Inquiry(
        question,
        Query.of(question, HamFilter.NONE, key -> false),
        SeededVoter.REALM,
        verifier,
        trust,
        () -> 1,
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
        },
        roomOfAll,
        answers::add);
  }

  private void routesEnd(Id... guids) {
    List<org.spamwatch.ata.adolr.Match> matches = new ArrayList<>();
    for (Id guid : guids) {
      matches.add(new org.spamwatch.ata.adolr.Match(guid, Id.ZERO, 5, 10));
    }
    inquiry.routesEnded(new QueryOutcome(matches, 10, 10, 3));
  }

  /** The routes end with a claim of a message whose publisher they tell of. */
  private void routesEndWithPublishers(Contact... publishers) {
    inquiry.routesEnded(
        new QueryOutcome(
            List.of(new org.spamwatch.ata.adolr.Match(GUID, Id.ZERO, 5, 10)),
            Map.of(GUID, List.of(publishers)),
            Map.of(contact(PUBLISHER), List.of(contact(KEEPER), contact(LIAR))),
            Map.of(),
            10,
            10,
            3));
    inquiry.giveUpAll();
  }

  /** A search for the message's keepers ends; returns who is to be asked in person. */
  private List<Contact> search(Contact... closest) {
    assertThat(inquiry.doubtful()).containsExactly(GUID);
    return inquiry.keepersFound(GUID, SELF, List.of(closest), 4);
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

  private static Vote forged(Vote v, Verdict verdict, long sequence) {
    return new Vote(
        v.realm(),
        v.site(),
        v.guid(),
        v.digests(),
        verdict,
        v.origin(),
        sequence,
        v.timeMillis(),
        v.publicKey(),
        v.signature(),
        v.certificate());
  }

  private Answer judged() {
    inquiry.finish();
    return answers.get(answers.size() - 1);
  }

  @Test
  void aGenuineVoteForAVectorThatMatchesMakesItSpam() {
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isComplete()).isFalse();
    routesEnd(GUID);
    assertThat(inquiry.isComplete()).isTrue();
    Answer answer = judged();
    assertThat(answer.judgement()).isEqualTo(Judgement.SPAM);
    assertThat(answer.shared()).isEqualTo(5);
    assertThat(answer.complete()).isTrue();
    assertThat(answer.matches()).hasSize(1);
    assertThat(answer.matches().get(0).sharedKeys())
        .containsExactlyElementsOf(ASKED.keys().subList(0, 5));
  }

  @Test
  void aMatchHasTheMessagesOwnVectorsAsFarAsGenuineVotesAreSignedForThem() {
    Vote vote = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    inquiry.found(LIAR, page(GUID, 0, 1, List.of(vote), FOREIGN, COPY, ASKED));
    routesEnd(GUID);
    assertThat(judged().matches().get(0).vectors()).containsExactly(COPY.compact());
  }

  @Test
  void nothingForgedForeignOrUnlikeCounts() {
    Vote genuine = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    inquiry.found(LIAR, found(GUID, COPY, forged(genuine, Verdict.SPAM, 2)));
    inquiry.found(LIAR, found(OTHER, COPY, genuine)); // of another message
    inquiry.found(
        LIAR,
        page(
            Id.ofHex("33"),
            0,
            1,
            List.of(ADA.vote(Id.ofHex("bb"), Id.ofHex("33"), Verdict.SPAM, 1, 1, COPY)),
            COPY)); // of another realm
    Id hated = Id.ofHex("44"); // a vote on something else, with the asked vector beside it
    Vote onForeign = ADA.vote(hated, Verdict.SPAM, 1, FOREIGN);
    inquiry.found(LIAR, page(hated, 0, 1, List.of(onForeign), FOREIGN, COPY, ASKED));
    Id unlike = Id.ofHex("55");
    inquiry.found(LIAR, found(unlike, FOREIGN, ADA.vote(unlike, Verdict.SPAM, 1, FOREIGN)));
    routesEnd();
    Answer answer = judged();
    assertThat(answer.judgement()).isEqualTo(Judgement.UNKNOWN);
    assertThat(answer.spamVotes()).isZero();
    assertThat(answer.matches()).isEmpty();
  }

  @Test
  void aForgedLastWordDoesNotSilenceAVoter() {
    Vote genuine = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    Vote silencing = forged(genuine, Verdict.WITHDRAWN, Long.MAX_VALUE);
    inquiry.found(LIAR, found(GUID, COPY, silencing));
    inquiry.found(KEEPER, found(GUID, COPY, genuine));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
  }

  @Test
  void aVoteCountsForEveryVectorThatMatchesNotOnlyForTheBest() {
    Vote ada = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    Vote ben = BEN.vote(GUID, Verdict.SPAM, 1, ASKED);
    inquiry = inquiry(2);
    inquiry.found(KEEPER, page(GUID, 0, 1, List.of(ada, ben), COPY, ASKED));
    routesEnd(GUID);
    Answer answer = judged();
    assertThat(answer.judgement()).isEqualTo(Judgement.SPAM);
    assertThat(answer.spamVotes()).isEqualTo(2);
    assertThat(answer.shared()).isEqualTo(10);
  }

  @Test
  void aVoterCountsOnceOverAllMatchesByTheLastWord() {
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 2, COPY)));
    inquiry.found(KEEPER, found(OTHER, ASKED, ADA.vote(OTHER, Verdict.HAM, 3, ASKED)));
    inquiry.found(LIAR, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    routesEnd(GUID, OTHER);
    Answer answer = judged();
    assertThat(answer.spamVotes()).isZero();
    assertThat(answer.hamVotes()).isEqualTo(1);
    assertThat(answer.judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  @Test
  void spamNeedsMoreVotersThanHamAndAsManyAsAskedFor() {
    Vote spam = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    Vote ham = BEN.vote(GUID, Verdict.HAM, 1, COPY);
    inquiry.found(KEEPER, found(GUID, COPY, spam, ham));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
    assertThat(judged().reason()).contains("more votes than ham");
    inquiry = inquiry(2);
    inquiry.found(KEEPER, found(GUID, COPY, spam));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
    assertThat(judged().reason()).contains("spam needs 2");
  }

  @Test
  void whatOwnUsersSaidHereCountsThoughNoKeeperSendsIt() {
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    ownVotes.add(BEN.vote(GUID, Verdict.HAM, 1, FOREIGN)); // not for a vector like the mail's
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    ownVotes.add(BEN.vote(GUID, Verdict.HAM, 2, COPY));
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  @Test
  void whatOwnUsersSaidHereCountsThoughNobodyElseKeepsIt() {
    ownMessages.add(
        new MessageVotes(GUID, List.of(ADA.vote(GUID, Verdict.SPAM, 1, COPY)), List.of(COPY)));
    ownMessages
        .add( // the index is asked for matches; what does not match does not count all the same
            new MessageVotes(
                OTHER, List.of(BEN.vote(OTHER, Verdict.SPAM, 1, FOREIGN)), List.of(FOREIGN)));
    inquiry = inquiry(1);
    routesEnd();
    Answer answer = judged();
    assertThat(answer.judgement()).isEqualTo(Judgement.SPAM);
    assertThat(answer.spamVotes()).isEqualTo(1);
    assertThat(answer.matches()).extracting(Match::guid).containsExactly(GUID);
    assertThat(answer.complete()).isTrue();
  }

  @Test
  void aNewerWordOfAnOwnUserThatAKeeperShowsCounts() {
    ownMessages.add(
        new MessageVotes(GUID, List.of(ADA.vote(GUID, Verdict.SPAM, 1, COPY)), List.of(COPY)));
    inquiry = inquiry(1);
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.HAM, 2, COPY)));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
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
    Vote genuine = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    for (int i = 0; i < 2000; i++) {
      Id guid = Id.ofHex(Integer.toHexString(0x1000 + i));
      Vote v = forged(genuine, Verdict.HAM, i);
      Vote moved =
          new Vote(
              v.realm(),
              v.site(),
              guid,
              v.digests(),
              v.verdict(),
              v.origin(),
              v.sequence(),
              v.timeMillis(),
              v.publicKey(),
              v.signature(),
              v.certificate());
      inquiry.found(
          LIAR, page(guid, 0, 1, Collections.nCopies(VoteMessage.MAX_VOTES, moved), COPY));
    }
    inquiry.found(KEEPER, found(GUID, COPY, genuine));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    assertThat(verifier.checks()).isLessThanOrEqualTo(Inquiry.MAX_VERIFIED);
  }

  @Test
  void anAnswerThatIsLikeNothingAskedDoesNotEndTheWait() {
    routesEnd(GUID);
    inquiry.found(LIAR, found(GUID, FOREIGN));
    assertThat(inquiry.isComplete()).isFalse();
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isComplete()).isTrue();
  }

  @Test
  void everyPageOfOneKeeperIsAwaited() {
    routesEnd(GUID);
    List<Vote> none = List.of();
    inquiry.found(KEEPER, page(GUID, 1, 2, none, COPY));
    inquiry.found(KEEPER, page(GUID, 1, 2, none, COPY));
    inquiry.found(LIAR, page(GUID, 0, 2, none, COPY));
    assertThat(inquiry.isComplete()).isFalse();
    inquiry.found(KEEPER, page(GUID, 0, 2, none, COPY));
    assertThat(inquiry.isComplete()).isTrue();
  }

  @Test
  void aMessageThatOneHopMissesMayStillBeFoundByAnother() {
    routesEnd(GUID);
    assertThat(inquiry.missing(GUID)).isTrue();
    assertThat(inquiry.missing(GUID)).isFalse();
    assertThat(inquiry.isComplete()).isFalse();
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isComplete()).isTrue();
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
  }

  @Test
  void aMessageNobodyFoundIsGivenUpInTheEnd() {
    routesEnd(GUID);
    inquiry.missing(GUID);
    inquiry.giveUp(GUID);
    assertThat(inquiry.isComplete()).isTrue();
    assertThat(judged().complete()).isTrue();
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  @Test
  void endlessMissingMessagesAreBounded() {
    int heeded = 0;
    for (int i = 0; i < 10_000; i++) {
      heeded += inquiry.missing(Id.ofHex(Integer.toHexString(i))) ? 1 : 0;
    }
    assertThat(heeded).isLessThanOrEqualTo(256);
  }

  @Test
  void whatIsKnownDecidesWhenTheRestIsLate() {
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    inquiry.routesEnded(new QueryOutcome(List.of(), 10, 0, 0));
    Answer answer = judged();
    assertThat(answer.judgement()).isEqualTo(Judgement.SPAM);
    assertThat(answer.complete()).isFalse();
    assertThat(answer.source()).isEqualTo(Source.OVERLAY);
    assertThat(answer.reason()).contains("1 vote for spam");
  }

  @Test
  void aQueryAnsweredFromTheOneBeforeHasAskedTheNetworkToo() {
    inquiry.routesEnded(
        new QueryOutcome(
            List.of(new org.spamwatch.ata.adolr.Match(GUID, Id.ZERO, 5, 10)), 0, 0, 0));
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    Answer answer = judged();
    assertThat(answer.complete()).isTrue();
    assertThat(answer.source()).isEqualTo(Source.OVERLAY);
  }

  @Test
  void ofManyClaimsThoseAreLookedIntoForWhichAKeeperHasShownAVector() {
    inquiry.found(LIAR, found(GUID, COPY)); // it keeps the message's vector and hides its votes
    List<Id> claimed = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      claimed.add(Id.ofHex(String.format("%02x", 0x30 + i)));
    }
    claimed.add(GUID);
    routesEnd(claimed.toArray(new Id[0]));
    inquiry.giveUpAll();
    assertThat(inquiry.doubtful()).hasSize(Inquiry.MAX_DOUBTED).startsWith(GUID);
    assertThat(inquiry.doubtful()).as("once only").isEmpty();
  }

  @Test
  void thePublisherIsAskedWhereAllKeepersLieAndItsVoteCounts() {
    routesEndWithPublishers(contact(PUBLISHER), contact(KEEPER), contact(SELF));
    assertThat(search(contact(LIAR), contact(KEEPER)))
        .as("who is to keep it is asked once")
        .containsExactly(contact(LIAR), contact(KEEPER), contact(PUBLISHER));
    inquiry.found(LIAR, found(GUID, COPY)); // a vector and no vote
    inquiry.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isComplete()).as("a keeper still has time").isFalse();
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
    inquiry.found(KEEPER, page(GUID, 0, 1, List.of()));
    assertThat(inquiry.isComplete()).as("all have answered").isTrue();
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
  }

  @Test
  void aKeeperThatDoesNotAnswerIsWaitedForBeforeAPublisherIsBelieved() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(KEEPER));
    inquiry.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isComplete()).isFalse();
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
    inquiry.giveUpInPerson(GUID);
    assertThat(inquiry.isComplete()).isTrue();
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
  }

  @Test
  void noMorePublishersAreAskedThanTheLimitHoweverManyAreNamed() {
    List<org.spamwatch.ata.adolr.Match> matches = new ArrayList<>();
    Map<Id, List<Contact>> named = new LinkedHashMap<>();
    for (int i = 0; i < 64; i++) {
      Id guid = Id.ofHex(String.format("%02x", 0x30 + i));
      matches.add(new org.spamwatch.ata.adolr.Match(guid, Id.ZERO, 5, 10));
      List<Contact> its = new ArrayList<>();
      for (int j = 0; j < 10; j++) {
        its.add(contact(Id.ofHex(String.format("e%02x%x", i, j))));
      }
      named.put(guid, its);
    }
    inquiry.routesEnded(new QueryOutcome(matches, named, Map.of(), Map.of(), 10, 10, 3));
    int asked = 0;
    for (Id guid : named.keySet()) {
      List<Contact> its = inquiry.keepersFound(guid, SELF, List.of(), 4);
      assertThat(its.size()).isBetween(asked < Publishers.MAX_ASKED ? 4 : 0, 10);
      asked += its.size();
    }
    assertThat(asked).isEqualTo(Publishers.MAX_ASKED);
  }

  @Test
  void aForgedVoteOfAPublisherDoesNotCount() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(LIAR));
    Vote genuine = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    inquiry.found(PUBLISHER, found(GUID, COPY, forged(genuine, Verdict.SPAM, 2)));
    inquiry.giveUpInPerson(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  /** From now on the voters of no other site are own people. */
  private void strangersOnly(Rule rule) {
    trust = new Trust(TrustConfig.DEFAULT.withOwn(OwnSites.of(List.of(SELF))));
    inquiry = inquiry(1, rule);
  }

  @Test
  void noPublisherIsAskedWhoseOwnVotersAreStrangersThatAKeeperShowsToSaySpam() {
    strangersOnly(Rule.TRUST);
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(LIAR), contact(KEEPER))).containsExactly(contact(LIAR));
  }

  @Test
  void thePublisherOfStrangersIsAskedThoughAKeeperShowsThatOneSaysHam() {
    strangersOnly(Rule.TRUST);
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.HAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).containsExactly(contact(PUBLISHER));
  }

  @Test
  void thePublisherOfThoseWhoDecideIsAskedWhateverKeepersShow() {
    inquiry.found(
        KEEPER,
        found(
            GUID,
            COPY,
            ADA.vote(GUID, Verdict.SPAM, 1, COPY),
            BEN.vote(GUID, Verdict.HAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).containsExactly(contact(PUBLISHER));
    Vote another = new SeededVoter(3).vote(GUID, Verdict.SPAM, 1, COPY);
    inquiry.found(PUBLISHER, found(GUID, COPY, another));
    inquiry.giveUpInPerson(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    strangersOnly(Rule.ANY);
    inquiry.found(
        KEEPER,
        found(
            GUID,
            COPY,
            ADA.vote(GUID, Verdict.SPAM, 1, COPY),
            BEN.vote(GUID, Verdict.HAM, 1, COPY)));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).containsExactly(contact(PUBLISHER));
  }

  @Test
  void whoeverNamedAPublisherIsChargedWithTurningToItAndNobodyForAKeeper() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(LIAR));
    assertThat(inquiry.tellersOf(contact(PUBLISHER), GUID))
        .containsExactly(contact(KEEPER), contact(LIAR));
    assertThat(inquiry.tellersOf(contact(PUBLISHER), GUID))
        .as("the next is charged next")
        .containsExactly(contact(LIAR), contact(KEEPER));
    assertThat(inquiry.tellersOf(contact(LIAR), GUID)).isEmpty();
  }

  @Test
  void aPublisherIsAskedThoughKeepersShowWhatVotersOfOtherSitesSaid() {
    Vote stranger = BEN.vote(SeededVoter.REALM, OTHER_SITE, GUID, Verdict.WITHDRAWN, 9, 9, COPY);
    inquiry.found(LIAR, found(GUID, COPY, stranger));
    routesEndWithPublishers(contact(PUBLISHER), contact(OTHER_SITE));
    assertThat(search(contact(LIAR)))
        .containsExactlyInAnyOrder(contact(PUBLISHER), contact(OTHER_SITE));
    inquiry.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    inquiry.giveUpInPerson(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
  }

  @Test
  void aPublisherSpeaksForItsOwnVotersOnly() {
    routesEndWithPublishers(contact(PUBLISHER));
    search(contact(LIAR));
    Vote stranger = BEN.vote(SeededVoter.REALM, OTHER_SITE, GUID, Verdict.SPAM, 9, 9, COPY);
    inquiry.found(PUBLISHER, found(GUID, COPY, stranger));
    inquiry.giveUpInPerson(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  @Test
  void aForgedVoteOfAKeeperDoesNotKeepThePublisherFromBeingAsked() {
    Vote genuine = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    inquiry.found(LIAR, found(GUID, COPY, forged(genuine, Verdict.HAM, 2)));
    Vote takenBack = ADA.vote(GUID, Verdict.WITHDRAWN, 1, COPY);
    inquiry.found(KEEPER, page(GUID, 0, 1, List.of(forged(takenBack, Verdict.WITHDRAWN, 3))));
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(LIAR))).contains(contact(PUBLISHER));
  }

  @Test
  void aVoteTakenBackIsNotBroughtBackByAPublisherThatDoesNotKnow() {
    // An honest keeper has no vector any more of a message on which nobody's word stands.
    routesEndWithPublishers(contact(PUBLISHER));
    assertThat(search(contact(KEEPER))).contains(contact(PUBLISHER));
    inquiry.found(PUBLISHER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    inquiry.giveUpInPerson(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    Vote takenBack = ADA.vote(GUID, Verdict.WITHDRAWN, 2, COPY);
    inquiry.found(KEEPER, page(GUID, 0, 1, List.of(takenBack))); // late, but in time
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
    assertThat(judged().matches()).isEmpty();
  }

  @Test
  void anOldVoteDoesNotCountOnceAKeeperWithoutVectorsShowsThatItWasTakenBack() {
    inquiry.found(LIAR, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    Vote otherVector = ADA.vote(GUID, Verdict.WITHDRAWN, 3, FOREIGN);
    inquiry.found(KEEPER, page(GUID, 0, 1, List.of(otherVector)));
    assertThat(judged().judgement()).as("it takes something else back").isEqualTo(Judgement.SPAM);
    Vote takenBack = ADA.vote(GUID, Verdict.WITHDRAWN, 2, COPY);
    inquiry.found(SELF, page(GUID, 0, 1, List.of(takenBack)));
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
    assertThat(judged().matches()).isEmpty();
  }

  @Test
  void aKeeperIsAskedAgainOfAVectorThatAnotherShows() {
    inquiry.found(KEEPER, found(GUID, COPY));
    inquiry.found(LIAR, found(GUID, ASKED));
    routesEnd(GUID);
    inquiry.giveUpAll();
    assertThat(search(contact(KEEPER), contact(LIAR)))
        .containsExactly(contact(KEEPER), contact(LIAR));
    assertThat(inquiry.digests(GUID, 64))
        .contains(COPY.compact().digest(), ASKED.compact().digest());
  }

  private static QueryOutcome reported(int routes) {
    return new QueryOutcome(
        List.of(new org.spamwatch.ata.adolr.Match(GUID, Id.ZERO, 5, 10)),
        Map.of(),
        Map.of(),
        Map.of(GUID, routes),
        10,
        10,
        3);
  }

  @Test
  void whatFewRoutesReportIsLookedIntoBeforeItIsBelieved() {
    inquiry.routesReported(reported(2));
    inquiry.found(LIAR, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isDecided()).as("five features are shared").isFalse();
    inquiry.routesEnded(reported(2));
    assertThat(search(contact(KEEPER), contact(LIAR))).containsExactly(contact(KEEPER));
    inquiry.found(KEEPER, page(GUID, 0, 1, List.of(ADA.vote(GUID, Verdict.WITHDRAWN, 2, COPY))));
    assertThat(inquiry.isComplete()).isTrue();
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  @Test
  void whatKeepersShowOfAMessageThatFewRoutesReportIsBelieved() {
    inquiry.routesReported(reported(0));
    inquiry.routesEnded(reported(0));
    Vote vote = ADA.vote(GUID, Verdict.SPAM, 1, COPY);
    inquiry.found(KEEPER, found(GUID, COPY, vote));
    search(contact(KEEPER));
    assertThat(inquiry.isComplete()).isTrue();
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
  }

  @Test
  void thousandsOfVotersOfOneSiteLeaveSignaturesToCheckForAnother() {
    List<Vote> crowd = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      crowd.add(
          new SeededVoter(100 + i)
              .vote(SeededVoter.REALM, OTHER_SITE, GUID, Verdict.WITHDRAWN, 1, 1, COPY));
    }
    for (Id liar : List.of(LIAR, KEEPER)) {
      for (int page = 0; page < 8; page++) {
        inquiry.found(liar, page(GUID, page, 8, crowd.subList(12 * page, 12 * page + 12), COPY));
      }
    }
    inquiry.routesReported(reported(3));
    assertThat(inquiry.isDecided()).isFalse();
    inquiry.found(SELF, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    assertThat(inquiry.isDecided()).isTrue();
  }

  @Test
  void pagesOfTwoFloodersLeaveRoomForThoseOfKeepers() {
    List<Id> liars = List.of(LIAR, OTHER_SITE);
    for (int i = 0; i < 4_000; i++) {
      Id guid = Id.ofHex(Integer.toHexString(0x1000 + i));
      inquiry.found(liars.get(i % 2), found(guid, COPY));
    }
    assertThat(inquiry.weight()).isLessThanOrEqualTo(Inquiry.MAX_WEIGHT);
    assertThat(roomOfAll.total()).isEqualTo(inquiry.weight());
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    routesEnd(GUID);
    assertThat(judged().judgement()).isEqualTo(Judgement.SPAM);
    assertThat(roomOfAll.total()).as("given back").isZero();
  }

  @Test
  void silenceIsUnknown() {
    inquiry.routesEnded(new QueryOutcome(List.of(), 10, 0, 0));
    Answer answer = judged();
    assertThat(answer.judgement()).isEqualTo(Judgement.UNKNOWN);
    assertThat(answer.source()).isEqualTo(Source.NONE);
    assertThat(answer.complete()).isFalse();
    assertThat(answer.reason()).isEqualTo("no peer has answered in time");
  }

  @Test
  void aWithdrawnVoteLeavesNoMatch() {
    inquiry.found(KEEPER, found(GUID, COPY, ADA.vote(GUID, Verdict.SPAM, 1, COPY)));
    inquiry.found(LIAR, found(GUID, COPY, ADA.vote(GUID, Verdict.WITHDRAWN, 2, COPY)));
    routesEnd(GUID);
    assertThat(judged().matches()).isEmpty();
    assertThat(judged().judgement()).isEqualTo(Judgement.UNKNOWN);
  }

  @Test
  void aVotersMessageOfManyPagesIsReadInFull() {
    List<Vote> votes = new ArrayList<>();
    for (int i = 0; i < 2 * VoteMessage.MAX_VOTES; i++) {
      votes.add(new SeededVoter(10 + i).vote(GUID, Verdict.SPAM, 1, COPY));
    }
    inquiry.found(
        KEEPER, page(GUID, 1, 2, votes.subList(VoteMessage.MAX_VOTES, votes.size()), COPY));
    inquiry.found(KEEPER, page(GUID, 0, 2, votes.subList(0, VoteMessage.MAX_VOTES), COPY));
    routesEnd(GUID);
    assertThat(judged().spamVotes()).isEqualTo(votes.size());
  }
}
