package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.mail.MailHeader.Field;

/** The fields of a mail's own header, whatever a sender has made of them. */
class MailHeaderTest {
  private static MailHeader header(String mail) throws NotAMailException {
    return MailText.of(mail.getBytes(StandardCharsets.UTF_8), MailLimits.DEFAULT).header();
  }

  @Test
  void fieldsComeInOrderUnfolded() throws Exception {
    MailHeader header =
        header(
            "From x Tue\r\nReceived: a\r\n\tb\r\nFROM : c@d.example\r\nTo:\r\n e\r\n\r\nSubject: f\r\n");
    assertThat(header.fields())
        .containsExactly(
            new Field("Received", "a\tb"), new Field("FROM", "c@d.example"), new Field("To", "e"));
    assertThat(header.first("from")).hasValue("c@d.example");
    assertThat(header.first("subject")).isEmpty();
  }

  @Test
  void theTopmostIsFirst() throws Exception {
    MailHeader header = header("X-A: 1\nno field at all\nFrom: a\nx-a: 2\n\nbody");
    assertThat(header.all("X-A")).containsExactly("1", "2");
    assertThat(header.first("x-A")).hasValue("1");
  }

  @Test
  void ofNestedMailsOnlyTheOutermostHeaderCounts() throws Exception {
    MailHeader header =
        header("From: a\nContent-Type: message/rfc822\n\nFrom: b\nSubject: c\n\nbody");
    assertThat(header.all("From")).containsExactly("a");
    assertThat(header.first("Subject")).isEmpty();
  }

  @Test
  void encodedWordsAreDecodedAsFarAsTheyCanBe() throws Exception {
    assertThat(header("From: a\nSubject: =?utf-8?Q?gr=C3=BCn?=\n\n").text("Subject"))
        .hasValue("gr\u00FCn");
    assertThat(header("From: a\nSubject: =?x-none?Q?gr=C3?= =?utf-8?B?***?=\n\nb").text("Subject"))
        .isPresent();
    assertThat(header("From: a\nSubject: gr\u00FCn\n\nb").text("Subject")).hasValue("gr\u00FCn");
  }

  @Test
  void longFieldsAreCutAndManyAreLeftOut() throws Exception {
    MailHeader header =
        header(
            "X: "
                + "y".repeat(1 << 20)
                + "\nX-Folded: z\n"
                + " z\n".repeat(100_000)
                + "From: a\n\nb");
    assertThat(header.first("X").orElseThrow().length()).isLessThanOrEqualTo(MailHeader.MOST_BYTES);
    assertThat(header.first("From")).hasValue("a");
    assertThat(header("From: a\n" + "X: b\n".repeat(100_000)).fields())
        .hasSize(MailHeader.MOST_FIELDS);
  }

  @Test
  void aTextWithoutHeaderHasNone() throws Exception {
    assertThat(header("just a text without any field")).isEqualTo(MailHeader.NONE);
  }

  @Property(tries = 300)
  void anyBytesBehindAFieldLeaveItReadable(@ForAll @Size(max = 500) byte[] bytes)
      throws NotAMailException {
    byte[] mail = new byte[bytes.length + 8];
    System.arraycopy("From: a\n".getBytes(StandardCharsets.US_ASCII), 0, mail, 0, 8);
    System.arraycopy(bytes, 0, mail, 8, bytes.length);
    List<Field> fields = MailText.of(mail, MailLimits.DEFAULT).header().fields();
    assertThat(fields.get(0).value()).startsWith("a");
    assertThat(fields).allMatch(field -> field.value().indexOf('\n') < 0);
  }
}
