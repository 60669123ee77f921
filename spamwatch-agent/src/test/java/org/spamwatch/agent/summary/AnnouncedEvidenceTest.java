package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/** What is announced is looked up by evidence beside the text, in bounded time. */
class AnnouncedEvidenceTest {
  private static final long START = 1_700_000_000_000L;
  private static final Id CONTACT = key(EvidenceKind.CONTACT, 1);
  private static final Id LINK = key(EvidenceKind.LINK, 2);
  private static final Id HTML = key(EvidenceKind.HTML, 3);
  private static final Id NEWER = FeatureVector.key(0x7770L | 15);
  private static final FeatureVector TEXT = text(1);

  private final SpamSummary summary =
      new SpamSummary(
          new Timers(START * 1_000), new SplittableRandom(3), SummaryPages.HEAP, 1 << 20);
  private final List<List<FeatureVector>> compared = new ArrayList<>();
  private boolean meets = true;

  private static Id key(EvidenceKind kind, long number) {
    return FeatureVector.key(kind.identity(number << 8));
  }

  private static FeatureVector text(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new FeatureVector(Scheme.WORD, false, keys);
  }

  private static FeatureVector evidence(Id... keys) {
    return new FeatureVector(Scheme.EVIDENCE, false, List.of(keys));
  }

  private static Id id(int number) {
    return Id.of(number, 0, 0);
  }

  private void announce(int origin, int guid, FeatureVector... vectors) {
    summary.announced(id(origin), new Announcement(id(guid), List.of(vectors)), START);
  }

  private List<Announced> like(Id... keys) {
    return like(HamFilter.NONE, keys);
  }

  private List<Announced> like(HamFilter ham, Id... keys) {
    compared.clear();
    return summary.matches(
        evidence(keys),
        List.of(),
        1,
        ham,
        mark -> {
          compared.add(mark);
          return meets;
        });
  }

  @Test
  void twoKindsAreWorthAComparisonWithAllThatOnePeerAnnounces() {
    announce(1, 1, TEXT, evidence(LINK, HTML));
    announce(2, 1, text(2));
    List<Announced> met = like(LINK, HTML);
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0)).containsExactlyInAnyOrder(TEXT, evidence(LINK, HTML));
    assertThat(met).hasSize(1);
    assertThat(met.get(0).guid()).isEqualTo(id(1));
    assertThat(met.get(0).origins()).containsExactly(id(1));
    assertThat(met.get(0).isOfText()).isFalse();
    assertThat(met.get(0).digests())
        .containsExactlyInAnyOrder(TEXT.digest(), evidence(LINK, HTML).digest());
    meets = false;
    assertThat(like(LINK, HTML)).isEmpty();
  }

  @Test
  void whatIsAnnouncedByTwoIsComparedForEachOfThem() {
    announce(1, 1, evidence(LINK, HTML));
    announce(2, 1, evidence(LINK, CONTACT));
    like(LINK, HTML, CONTACT);
    assertThat(compared).hasSize(2);
    announce(3, 1, evidence(LINK, CONTACT));
    assertThat(like(LINK, HTML, CONTACT).get(0).origins()).contains(id(1), id(2), id(3));
    assertThat(compared).as("the same mark").hasSize(2);
  }

  @Test
  void oneKindIsNotUnlessItMaySufficeAlone() {
    announce(1, 1, evidence(LINK, HTML));
    announce(1, 2, evidence(CONTACT));
    assertThat(like(LINK)).isEmpty();
    assertThat(like(HTML, key(EvidenceKind.LINK, 9))).isEmpty();
    assertThat(compared).isEmpty();
    assertThat(like(CONTACT)).hasSize(1);
    assertThat(like((scheme, key) -> key == CONTACT.high(), CONTACT)).isEmpty();
  }

  @Test
  void whoSentItAndKindsOfNewerVersionsAreNothingToMeetBy() {
    Id domain = key(EvidenceKind.DOMAIN, 4);
    announce(1, 1, evidence(domain, NEWER, LINK));
    assertThat(like(domain, NEWER, LINK)).isEmpty();
    assertThat(like(domain, NEWER)).isEmpty();
    assertThat(compared).isEmpty();
  }

  @Test
  void textsAreNotMetByEvidence() {
    announce(1, 1, new FeatureVector(Scheme.WORD, false, List.of(CONTACT, LINK, HTML)));
    assertThat(like(CONTACT, LINK, HTML)).isEmpty();
  }

  @Test
  void ofThousandsWithOneLinkTheNewestAreLookedAt() {
    for (int i = 1; i <= 5_000; i++) {
      announce(i % 7, i, evidence(LINK, HTML, key(EvidenceKind.SENDER, i)));
    }
    assertThat(like(LINK)).isEmpty();
    List<Announced> met = like(LINK, HTML, key(EvidenceKind.SENDER, 3));
    assertThat(compared).hasSizeLessThanOrEqualTo(1_024);
    assertThat(met).hasSize(64);
    assertThat(met.get(0).guid()).as("an old one that shares three kinds").isEqualTo(id(3));
    assertThat(met).extracting(Announced::shared).containsOnly(2, 3);
  }

  @Test
  void allOnesAreAKindThatNobodyKnows() {
    Id ones = FeatureVector.key(-1L);
    announce(1, 1, evidence(ones, LINK));
    assertThat(like(ones, LINK)).isEmpty();
    assertThat(summary.contains(ones)).isTrue();
    summary.takenBack(id(1), id(1));
    assertThat(summary.contains(ones)).isFalse();
    assertThat(summary.contains(LINK)).isFalse();
  }
}
