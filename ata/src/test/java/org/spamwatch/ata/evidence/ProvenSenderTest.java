package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** A brand's receipt, and what was marked that looks like it. */
class ProvenSenderTest {
  private static final long BRAND = EvidenceKind.DOMAIN.identity(0xB4A9D0);
  private static final long OTHER = EvidenceKind.DOMAIN.identity(0x07BE40);
  private static final long LINK = EvidenceKind.LINK.identity(0x11AC0);
  private static final MailMatcher.Ham MET = (scheme, key) -> key == BRAND;
  private static final MailMatcher.Ham NOT_MET = (scheme, key) -> false;

  private static FeatureVector text(long from, long to) {
    return new FeatureVector(
        Scheme.WORD, false, LongStream.range(from, to).mapToObj(FeatureVector::key).toList());
  }

  private static FeatureVector evidence(long... identities) {
    return new FeatureVector(
        Scheme.EVIDENCE, false, LongStream.of(identities).mapToObj(FeatureVector::key).toList());
  }

  private static boolean reaches(
      MailMatcher.Ham ham, List<FeatureVector> mail, FeatureVector... mark) {
    List<List<Id>> probes = Collections.nCopies(mail.size(), List.of());
    return new MailMatcher(mail, probes, Threshold.STANDARD, ham).match(List.of(mark)).isPresent();
  }

  private static final List<FeatureVector> RECEIPT = List.of(text(0, 32), evidence(LINK, BRAND));

  @Test
  void aCopyThatIsNotProvenDoesNotReachIt() {
    assertThat(reaches(MET, RECEIPT, text(1, 33))).isFalse();
    assertThat(reaches(MET, RECEIPT, text(1, 33), evidence(LINK))).isFalse();
    assertThat(reaches(MET, RECEIPT, text(1, 33), evidence(LINK, OTHER))).isFalse();
  }

  @Test
  void aMarkOfTheSameDomainDoes() {
    assertThat(reaches(MET, RECEIPT, text(20, 52), evidence(BRAND))).isTrue();
  }

  @Test
  void aMarkThatNamesManyDomainsIsNobodys() {
    assertThat(reaches(MET, RECEIPT, text(20, 52), evidence(OTHER, BRAND))).isFalse();
  }

  @Test
  void theVeryMailIsReachedThoughNothingWasProvenThere() {
    assertThat(reaches(MET, RECEIPT, text(0, 32), evidence(LINK))).isTrue();
    assertThat(reaches(MET, RECEIPT, text(0, 32), evidence(OTHER))).isFalse();
    assertThat(reaches(MET, RECEIPT, text(0, 32))).isFalse();
    assertThat(reaches(MET, List.of(text(0, 32), evidence(BRAND)), text(0, 32))).isTrue();
  }

  @Test
  void aDomainThatIsNewToTheSiteKeepsNothingAway() {
    assertThat(reaches(NOT_MET, RECEIPT, text(1, 33))).isTrue();
    assertThat(reaches(MET, List.of(text(0, 32), evidence(OTHER)), text(1, 33))).isTrue();
    assertThat(reaches(MET, List.of(text(0, 32)), text(1, 33))).isTrue();
  }

  @Property(tries = 200)
  void itNeverAddsAMatchAndMarksOfItsOwnDomainAreMetAsEver(
      @ForAll @IntRange(min = 0, max = 40) int from, @ForAll boolean proven, @ForAll boolean same) {
    List<FeatureVector> mail = new ArrayList<>(List.of(text(0, 32)));
    mail.addAll(proven ? List.of(evidence(BRAND)) : List.of());
    FeatureVector[] mark = {text(from, from + 32), evidence(same ? BRAND : OTHER)};

    boolean asEver = reaches(NOT_MET, mail, mark);

    assertThat(reaches(MET, mail, mark)).isEqualTo(asEver && (same || !proven || from == 0));
  }
}
