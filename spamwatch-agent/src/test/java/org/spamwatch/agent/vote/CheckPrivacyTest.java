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
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.SpamSummary;
import org.spamwatch.agent.summary.SummaryPages;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** When a check tells others of a mail, and when it stays at home. */
class CheckPrivacyTest {
  private static final Id GUID = Id.ofHex("11");
  private static final Id ORIGIN = Id.ofHex("c7");
  private static final FeatureVector SPAM = SeededVoter.vector(1);
  private static final FeatureVector ORDINARY = SeededVoter.vector(2);

  private final FakeNode node = new FakeNode(100, new FakeNode.Disk());
  private final Campaigns campaigns = new Campaigns(node.book);
  private final SpamSummary summary =
      new SpamSummary(node.timers, new SplittableRandom(3), SummaryPages.HEAP, 1 << 20);
  private final List<Id> unfounded = new ArrayList<>();
  private boolean complete = true;
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

  CheckPrivacyTest() {
    node.alone = false; // or there would be nobody to ask
    summary.follow(() -> complete, unfounded::add);
  }

  private void announce(FeatureVector... vectors) {
    summary.announced(ORIGIN, new Announcement(GUID, List.of(vectors)), FakeNode.START);
  }

  private static CheckRequest question(Privacy privacy, FeatureVector vector, Id... probes) {
    return new CheckRequest(
        List.of(vector),
        List.of(new ProbeKeys(vector.scheme(), List.of(probes))),
        Threshold.STANDARD,
        Integer.MAX_VALUE,
        1,
        Rule.TRUST,
        privacy);
  }

  /** Begins a check; what is answered at once. */
  private List<CheckResult> begin(CheckRequest question) {
    node.routed.clear();
    node.sent.clear();
    node.toNodes.clear();
    List<CheckResult> answers = new ArrayList<>();
    checks.check(question, answers::add);
    return answers;
  }

  private CheckResult atHome(CheckRequest question) {
    int open = checks.open();
    List<CheckResult> answers = begin(question);
    assertThat(answers).hasSize(1);
    assertThat(sends()).isZero();
    assertThat(checks.open()).isEqualTo(open);
    return answers.get(0);
  }

  private int sends() {
    return node.routed.size() + node.sent.size() + node.toNodes.size();
  }

  /** What is asked of the network. */
  private List<FeatureVector> asked(CheckRequest question) {
    assertThat(begin(question)).isEmpty();
    assertThat(node.routed(ApproxQuery.class)).isNotEmpty();
    return node.routed(ApproxQuery.class).stream().map(ApproxQuery::vector).toList();
  }

  /** A user of this peer says that it is spam. */
  private void vote() {
    Id site = node.self().id();
    Vote vote =
        new SeededVoter(5)
            .vote(SeededVoter.REALM, site, GUID, VoteValue.SPAM, 1, FakeNode.START, SPAM);
    node.book.cast(vote, List.of(SPAM), receipt -> {});
  }

  @Test
  void anOrdinaryMailIsAnsweredWithoutAPacket() {
    announce(SPAM);
    CheckResult answer = atHome(question(Privacy.SUMMARY, ORDINARY));
    assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(answer.source()).isEqualTo(Source.SUMMARY);
    assertThat(answer.complete()).isTrue();
    assertThat(answer.of()).isEqualTo(10);
    assertThat(answer.reason()).contains("announces");
    assertThat(asked(question(Privacy.NETWORK, ORDINARY))).hasSize(10);
  }

  @Test
  void whatIsAnnouncedIsAskedForAsWithNetwork() {
    announce(SPAM);
    for (int shared = 5; shared <= 10; shared++) {
      FeatureVector copy = SeededVoter.like(SPAM, shared, 7);
      assertThat(asked(question(Privacy.SUMMARY, copy)))
          .hasSize(10)
          .isEqualTo(asked(question(Privacy.NETWORK, copy)));
    }
    atHome(question(Privacy.SUMMARY, SeededVoter.like(SPAM, 4, 7)));
    CheckRequest bold =
        new CheckRequest(
            List.of(SeededVoter.like(SPAM, 4, 7)), Threshold.of(4), Integer.MAX_VALUE, 1);
    assertThat(asked(bold)).hasSize(10);
    atHome(question(Privacy.SUMMARY, vectorOf(Scheme.WORD, SPAM, false)));
  }

