package org.spamwatch.agent.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.mail.MailHeader;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;

class SenderProofTest {
  private static final SenderProof PROOF =
      new SenderProof(List.of("MX.example"), 2, List.of("List.example.net", "hop.example.net"));
  private static final String FROM = "From: \"A Shop\" <receipts@mail.brand.com>";
  private static final String BORDER = "Received: from out.example by mx.example";
  private static final String DKIM =
      "Authentication-Results: mx.example; dkim=pass header.d=mail.brand.com";
  private static final String DMARC =
      "Authentication-Results: mx.example; dmarc=pass (p=reject) header.from=mail.brand.com";
  private static final String NOTHING = "Authentication-Results: mx.example; none";

  private static MailHeader header(String... lines) {
    String mail =
        Arrays.stream(lines).map(line -> line + "\r\n").collect(Collectors.joining())
            + "\r\ntext\r\n";
    try {
      return MailText.of(mail.getBytes(StandardCharsets.UTF_8), MailLimits.DEFAULT).header();
    } catch (NotAMailException e) {
      throw new AssertionError(e);
    }
  }

  private static Optional<String> proven(String... lines) {
    return PROOF.domain(header(lines));
  }

  // What is proven -----------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mx.example; dmarc=pass header.from=mail.brand.com",
        "MX.EXAMPLE 1; dkim=pass header.i=@brand.com",
        "mx.example;\r\n\tdkim=fail header.d=brand.com;\r\n dkim=pass header.d=other.brand.com",
        "mx.example; spf=pass smtp.mailfrom=bounces@brand.com",
        "mx.example; dmarc=none header.from=mail.brand.com; spf=pass smtp.mailfrom=brand.com",
        "mx.example; dmarc=temperror; dkim=pass header.d=brand.com",
      })
  void theAuthorsOrganisationalDomainIs(String results) {
    assertThat(proven("Authentication-Results: " + results, BORDER, FROM)).hasValue("brand.com");
  }

  @Test
  void theFieldMayStandBelowWhatTheSitesServersWrote() {
    assertThat(proven("Received: by store.example (LMTP)", BORDER, DKIM, FROM))
        .hasValue("brand.com");
  }

  @Test
  void eachServerHasAFieldOfItsOwn() {
    SenderProof two = new SenderProof(List.of("mx.example", "dkim.mx.example"), 2, List.of());
    String signed = DKIM.replace("mx.example", "dkim.mx.example");

    assertThat(two.domain(header(NOTHING, signed, BORDER, FROM))).hasValue("brand.com");
    assertThat(
            two.domain(
                header(
                    "Authentication-Results: mx.example; dmarc=fail header.from=brand.com",
                    signed,
                    FROM)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mx.example; none",
        "mx.example; dkim=fail header.d=brand.com",
        "mx.example; dkim=pass header.d=evil.example.net",
        "mx.example; dkim=pass",
        "mx.example; spf=pass smtp.helo=brand.com",
        "mx.example; spf=pass smtp.mailfrom=brand.com; spf=fail smtp.mailfrom=x@evil.example.net",
        "mx.example; dmarc=fail header.from=brand.com; dkim=pass header.d=brand.com",
        "mx.example; dmarc=pass header.from=evil.example.net; dkim=pass header.d=brand.com",
        "mx.example; dmarc=pass header.from=brand.com; dmarc=fail header.from=brand.com",
        "mx.example; dmarc=pass",
        "mx.example; dkim=pass header.d=com",
        "mx.example; dkim/2=pass header.d=brand.com",
        "other.example; dkim=pass header.d=brand.com",
        "mx.example.evil.example.net; dkim=pass header.d=brand.com",
      })
  void whatSaysLessProvesNothing(String results) {
    assertThat(proven("Authentication-Results: " + results, BORDER, FROM)).isEmpty();
  }

  @Test
  void freemailAndHostersProveNothing() {
    assertThat(
            proven(
                "Authentication-Results: mx.example; dmarc=pass header.from=gmail.com",
                BORDER,
                "From: somebody@gmail.com"))
        .isEmpty();
    assertThat(
            proven(
                "Authentication-Results: mx.example; dmarc=pass header.from=a.github.io",
                BORDER,
                "From: somebody@github.io"))
        .isEmpty();
  }

  @Test
  void whoTrustsNobodyHasNothingProven() {
    assertThat(SenderProof.NONE.domain(header(DMARC, BORDER, FROM))).isEmpty();
  }

  // Forgeries ----------------------------------------------------------------------------------

  @Test
  void aSendersOwnFieldBelowTheServersDoesNotCount() {
    assertThat(proven(NOTHING, BORDER, DMARC, FROM)).isEmpty();
    assertThat(proven(BORDER, NOTHING, DMARC, FROM)).isEmpty();
    assertThat(
            proven(
                "Authentication-Results: mx.example; dmarc=fail header.from=brand.com",
                DMARC,
                FROM))
        .isEmpty();
  }

  @Test
  void norOneFurtherDownThanTheSitesServersWrite() {
    assertThat(proven(BORDER, BORDER, "Received: from a by b", DMARC, FROM)).isEmpty();
    assertThat(
            new SenderProof(List.of("mx.example"), 0, List.of())
                .domain(header(BORDER, DMARC, FROM)))
        .isEmpty();
  }

  @Test
  void norOneBelowAFieldThatASenderMadeUnreadable() {
    assertThat(
            proven(
                "Authentication-Results: mx.example; spf=fail smtp.mailfrom=\"(x@evil.example.net",
                BORDER,
                DMARC,
                FROM))
        .isEmpty();
  }

  @Test
  void norFoldsAndBlanksThatMakeItLookLikeAnother() {
    assertThat(
            proven(
                "Authentication-Results: other.example;",
                "\tx=y\r\n mx.example; dmarc=pass header.from=brand.com",
                FROM))
        .isEmpty();
    assertThat(proven("X-Note: a", " " + DMARC, FROM)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "From: a@brand.com, b@evil.example.net",
        "From: brand.com: a@brand.com;",
        "From: no address",
        "From: <>",
        "From: a@[192.0.2.1]",
        "From: \"receipts@brand.com\" <x@evil.example.net>",
        "From: x@evil.example.net (receipts@brand.com)",
        "Reply-To: a@brand.com",
      })
  void anAuthorWhoIsNotOneOfTheDomainIsNot(String from) {
    assertThat(proven(DKIM, BORDER, from)).isEmpty();
    assertThat(proven(DMARC, BORDER, from)).isEmpty();
  }

  @Test
  void aSecondAuthorTakesTheProofAway() {
    assertThat(proven(DMARC, BORDER, FROM, "From: x@evil.example.net")).isEmpty();
    assertThat(proven(DMARC, BORDER, "fRoM : x@evil.example.net", FROM)).isEmpty();
  }

  @Test
  void aHeaderOfMoreFieldsThanAreReadProvesNothing() {
    String[] many = new String[MailHeader.MOST_FIELDS + 1];
    Arrays.fill(many, "X-Filler: a");
    many[0] = DMARC;
    many[1] = FROM;

    assertThat(proven(many)).isEmpty();
  }

  // Forwarders ---------------------------------------------------------------------------------

  private static final String WHOLE =
      "Authentication-Results: mx.example; dmarc=fail header.from=brand.com; arc=pass (i=2)";
  private static final String FIRST = "ARC-Seal: i=1; a=rsa-sha256; d=list.example.net; cv=none";
  private static final String SECOND = "ARC-Seal: i=2; a=rsa-sha256; d=hop.example.net; cv=pass";
  private static final String FOUND =
      "ARC-Authentication-Results: i=1; in.list.example.net; dkim=pass header.d=brand.com";
  private static final String FOUND_LATER =
      "ARC-Authentication-Results: i=2; hop.example.net; arc=pass; dkim=fail header.d=brand.com";

  @Test
  void whatTrustedForwardersFoundCounts() {
    assertThat(proven(WHOLE, BORDER, SECOND, FOUND_LATER, FIRST, FOUND, FROM))
        .hasValue("brand.com");
  }

  @Test
  void oneWhoIsNotTrustedSpoilsTheChain() {
    assertThat(
            proven(WHOLE, BORDER, SECOND.replace("hop", "evil"), FOUND_LATER, FIRST, FOUND, FROM))
        .isEmpty();
  }

  @Test
  void withoutTheSitesServerNoSealCounts() {
    assertThat(proven(NOTHING, BORDER, FIRST, FOUND, FROM)).isEmpty();
    assertThat(proven(WHOLE.replace("arc=pass", "arc=fail"), BORDER, FIRST, FOUND, FROM)).isEmpty();
    assertThat(proven(WHOLE + "; arc=pass", BORDER, FIRST, FOUND, FROM)).isEmpty();
  }

  @Test
  void aChainThatDoesNotHangTogetherProvesNothing() {
    assertThat(proven(WHOLE, SECOND, FOUND_LATER, FOUND, FROM)).isEmpty();
    assertThat(proven(WHOLE, FIRST, FOUND, FOUND, FROM)).isEmpty();
    assertThat(proven(WHOLE, FIRST, FIRST, FOUND, FROM)).isEmpty();
    assertThat(proven(WHOLE, FIRST, FOUND.replace("i=1", "i=x"), FROM)).isEmpty();
    assertThat(proven(WHOLE, FIRST + "; d=evil.example.net", FOUND, FROM)).isEmpty();
  }
}
