package org.spamwatch.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.agent.vote.Vote;
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

/** A question about one message, and what keepers make up or say of it. */
abstract class PendingCheckFixture {
  static final Id GUID = Id.ofHex("11");
  static final Id OTHER = Id.ofHex("22");
  static final Id KEEPER = Id.ofHex("c1");
  static final Id LIAR = Id.ofHex("c2");
  static final Id PUBLISHER = SeededVoter.SITE;
  static final Id SELF = Id.ofHex("c4");
  static final Id OTHER_SITE = Id.ofHex("c5");
  static final FeatureVector ASKED = SeededVoter.vector(1);
  static final FeatureVector COPY = SeededVoter.like(ASKED, 5, 2);
  static final FeatureVector FOREIGN = SeededVoter.like(ASKED, 2, 3);
  static final SeededVoter ADA = new SeededVoter(1);
  static final SeededVoter BEN = new SeededVoter(2);

  final VoteVerifier verifier = new VoteVerifier(SeededVoter.signatures(Id.ofHex("a1")), 1000);
  Trust trust = new Trust(TrustConfig.DEFAULT);
  final List<Vote> ownVotes = new ArrayList<>();
  final List<MessageVotes> ownMessages = new ArrayList<>();
  boolean loaded = true;
  final List<CheckResult> answers = new ArrayList<>();
  final PageRoom roomOfAll = new PageRoom(100_000, sender -> 0);
  final List<Shown> shownOf = new ArrayList<>();
  PendingCheck pendingCheck = pendingCheck(1);

  PendingCheck pendingCheck(int votesNeeded) {
    return pendingCheck(votesNeeded, Rule.TRUST);
  }

  PendingCheck pendingCheck(int votesNeeded, Rule rule) {
    CheckRequest question =
        new CheckRequest(
            List.of(ASKED),
            List.of(),
            Threshold.STANDARD,
            Integer.MAX_VALUE,
            votesNeeded,
            rule,
            Privacy.NETWORK);
    OwnWords own =
        new OwnWords() {
          @Override
          public Optional<MessageVotes> on(Id guid) {
            return guid.equals(GUID)
                ? Optional.of(new MessageVotes(GUID, ownVotes, List.of(COPY, FOREIGN, ASKED)))
                : Optional.empty();
          }

          @Override
          public List<MessageVotes> like(AskedMail mail) {
            return ownMessages;
          }

          @Override
          public boolean isComplete() {
            return loaded;
          }
        };
    List<Query> queries = Query.of(question, HamFilter.NONE, key -> false);
    AskedMail mail = new AskedMail(question, queries, HamFilter.NONE);
    Judge judge = new Judge(mail, trust, () -> 1);
    Shown shown = new Shown(mail, SeededVoter.REALM, verifier, own, roomOfAll, judge::isPreferred);
    shownOf.add(shown);
    return new PendingCheck(shown, queries.size(), judge, answers::add);
  }

  void routesEnd(Id... guids) {
    List<Match> matches = new ArrayList<>();
    for (Id guid : guids) {
      matches.add(new Match(guid, Id.ZERO, 5, 10));
    }
    pendingCheck.routesEnded(new QueryOutcome(matches, 10, 10, 3));
  }

  /** A search for the message's keepers ends; returns who is to be asked in person. */
  List<Contact> search(Contact... closest) {
    assertThat(pendingCheck.doubtful()).containsExactly(GUID);
    return pendingCheck.keepersFound(GUID, SELF, List.of(closest), 4);
  }

  static Contact contact(Id id) {
    return new Contact(id, new Endpoint("192.0.2.1", 9460));
  }

  static VotesFound page(Id guid, int page, int pages, List<Vote> votes, FeatureVector... vectors) {
    return new VotesFound(5, guid, 2, 1, 0, page, pages, votes, List.of(vectors));
  }

  static VotesFound found(Id guid, FeatureVector vector, Vote... votes) {
    return page(guid, 0, 1, List.of(votes), vector);
  }

  static Vote forged(Vote v, VoteValue value, long sequence) {
    return new Vote(
        v.realm(),
        v.site(),
        v.guid(),
        v.digests(),
        value,
        v.origin(),
        sequence,
        v.timeMillis(),
        v.key(),
        v.signature(),
        v.certificate());
  }

  CheckResult judged() {
    pendingCheck.finish();
    return answers.get(answers.size() - 1);
  }
}