  private static FeatureVector vectorOf(Scheme scheme, FeatureVector keys, boolean wholeText) {
    return new FeatureVector(scheme, wholeText, keys.keys());
  }

  @Test
  void aTextThatIsShortIsAskedForIfItIsTheSame() {
    FeatureVector shortText = vectorOf(Scheme.WORD, SPAM, true);
    announce(shortText);
    assertThat(asked(question(Privacy.SUMMARY, shortText))).hasSize(10);
    atHome(question(Privacy.SUMMARY, vectorOf(Scheme.WORD, SPAM, false)));
    List<Id> others = new ArrayList<>(SPAM.keys());
    others.set(0, FeatureVector.key(77));
    atHome(question(Privacy.SUMMARY, new FeatureVector(Scheme.WORD, true, others)));
    others = List.of(SPAM.keys().get(0), FeatureVector.key(5));
    FeatureVector shorter = new FeatureVector(Scheme.WORD, true, others);
    atHome(question(Privacy.SUMMARY, shorter, SPAM.keys().toArray(Id[]::new)));
  }

  @Test
  void textThatIsAppendedHidesNothing() {
    announce(SPAM);
    Id[] probes = SPAM.keys().toArray(Id[]::new);
    List<FeatureVector> asked = asked(question(Privacy.SUMMARY, ORDINARY, probes));
    assertThat(asked.get(0).keys()).containsAll(ORDINARY.keys()).containsAll(SPAM.keys());
    atHome(question(Privacy.SUMMARY, ORDINARY, probes[0], probes[1], probes[1], probes[2]));
  }

  @Test
  void whatThisPeerKeepsIsAskedForThoughNobodyAnnouncesIt() {
    node.layers.adolr().index(SPAM, GUID);
    assertThat(asked(question(Privacy.SUMMARY, SeededVoter.like(SPAM, 5, 7)))).isNotEmpty();
    atHome(question(Privacy.SUMMARY, ORDINARY));
  }

  @Test
  void whileSomethingIsMissingEveryMailIsAskedFor() {
    complete = false;
    assertThat(asked(question(Privacy.SUMMARY, ORDINARY)))
        .isEqualTo(asked(question(Privacy.NETWORK, ORDINARY)));
    assertThat(atHome(question(Privacy.LOCAL, ORDINARY)).complete()).isFalse();
  }

