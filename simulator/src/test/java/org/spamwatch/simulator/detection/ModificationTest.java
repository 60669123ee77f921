package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;

final class ModificationTest {
  private static final String TEXT =
      "Dear friend,\n\nthis is an offer of http://shop.example/one?id=7 that nobody should miss:\n"
          + Words.words(150, new Random(3))
          + "\n\nsincerely, the shop & its <owner>\n";

  private final Mails mails = new Mails();

  private AddressedMail original() {
    return mails.address(CopiedMail.plain(TEXT, new Random(1)));
  }

  @ParameterizedTest
  @EnumSource(Modification.class)
  void oneSeedGivesOneCopy(Modification kind) {
    byte[] copy = kind.mail(TEXT, new Random(2));
    assertThat(copy).isEqualTo(kind.mail(TEXT, new Random(2)));
    assertThat(copy).isNotEqualTo(kind.mail(TEXT, new Random(3)));
    assertThat(mails.address(copy).isAddressable()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Modification.class,
      names = {
        "NEW_HEADERS",
        "HTML",
        "HTML_COMMENTS",
        "REWRAPPED",
        "BASE64",
        "QUOTED_PRINTABLE",
        "UPPER_CASE"
      })
  void whatOnlyLooksDifferentHasTheSameVectors(Modification kind) {
    assertThat(ofText(mails.address(kind.mail(TEXT, new Random(2)))))
        .isEqualTo(ofText(original()))
        .hasSize(2);
  }

  private static List<CompactVector> ofText(AddressedMail mail) {
    return mail.vectors().stream()
        .filter(vector -> vector.scheme().isOfText())
        .map(FeatureVector::compact)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = Modification.class,
      names = {
        "REPLACE_10",
        "REPLACE_50",
        "FIVE_WORDS",
        "PARAGRAPH_INSIDE",
        "PARAGRAPH_APPENDED",
        "PARAGRAPH_PREPENDED",
        "WORDS_20",
        "WORDS_10",
        "GREETING",
        "URLS",
        "WORDS_APPENDED",
        "COMBINED"
      })
  void whatIsDifferentHasAnotherIdentity(Modification kind) {
    assertThat(mails.address(kind.mail(TEXT, new Random(5))).guid())
        .isNotEqualTo(original().guid());
  }

  @Test
  void aWordInTenIsAboutAWordInTen() {
    Random random = new Random(4);
    String text = Words.words(10_000, random);
    String[] before = text.split(" ", -1);
    String[] after = Words.replaceSome(text, 10, random).split(" ", -1);
    int changed = 0;
    for (int i = 0; i < before.length; i++) {
      changed += before[i].equals(after[i]) ? 0 : 1;
    }
    assertThat(changed).isBetween(880, 1_120);
  }

  @Test
  void theDateOfAMailIsReadFromItsHeadOnly() {
    String mail =
        "Subject: x\r\nDate: Tue, 3 Mar 2020 10:15:00 +0100 (CET)\r\n\r\nDate: 4 May 2021 1:2:3 +0000";
    assertThat(Mails.date(mail.getBytes(StandardCharsets.US_ASCII)))
        .hasValue(java.time.Instant.parse("2020-03-03T09:15:00Z"));
    String none = "Subject: x\n\nDate: Tue, 3 Mar 2020 10:15:00 +0100\n";
    assertThat(Mails.date(none.getBytes(StandardCharsets.US_ASCII))).isEmpty();
    String wrong = "Date: Tue, 33 Mar 2020 10:15:00 +0100\n\nx";
    assertThat(Mails.date(wrong.getBytes(StandardCharsets.US_ASCII))).isEmpty();
  }
}
