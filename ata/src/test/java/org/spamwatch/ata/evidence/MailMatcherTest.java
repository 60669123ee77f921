package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

class MailMatcherTest {
  private static final MailMatcher.Ham NO_HAM = (scheme, identity) -> false;

  private static List<Id> keys(long from, long to) {
    return LongStream.range(from, to).mapToObj(FeatureVector::key).toList();
  }

  private static FeatureVector vector(Scheme scheme, boolean wholeText, long from, long to) {
    return new FeatureVector(scheme, wholeText, keys(from, to));
  }

  private static MailMatcher mail(FeatureVector vector, List<Id> probes, MailMatcher.Ham ham) {
    return new MailMatcher(List.of(vector), List.of(probes), Threshold.STANDARD, ham);
  }

  @Property(tries = 200)
  void withoutProbesAndHamItIsTheRuleOfVectors(
      @ForAll @IntRange(min = 1, max = 64) int size,
      @ForAll @IntRange(min = 1, max = 64) int markSize,
      @ForAll @IntRange(min = 0, max = 64) int from,
      @ForAll boolean wholeText,
      @ForAll boolean wholeMark) {
    FeatureVector asked = vector(Scheme.WORD, wholeText, 1, 1 + size);
    FeatureVector marked = vector(Scheme.WORD, wholeMark, 1 + from, 1 + from + markSize);
    int thres = Threshold.STANDARD.forSize(Scheme.WORD, size);

    Likeness likeness = mail(asked, List.of(), NO_HAM).compare(List.of(marked));

    List<MarkMatch.Pair> pairs = new ArrayList<>(likeness.text());
    pairs.addAll(likeness.frame());
    assertThat(pairs.stream().mapToInt(MarkMatch.Pair::shared).sum())
        .isEqualTo(marked.match(asked, thres));
  }

  /** Keys of selectors of a text of which one in {@code density} is kept. */
  private static List<Id> sample(long seed, int count, int density) {
    return sample(seed, count, Integer.MAX_VALUE, density);
  }

  /**
   * Of those of which one in {@code density} is kept the keys that one in {@code above} has not.
   */
  private static List<Id> sample(long seed, int count, int above, int density) {
    Random random = new Random(seed);
    long highest = -1 - Long.divideUnsigned(-1, above);
    long range = Long.divideUnsigned(-1, density) - Long.divideUnsigned(-1, above);
    return LongStream.range(0, count)
        .map(i -> highest - Long.remainderUnsigned(random.nextLong(), range))
        .mapToObj(Scheme::key)
        .toList();
  }

  private static FeatureVector word(List<Id> own, List<Id> others) {
    List<Id> all = new ArrayList<>(own);
    all.addAll(others);
    return new FeatureVector(Scheme.WORD, false, all);
  }

  private static boolean meets(FeatureVector mail, FeatureVector mark) {
    return mail(mail, List.of(), NO_HAM).match(List.of(mark)).isPresent();
  }

  @Test
  void aFooterIsNotTheTextButMuchTextIsWhateverIsAroundIt() {
    List<Id> footer = sample(1, 7, 10);
    FeatureVector receipt = word(footer, sample(2, 25, 10));
    FeatureVector copyOfFrame = word(footer, sample(3, 25, 10));
    assertThat(meets(receipt, copyOfFrame)).as("70 of 320 words").isFalse();
    assertThat(mail(receipt, List.of(), NO_HAM).compare(List.of(copyOfFrame)).frame())
        .extracting(MarkMatch.Pair::shared)
        .containsExactly(7);

    assertThat(meets(word(footer, List.of()), word(footer, sample(3, 14, 10))))
        .as("a third of what was marked")
        .isTrue();
    List<Id> padded = sample(1, 10, 60);
    assertThat(meets(word(padded, sample(2, 50, 60)), word(padded, sample(3, 50, 60))))
        .as("600 words, both padded")
        .isTrue();
    assertThat(
            meets(
                word(sample(1, 4, 30), sample(2, 20, 30, 5)),
                word(sample(1, 4, 30), sample(3, 42, 30))))
        .as("120 words that are all of the mail and little of the mark: a frame")
        .isFalse();
  }

  @Test
  void ownHamIsNoPartOfWhatWasMarked() {
    List<Id> campaign = sample(1, 8, 10);
    List<Id> footer = sample(4, 30, 10);
    FeatureVector mail = word(campaign, sample(2, 8, 10));
    FeatureVector mark = word(campaign, footer);
    Set<Long> ham = footer.stream().map(Id::high).collect(Collectors.toSet());

    assertThat(meets(mail, mark)).isFalse();
    assertThat(mail(mail, List.of(), (scheme, key) -> ham.contains(key)).match(List.of(mark)))
        .isPresent();
  }

  @Test
  void probesCountAndOwnHamDoesNot() {
    FeatureVector asked = vector(Scheme.CHAR50, false, 0, 40);
    FeatureVector marked = vector(Scheme.CHAR50, false, 37, 45);

    assertThat(mail(asked, List.of(), NO_HAM).match(List.of(marked))).isEmpty();
    assertThat(mail(asked, keys(40, 45), NO_HAM).match(List.of(marked)))
        .hasValueSatisfying(match -> assertThat(match.best().shared()).isEqualTo(8));
    assertThat(mail(asked, keys(40, 45), (scheme, key) -> key >= 40).match(List.of(marked)))
        .isEmpty();
  }

