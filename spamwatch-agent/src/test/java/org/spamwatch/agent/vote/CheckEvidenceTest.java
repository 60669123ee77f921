package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.check.CheckConfig;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Checks;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.SpamSummary;
import org.spamwatch.agent.summary.SummaryPages;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/** A mail with another text than what was marked, and the same addresses, links and attachment. */
class CheckEvidenceTest {
  private static final Id GUID = Id.ofHex("11");
  private static final Id ORIGIN = Id.ofHex("c7");
  private static final FeatureVector MARKED = SeededVoter.vector(1);
  private static final FeatureVector OTHER = SeededVoter.vector(2);
  private static final FeatureVector EVIDENCE = evidence(1);
  private static final SeededVoter ADA = new SeededVoter(5);

  private final FakeNode node = new FakeNode(100, new FakeNode.Disk());
  private final Campaigns campaigns = new Campaigns(node.book);
  private final SpamSummary summary =
      new SpamSummary(node.timers, new SplittableRandom(3), SummaryPages.HEAP, 1 << 20);
  private final List<Id> unfounded = new ArrayList<>();
  private HamFilter ham = HamFilter.NONE;
  private final Checks checks =
      new Checks(
          node.layers,
          CheckConfig.DEFAULT,
          (scheme, identity) -> ham.contains(scheme, identity),
          node.book,
          new Trust(TrustConfig.DEFAULT),
          campaigns,
          summary);

  CheckEvidenceTest() {
    node.alone = false; // or there would be nobody to ask
    summary.follow(() -> true, unfounded::add);
  }

  private static FeatureVector evidence(long seed) {
    List<Id> keys = new ArrayList<>();
    for (EvidenceKind kind :
        List.of(EvidenceKind.CONTACT, EvidenceKind.LINK, EvidenceKind.ATTACHMENT)) {
      for (int i = 1; i <= 2; i++) {
        keys.add(FeatureVector.key(kind.identity((1_000 * seed + i) << 8)));
      }
    }
    return new FeatureVector(Scheme.EVIDENCE, false, keys);
  }

  private void announce() {
    announce(GUID);
  }

  private void announce(Id guid) {
    summary.announced(ORIGIN, new Announcement(guid, List.of(MARKED, EVIDENCE)), FakeNode.START);
  }

  private static CheckRequest question(Privacy privacy, FeatureVector... vectors) {
    return new CheckRequest(
        List.of(vectors), List.of(), Threshold.STANDARD, Integer.MAX_VALUE, 1, Rule.TRUST, privacy);
  }

  private static CheckRequest variant() {
    return question(Privacy.SUMMARY, OTHER, EVIDENCE);
  }

  private List<CheckResult> begin(CheckRequest question) {
    node.routed.clear();
    node.sent.clear();
    List<CheckResult> answers = new ArrayList<>();
    checks.check(question, answers::add);
    return answers;
  }

  private CheckResult atHome(CheckRequest question) {
    List<CheckResult> answers = begin(question);
    assertThat(answers).hasSize(1);
    assertThat(node.routed).isEmpty();
    assertThat(node.sent).isEmpty();
    return answers.get(0);
  }

  private void cast(VoteValue value, long sequence) {
    Id site = node.self().id();
    Vote vote =
        ADA.vote(SeededVoter.REALM, site, GUID, value, sequence, FakeNode.START, MARKED, EVIDENCE);
    node.book.cast(
        vote, value == VoteValue.WITHDRAWN ? List.of() : List.of(MARKED, EVIDENCE), receipt -> {});
  }

  @Test
  void aMailWithoutTextMeetsAMarkWithoutTextAndNothingOfItIsTold() {
    Vote mark =
        ADA.vote(
            SeededVoter.REALM, node.self().id(), GUID, VoteValue.SPAM, 1, FakeNode.START, EVIDENCE);
    List<VoteResult> receipts = new ArrayList<>();
    node.book.cast(mark, List.of(EVIDENCE), receipts::add);
    CheckResult answer = atHome(question(Privacy.SUMMARY, EVIDENCE));
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.matches().get(0).kinds()).contains(EvidenceKind.CONTACT);

    CheckResult unlike = atHome(question(Privacy.SUMMARY, evidence(2)));
    assertThat(unlike.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(unlike.reason()).contains("too little text to ask others about");
  }

