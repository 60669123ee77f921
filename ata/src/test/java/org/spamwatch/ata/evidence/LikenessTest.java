package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** What is enough to meet a mark beside its text. */
class LikenessTest {
  private static final FeatureVector TEXT =
      new FeatureVector(Scheme.WORD, false, List.of(FeatureVector.key(1)));
  private static final List<MarkMatch.Pair> FRAME = List.of(new MarkMatch.Pair(TEXT, TEXT, 1));

  private static Likeness of(
      double resemblance, boolean isFramed, boolean leadWhere, Set<EvidenceKind> kinds) {
    return new Likeness(
        List.of(), isFramed ? FRAME : List.of(), isFramed, kinds, resemblance, leadWhere, false);
  }

  /** Kinds by their names, and beside them {@code where}, {@code frame} and {@code 8%}. */
  private static Likeness of(String shared) {
    List<String> words = new ArrayList<>(List.of(shared.split(" ")));
    boolean isFramed = words.remove("frame");
    boolean leadWhere = words.remove("where");
    double resemblance = words.remove("8%") ? 0.08 : 0.0;
    Set<EvidenceKind> kinds = Set.copyOf(words.stream().map(EvidenceKind::valueOf).toList());
    return of(resemblance, isFramed, leadWhere, kinds);
  }

  @ParameterizedTest
  @CsvSource({
    "SENDER NAME",
    "CONTACT NAME",
    "CONTACT LINK where",
    "SENDER LINK where",
    "NAME LINK where",
    "CONTACT SUBJECT",
    "CONTACT ATTACHMENT",
    "CONTACT COARSE",
    "CONTACT HTML",
    "CONTACT frame",
    "LINK SUBJECT where",
    "LINK COARSE 8% where",
    "NAME SUBJECT",
    "SENDER COARSE",
    "NAME COARSE",
    "SENDER HTML",
    "SENDER frame",
    "LINK HTML where",
    "NAME HTML",
    "NAME frame",
    "LINK frame where"
  })
  void twoThatAreIndependentAreEnough(String shared) {
    assertThat(of(shared).enough()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "SENDER CONTACT",
    "SENDER LINK",
    "NAME LINK",
    "HTML frame",
    "LINK COARSE where",
    "SUBJECT COARSE ATTACHMENT HTML LINK 8% frame"
  })
  void oneOrWhatOneProgramMakesIsNot(String shared) {
    assertThat(of(shared).enough()).isEmpty();
  }

  @Test
  void someAreEnoughAlone() {
    assertThat(of(0.13, false, false, Set.of()).enough()).containsExactly(EvidenceKind.COARSE);
    assertThat(of(0.12, false, false, Set.of()).enough()).isEmpty();
    assertThat(of("SHORT").enough()).containsExactly(EvidenceKind.SHORT);
    assertThat(new Likeness(List.of(), List.of(), false, Set.of(), 0, false, true).enough())
        .containsExactly(EvidenceKind.CONTACT);
  }

  /** What shares THRES features is known to be a frame; less may be all that was sampled. */
  @Test
  void aRowOfWordsBesideAResemblanceIsEnoughUnlessItIsAFrame() {
    assertThat(inARow(0.095, List.of()).enough()).containsExactly(EvidenceKind.COARSE);
    assertThat(inARow(0.09, List.of()).enough()).isEmpty();
    assertThat(inARow(0.12, FRAME).enough()).isEmpty();
    assertThat(inARow(0.13, FRAME).enough()).containsExactly(EvidenceKind.COARSE);
  }

  /** Each of them alone is what everybody's texts share now and then. */
  @Test
  void wordsOfTwoSamplesAreEnoughBesideWhoSendsOrWhereBothLead() {
    assertThat(inARow(0.02, Set.of(EvidenceKind.NAME), false).enough())
        .containsExactlyInAnyOrder(EvidenceKind.NAME, EvidenceKind.COARSE);
    assertThat(inARow(0.02, Set.of(EvidenceKind.SENDER), false).enough()).isNotEmpty();
    assertThat(inARow(0.02, Set.of(EvidenceKind.LINK), true).enough()).isNotEmpty();
    assertThat(inARow(0.02, Set.of(EvidenceKind.LINK), false).enough()).isEmpty();
    assertThat(inARow(0, Set.of(EvidenceKind.NAME), false).enough()).isEmpty();
    assertThat(inARow(0, Set.of(EvidenceKind.SENDER), false).enough()).isEmpty();
    assertThat(inARow(0, Set.of(EvidenceKind.LINK), true).enough()).isEmpty();
    assertThat(of(0.02, false, true, Set.of(EvidenceKind.NAME)).enough()).isNotEmpty();
    assertThat(of(0.02, false, true, Set.of(EvidenceKind.LINK)).enough()).isEmpty();
  }

  @Test
  void wordsOfOneSampleAreEnoughBesideWhoIsToBeWrittenTo() {
    assertThat(inARow(0, Set.of(EvidenceKind.CONTACT), false).enough())
        .containsExactlyInAnyOrder(EvidenceKind.CONTACT, EvidenceKind.COARSE);
    assertThat(of(0.02, false, false, Set.of(EvidenceKind.CONTACT)).enough()).isEmpty();
  }

  private static Likeness inARow(double resemblance, Set<EvidenceKind> kinds, boolean leadWhere) {
    return new Likeness(List.of(), List.of(), true, kinds, resemblance, leadWhere, false);
  }

  private static Likeness inARow(double resemblance, List<MarkMatch.Pair> frame) {
    return new Likeness(List.of(), frame, true, Set.of(), resemblance, false, false);
  }

  @Test
  void whatIsToldIsWhatCounted() {
    assertThat(of("SENDER LINK HTML").enough())
        .containsExactlyInAnyOrder(EvidenceKind.SENDER, EvidenceKind.HTML);
    assertThat(of("LINK frame where").enough())
        .containsExactlyInAnyOrder(EvidenceKind.LINK, EvidenceKind.COARSE);
  }

  @Property(tries = 500)
  void moreThatIsSharedIsNeverLess(
      @ForAll Set<EvidenceKind> kinds,
      @ForAll EvidenceKind more,
      @ForAll boolean isFramed,
      @ForAll boolean leadWhere) {
    boolean isEnough = !of(0, isFramed, leadWhere, kinds).enough().isEmpty();
    Set<EvidenceKind> all = new HashSet<>(kinds);
    all.add(more);

    assertThat(!isEnough || !of(0.08, true, leadWhere, all).enough().isEmpty()).isTrue();
  }
}