  @Test
  void localKnowsOwnMarksAndTellsNobody() {
    announce(SPAM);
    assertThat(atHome(question(Privacy.LOCAL, ORDINARY)).complete()).isTrue();
    CheckResult foreign = atHome(question(Privacy.LOCAL, SPAM));
    assertThat(foreign.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(foreign.complete()).isFalse(); // some peer says otherwise
    assertThat(foreign.reason()).contains("nobody else was asked");
    vote();
    CheckResult own = atHome(question(Privacy.LOCAL, SeededVoter.like(SPAM, 6, 7)));
    assertThat(own.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(own.source()).isEqualTo(Source.SUMMARY);
    assertThat(own.spamVotes()).isOne();
    assertThat(own.matches()).extracting(match -> match.guid()).containsExactly(GUID);
    complete = false;
    assertThat(atHome(question(Privacy.LOCAL, SPAM)).verdict()).isEqualTo(Verdict.SPAM);
    assertThat(atHome(question(Privacy.LOCAL, ORDINARY)).complete()).isFalse();
  }

  @Test
  void ownHamAndThePostmastersRulesGoBefore() {
    announce(SPAM, ORDINARY);
    campaigns.sighted(GUID, 1, 0, List.of(), List.of(SPAM));
    campaigns.rule(GUID, Action.BLOCK, "", 1);
    CheckResult blocked = atHome(question(Privacy.SUMMARY, SPAM));
    assertThat(blocked.verdict()).isEqualTo(Verdict.SPAM);
    assertThat(blocked.reason()).contains("blocks");
    assertThat(blocked.complete()).isFalse(); // it is like what is announced: nothing to learn
    Id[] probes = SPAM.keys().toArray(Id[]::new);
    FeatureVector other = SeededVoter.vector(9);
    assertThat(atHome(question(Privacy.SUMMARY, other, probes)).verdict()).isEqualTo(Verdict.SPAM);
    assertThat(atHome(question(Privacy.LOCAL, other, probes)).verdict()).isEqualTo(Verdict.SPAM);
    campaigns.rule(GUID, Action.ALLOW, "", 1);
    assertThat(atHome(question(Privacy.SUMMARY, SPAM)).verdict()).isEqualTo(Verdict.UNKNOWN);
    // The rule's own vectors do not have it, but the message that it is like is allowed.
    assertThat(atHome(question(Privacy.SUMMARY, ORDINARY)).reason()).contains("allows");
    ham = (scheme, identity) -> true;
    CheckResult masked = atHome(question(Privacy.SUMMARY, ORDINARY));
    assertThat(masked.source()).isEqualTo(Source.NONE);
  }

  @Test
  void whatLedToNoVoteIsNotAskedForAgainThatDay() {
    announce(SPAM);
    CheckRequest near = new CheckRequest(List.of(SPAM), Threshold.STANDARD, 2, 1);
    List<CheckResult> answers = begin(near);
    node.pass(10);
    assertThat(answers).singleElement().matches(answer -> !answer.complete());
    answers = begin(question(Privacy.SUMMARY, SPAM)); // for not everybody was asked
    assertThat(node.routed(ApproxQuery.class)).hasSize(10);
    node.pass(10);
    assertThat(answers).singleElement().matches(CheckResult::complete);
    assertThat(unfounded).containsExactly(ORIGIN);
    CheckResult quiet = atHome(question(Privacy.SUMMARY, SPAM));
    assertThat(quiet.verdict()).isEqualTo(Verdict.UNKNOWN);
    node.pass(24 * 3_600);
    assertThat(asked(question(Privacy.SUMMARY, SPAM))).hasSize(10);
  }

  @Test
  void whoseWordsLedToNothingTwiceIsNotAskedAboutThatDay() {
    for (int i = 1; i <= 3; i++) {
      Id guid = Id.ofHex("1" + i);
      FeatureVector vector = SeededVoter.vector(20 + i);
      summary.announced(ORIGIN, new Announcement(guid, List.of(vector)), FakeNode.START);
    }
    for (int i = 1; i <= 2; i++) {
      assertThat(asked(question(Privacy.SUMMARY, SeededVoter.vector(20 + i)))).hasSize(10);
      node.pass(10);
    }
    CheckResult passedOver = atHome(question(Privacy.SUMMARY, SeededVoter.vector(23)));
    assertThat(passedOver.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(passedOver.complete()).as("somebody may have voted").isFalse();
    node.pass(24 * 3_600);
    assertThat(asked(question(Privacy.SUMMARY, SeededVoter.vector(23)))).hasSize(10);
  }

  @Test
  void whoseVotersHaveCalledSpamWhatIsLikeAMailIsHeededAgain() {
    Id own = node.self().id();
    vote(); // of this very peer, which announces as well
    for (int i = 1; i <= 3; i++) {
      Id guid = Id.ofHex("1" + i);
      FeatureVector vector = SeededVoter.vector(20 + i);
      summary.announced(own, new Announcement(guid, List.of(vector)), FakeNode.START);
    }
    for (int i = 1; i <= 2; i++) {
      begin(question(Privacy.SUMMARY, SeededVoter.vector(20 + i)));
      node.pass(10);
    }
    atHome(question(Privacy.SUMMARY, SeededVoter.vector(23)));
    begin(question(Privacy.NETWORK, SPAM));
    node.pass(10);
    assertThat(asked(question(Privacy.SUMMARY, SeededVoter.vector(23)))).hasSize(10);
  }

  @Test
  void whatVotesWereFoundForIsAskedForEachTime() {
    announce(SPAM);
    vote();
    for (int time = 0; time < 3; time++) {
      List<CheckResult> answers = begin(question(Privacy.SUMMARY, SPAM));
      assertThat(node.routed(ApproxQuery.class)).hasSize(10);
      node.pass(10);
      assertThat(answers).singleElement().matches(answer -> answer.verdict() == Verdict.SPAM);
    }
    assertThat(unfounded).isEmpty();
    assertThat(checks.asked()).isEqualTo(3);
    assertThat(checks.atHome()).isZero();
  }
}