  @Test
  void itIsAskedForByItsGuidAloneAndNothingOfTheMailIsTold() {
    announce();
    node.closest.add(FakeNode.contact(1));
    List<CheckResult> answers = begin(variant());
    assertThat(answers).isEmpty();
    assertThat(node.routed(ApproxQuery.class)).isEmpty();
    assertThat(node.sent).hasSize(1);
    VotesAsked asked = node.sent(VotesAsked.class).get(0);
    assertThat(asked.guid()).isEqualTo(GUID);
    assertThat(asked.digests()).containsExactlyInAnyOrder(MARKED.digest(), EVIDENCE.digest());
    Vote vote = ADA.vote(GUID, VoteValue.SPAM, 1, MARKED, EVIDENCE);
    node.book.receive(
        FakeNode.contact(1),
        new VotesFound(
            asked.checkId(), GUID, 1, 1, 0, 0, 1, List.of(vote), List.of(MARKED, EVIDENCE)));
    assertThat(answers).hasSize(1);
    CheckResult answer = answers.get(0);
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.complete()).isTrue();
    assertThat(answer.source()).isEqualTo(Source.OVERLAY);
    assertThat(answer.matches().get(0).isOfText()).isFalse();
    assertThat(answer.matches().get(0).kinds())
        .contains(EvidenceKind.CONTACT, EvidenceKind.ATTACHMENT);
  }

  @Test
  void aVoteForTheTextAloneDoesNotReachIt() {
    announce();
    node.closest.add(FakeNode.contact(1));
    List<CheckResult> answers = begin(variant());
    VotesAsked asked = node.sent(VotesAsked.class).get(0);
    Vote vote = ADA.vote(GUID, VoteValue.SPAM, 1, MARKED);
    node.book.receive(
        FakeNode.contact(1),
        new VotesFound(
            asked.checkId(), GUID, 1, 1, 0, 0, 1, List.of(vote), List.of(MARKED, EVIDENCE)));
    node.pass(5);
    assertThat(answers).hasSize(1);
    assertThat(answers.get(0).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void ownMarksAreMetAtHomeUntilTheyAreTakenBack() {
    cast(VoteValue.SPAM, 1);
    CheckResult answer = atHome(variant());
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(answer.matches()).extracting(match -> match.guid()).containsExactly(GUID);
    assertThat(atHome(question(Privacy.LOCAL, OTHER, EVIDENCE)).verdict()).isEqualTo(Verdict.SPAM);
    assertThat(checks.ownSpamVotes(new MailFeatures(List.of(OTHER, EVIDENCE), List.of())))
        .isEqualTo(1);
    assertThat(atHome(question(Privacy.SUMMARY, OTHER, evidence(2))).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    cast(VoteValue.WITHDRAWN, 2);
    assertThat(atHome(variant()).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatIsOwnHamCountsForNothing() {
    announce();
    ham = (scheme, identity) -> scheme.equals(Scheme.EVIDENCE);
    assertThat(atHome(variant()).verdict()).isEqualTo(Verdict.UNKNOWN);
    cast(VoteValue.SPAM, 1);
    assertThat(atHome(variant()).verdict()).isEqualTo(Verdict.UNKNOWN);
    ham = (scheme, identity) -> !scheme.equals(Scheme.EVIDENCE);
    assertThat(atHome(variant()).verdict()).as("its text is own ham").isEqualTo(Verdict.SPAM);
    ham = (scheme, identity) -> true;
    assertThat(atHome(variant()).source()).isEqualTo(Source.NONE);
  }

  @Test
  void whatLedToNoVoteIsNotAskedForAgainThatDay() {
    announce();
    node.closest.add(FakeNode.contact(1));
    List<CheckResult> answers = begin(variant());
    VotesAsked asked = node.sent(VotesAsked.class).get(0);
    node.book.receive(
        FakeNode.contact(1),
        new VotesFound(asked.checkId(), GUID, 1, 0, 0, 0, 1, List.of(), List.of()));
    assertThat(answers).singleElement().matches(CheckResult::complete);
    assertThat(unfounded).containsExactly(ORIGIN);
    assertThat(atHome(variant()).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void ofManyThatAreAnnouncedSomeAreAskedFor() {
    for (int i = 1; i <= 2_000; i++) {
      announce(Id.of(i, 0, 0));
    }
    node.closest.add(FakeNode.contact(1));
    begin(variant());
    assertThat(node.sent(VotesAsked.class)).hasSizeBetween(1, 8);
    assertThat(node.routed(ApproxQuery.class)).isEmpty();
  }

  @Test
  void withLocalNobodyIsAskedAndWithNetworkTheTextIsToldAndNotTheRest() {
    announce();
    assertThat(atHome(question(Privacy.LOCAL, OTHER, EVIDENCE)).complete()).isFalse();
    node.closest.add(FakeNode.contact(1));
    begin(question(Privacy.NETWORK, OTHER, EVIDENCE));
    assertThat(node.routed(ApproxQuery.class)).hasSize(10);
    assertThat(node.routed(ApproxQuery.class))
        .allMatch(query -> query.vector().scheme().equals(Scheme.CHAR50));
    assertThat(node.sent(VotesAsked.class)).hasSize(1);
  }

  @Test
  void aPeerThatIsAloneHasKeptItItself() {
    node.alone = true;
    announce();
    Vote vote =
        ADA.vote(SeededVoter.REALM, GUID, VoteValue.SPAM, 1, FakeNode.START, MARKED, EVIDENCE);
    node.deliver(new VoteMessage.Cast(7, vote, List.of(MARKED, EVIDENCE)), RouteEnd.ROOT);
    node.pass(1);
    CheckResult answer = begin(variant()).get(0);
    assertThat(answer.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(node.sent(VotesAsked.class)).isEmpty();
  }

  @Test
  void thePostmastersRulesHoldForWhatIsMet() {
    cast(VoteValue.SPAM, 1);
    campaigns.rule(GUID, Action.ALLOW, "", 1);
    CheckResult allowed = atHome(variant());
    assertThat(allowed.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(allowed.reason()).contains("allows");
    cast(VoteValue.WITHDRAWN, 2);
    campaigns.rule(GUID, Action.BLOCK, "", 1);
    campaigns.sighted(GUID, 1, 0, List.of(), List.of(MARKED, EVIDENCE));
    campaigns.rule(GUID, Action.BLOCK, "", 1);
    assertThat(atHome(variant()).verdict()).isEqualTo(Verdict.SPAM);
    assertThat(atHome(question(Privacy.SUMMARY, OTHER, evidence(2))).verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void anAllowedMailsAddressesLetNoOtherSpamThrough() {
    cast(VoteValue.SPAM, 1);
    Id allowed = Id.ofHex("22");
    campaigns.sighted(allowed, 1, 0, List.of(), List.of(SeededVoter.vector(9), EVIDENCE));
    campaigns.rule(allowed, Action.ALLOW, "", 1);
    assertThat(atHome(variant()).verdict()).isEqualTo(Verdict.SPAM);
  }
}
