package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** All the text of a short mail. */
class ShortEvidenceTest {
  private static final String ONE =
      "From: a@one.net\nSubject: Parcel 12\n\nYour parcel 4711 is held at customs, pay today.\n";

  private static boolean agrees(String other) {
    return Evidences.agree(EvidenceKind.SHORT, ONE, other);
  }

  @Test
  void numbersAndMarksDoNotMatterWordsAndSubjectDo() {
    assertThat(agrees(ONE.replace("4711", "5 812").replace("pay", "PAY").replace("12", "99")))
        .isTrue();
    assertThat(agrees(ONE.replace("today", "tomorrow"))).isFalse();
    assertThat(agrees(ONE.replace("Parcel 12", "Hello"))).isFalse();
  }

  @Test
  void longAndEmptyMailsHaveNone() {
    assertThat(Evidences.keys(EvidenceKind.SHORT, ONE + "More and more of it. ".repeat(30)))
        .isEmpty();
    assertThat(Evidences.keys(EvidenceKind.SHORT, "From: a@one.net\nSubject: x\n\nthank you"))
        .isEmpty();
    assertThat(Evidences.keys(EvidenceKind.SHORT, ONE.replace("Parcel 12", "12"))).isEmpty();
  }
}
