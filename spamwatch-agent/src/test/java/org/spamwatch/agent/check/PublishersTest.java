package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** When an asker turns to the publisher of a message, and what its word is worth. */
class PublishersTest extends PendingCheckFixture {
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
}
