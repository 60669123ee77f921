package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.mail.MailHeader;

/** The words of a subject, and when they are enough. */
class SubjectEvidenceTest {
  private static String words(String subject) {
    return SubjectEvidence.normalized(
        new MailHeader(List.of(new MailHeader.Field("Subject", subject))));
  }

  private static boolean isEvidence(String subject) {
    String mail = "From: a@one.net\nSubject: " + subject + "\n\ntext\n";
    return !Evidences.keys(EvidenceKind.SUBJECT, mail).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Your parcel waits at the depot",
        "RE: Fwd: your  parcel waits at the depot!!",
        "[a-list] Re[2]: Your parcel 4711 waits at the depot",
        "***SPAM*** Your parcel waits at the depot",
        "=?utf-8?Q?Your_parcel_w=D0=B0its_at_the_depot?="
      })
  void whatProgramsAndSendersPutAroundItDoesNotMatter(String subject) {
    assertThat(words(subject)).isEqualTo("your parcel waits at the depot");
    assertThat(isEvidence(subject)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Hello", "Re: your mail", "Order 12345678901234567890", "Re: Re: Re:"})
  void littleIsNoEvidence(String subject) {
    assertThat(isEvidence(subject)).isFalse();
  }

  @Test
  void hostileSubjectsAreShort() {
    assertThat(words("re:".repeat(100_000) + " some words that say it")).isEmpty();
    assertThat(words("abc def ".repeat(1000))).hasSizeLessThan(400);
  }
}