  @Test
  void aWholeTextThatIsOwnHamMatchesNothing() {
    FeatureVector text = vector(Scheme.WORD, true, 7, 8);

    assertThat(mail(text, List.of(), NO_HAM).match(List.of(text))).isPresent();
    assertThat(mail(text, List.of(), (scheme, key) -> key == 7).match(List.of(text))).isEmpty();
  }

  @Test
  void thePairThatSharesMostComesFirst() {
    FeatureVector word = vector(Scheme.WORD, false, 0, 30);
    FeatureVector chars = vector(Scheme.CHAR50, false, 100, 140);
    MailMatcher mail =
        new MailMatcher(
            List.of(word, chars), List.of(List.of(), List.of()), Threshold.STANDARD, NO_HAM);

    List<FeatureVector> mark =
        new ArrayList<>(
            List.of(vector(Scheme.WORD, false, 20, 50), vector(Scheme.CHAR50, false, 100, 130)));

    assertThat(mail.match(mark).orElseThrow().pairs())
        .extracting(MarkMatch.Pair::shared)
        .containsExactly(30, 10);
  }

  private static FeatureVector evidence(EvidenceKind kind, int from, int to) {
    return new FeatureVector(
        Scheme.EVIDENCE,
        false,
        LongStream.range(from, to)
            .mapToObj(hash -> FeatureVector.key(kind.identity(hash << 8)))
            .toList());
  }

  @Test
  void aKindAgreesIfEnoughOfItIsSharedAndNotTooMuchIsThere() {
    for (EvidenceKind kind : EvidenceKind.values()) {
      int most = kind.most();
      int least = kind.leastShared();
      MailMatcher asked = mail(evidence(kind, 0, most), List.of(), NO_HAM);
      FeatureVector enough = evidence(kind, most - least, 2 * most - least);
      FeatureVector fewer = evidence(kind, most - least + 1, 2 * most - least + 1);

      assertThat(asked.compare(List.of(enough)).kinds())
          .isEqualTo(kind.isWitness() ? Set.of(kind) : Set.of());
      assertThat(asked.compare(List.of(fewer)).kinds()).isEmpty();
      assertThat(asked.compare(List.of(evidence(kind, 0, most + 1))).kinds()).isEmpty();
    }
  }

  private static FeatureVector evidence(long... identities) {
    return new FeatureVector(
        Scheme.EVIDENCE, false, LongStream.of(identities).mapToObj(FeatureVector::key).toList());
  }

  @Test
  void aNameIsNoEvidenceWhereTheMailLeadsToItsSender() {
    long brand = EvidenceHash.ofDomain("brand.com");
    long name = EvidenceKind.NAME.identity(EvidenceHash.ofName("the shop", false));
    long subject = EvidenceKind.SUBJECT.identity(1 << 8);
    long sender = EvidenceKind.SENDER.identity(brand);
    FeatureVector mark = evidence(name, subject);

    assertThat(mail(evidence(sender, name, subject), List.of(), NO_HAM).match(List.of(mark)))
        .hasValueSatisfying(
            met ->
                assertThat(met.kinds())
                    .containsExactlyInAnyOrder(EvidenceKind.NAME, EvidenceKind.SUBJECT));
    FeatureVector home = evidence(sender, EvidenceKind.LINK.identity(brand), name, subject);
    assertThat(mail(home, List.of(), NO_HAM).compare(List.of(mark)).kinds())
        .containsExactly(EvidenceKind.SUBJECT);
    assertThat(mail(home, List.of(), NO_HAM).match(List.of(mark))).isEmpty();
  }

  @Test
  void whoHasTheBetterClaimIsNotReachedByItsTextEither() {
    long brand = EvidenceHash.ofDomain("brand.com");
    long evil = EvidenceKind.LINK.identity(EvidenceHash.ofDomain("evil.net"));
    FeatureVector text = vector(Scheme.WORD, false, 0, 30);
    FeatureVector own =
        evidence(EvidenceKind.SENDER.identity(brand), EvidenceKind.LINK.identity(brand));
    MailMatcher mail =
        new MailMatcher(
            List.of(text, own), List.of(List.of(), List.of()), Threshold.STANDARD, NO_HAM);

    assertThat(mail.match(List.of(text, evidence(evil)))).isEmpty();
    assertThat(mail.match(List.of(text, own))).isPresent();
    assertThat(mail.match(List.of(text))).as("nothing is known of the mark's mail").isPresent();
  }

  @Test
  void textsResembleEachOtherByWhatOfThemIsNoHam() {
    FeatureVector own = evidence(EvidenceKind.COARSE, 0, 24);
    FeatureVector half = evidence(EvidenceKind.COARSE, 8, 32);
    long learnt = FeatureVector.key(EvidenceKind.COARSE.identity(20 << 8)).high();

    assertThat(mail(own, List.of(), NO_HAM).compare(List.of(half)).resemblance()).isEqualTo(0.5);
    assertThat(
            mail(own, List.of(), (scheme, key) -> key == learnt)
                .compare(List.of(half))
                .resemblance())
        .isEqualTo(15 / 31.0);
    for (FeatureVector none :
        List.of(
            evidence(EvidenceKind.COARSE, 24, 48),
            evidence(EvidenceKind.COARSE, 0, CoarseEvidence.LEAST - 1),
            evidence(EvidenceKind.COARSE, 0, EvidenceKind.COARSE.most() + 1),
            evidence(EvidenceKind.HTML, 0, 24))) {
      assertThat(mail(own, List.of(), NO_HAM).compare(List.of(none)).resemblance()).isZero();
    }
  }
}
