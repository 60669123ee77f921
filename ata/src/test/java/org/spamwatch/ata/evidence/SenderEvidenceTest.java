package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who a mail says it is from, with how its header is made. */
class SenderEvidenceTest {
  private static final String ONE =
      """
      Received: from a by b
      From: Sales <sales@mail.one.net>
      To: you@home.net
      Subject: An offer
      Date: Mon, 1 Jan 2024 10:00:00 +0000
      MIME-Version: 1.0
      X-Mailer: Blaster 1.2
      Content-Type: multipart/alternative; charset="utf-8"; boundary="----=_Part_12_99.71"

      text
      """;

  private static boolean agrees(String other) {
    return Evidences.agree(EvidenceKind.SENDER, ONE, other);
  }

  @Test
  void whatServersAddAndCopiesChangeDoesNotMatter() {
    assertThat(
            agrees(
                "Delivered-To: x@y.net\nX-Spam-Status: No\n"
                    + ONE.replace("An offer", "Another")
                        .replace("sales@mail", "offers@news")
                        .replace("1.2", "1.3")
                        .replace("_12_99.71", "_4_7.123")))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Blaster, Other",
    "one.net, two.net",
    "utf-8, iso-8859-1",
    "Date:, DATE:",
    "Subject:, Reply-To:",
    "----=_Part_12_99.71, b7"
  })
  void anotherProgramOrDomainIsAnother(String part, String instead) {
    assertThat(agrees(ONE.replace(part, instead))).isFalse();
  }

  @Test
  void theDomainHasAKeyOfItsOwn() {
    assertThat(Evidences.keys(EvidenceKind.SENDER, ONE))
        .hasSize(2)
        .contains(EvidenceKind.SENDER.identity(EvidenceHash.ofDomain("one.net")));
  }

  private static Set<Long> names(String from) {
    return Evidences.keys(EvidenceKind.NAME, "From: " + from + "\n\ntext\n");
  }

  private static long name(String name, boolean isOwn) {
    return EvidenceKind.NAME.identity(EvidenceHash.ofName(name, isOwn));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"Royal Post\" <a@mail.royal-post.com>', royalpost, true",
    "'=?utf-8?Q?Royal_Post?= <a@gmail.com>', royalpost, false",
    "'ROYAL  post! <a@evil.net>', royalpost, false",
    "'R\u043Eyal Post <a@evil.net>', royalpost, false",
    "'Post of ab <a@ab.com>', postofab, false",
    "'Post <a@royal-post.com>', post, false"
  })
  void theNameBeforeTheAddressIsKnownAndWhetherTheDomainIsCalledSo(
      String from, String name, boolean isOwn) {
    assertThat(names(from)).containsExactly(name(name, isOwn));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a@one.net", "<a@one.net>", "AB <a@one.net>", "b@two.net <a@one.net>", ""})
  void whoGivesNoNameHasNone(String from) {
    assertThat(names(from)).isEmpty();
  }

  @Test
  void aNameThatLooksLikeAnAddressIsNotTheSender() {
    assertThat(Evidences.keys(EvidenceKind.SENDER, "From: b@brand.com <a@evil.net>\n\ntext\n"))
        .contains(EvidenceKind.SENDER.identity(EvidenceHash.ofDomain("evil.net")))
        .doesNotContain(EvidenceKind.SENDER.identity(EvidenceHash.ofDomain("brand.com")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gmail.com", "localhost", "1.2.3.4", "\u0000"})
  void publicMailAndNoDomainAreNoSender(String domain) {
    assertThat(Evidences.keys(EvidenceKind.SENDER, ONE.replace("mail.one.net", domain))).isEmpty();
  }
}
