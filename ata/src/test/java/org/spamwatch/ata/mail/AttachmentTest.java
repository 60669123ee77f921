package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttachmentTest {
  private static final String HEAD =
      """
      From: a@example.org
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      A mail of some words, and a file with it.
      """;

  private static byte[] file(int length) {
    byte[] file = new byte[length];
    new Random(length).nextBytes(file);
    return file;
  }

  private static String part(String type, String encoding, String contents) {
    return "--b\nContent-Type: "
        + type
        + "\nContent-Transfer-Encoding: "
        + encoding
        + "\n\n"
        + contents
        + "\n";
  }

  private static String base64(String type, byte[] file, int line) {
    byte[] feed = {'\r', '\n'};
    return part(type, "base64", Base64.getMimeEncoder(line, feed).encodeToString(file));
  }

  private static MailText read(String parts) throws NotAMailException {
    byte[] mail = (HEAD + parts + "--b--\n").getBytes(StandardCharsets.US_ASCII);
    return MailText.withAttachments(mail, MailLimits.DEFAULT);
  }

  @Test
  void theDigestIsThatOfTheFileHoweverItIsSent() throws Exception {
    byte[] file = "three hundred bytes of nothing\n".repeat(10).getBytes(StandardCharsets.US_ASCII);
    List<Attachment> found =
        read(base64("application/pdf; name=a.pdf", file, 76)
                + base64("image/png; name=b.png", file, 40)
                + part("application/x-a", "8bit", new String(file, StandardCharsets.US_ASCII)))
            .attachments();
    assertThat(found).extracting(Attachment::length).containsOnly((long) file.length);
    assertThat(found).extracting(Attachment::digest).hasSize(3).containsOnly(found.get(0).digest());
    assertThat(found)
        .extracting(Attachment::mediaType)
        .containsExactly("application/pdf", "image/png", "application/x-a");
  }

  @Test
  void ofThousandsTheFirstAreLookedAt() throws Exception {
    StringBuilder parts = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      parts.append(base64("image/gif", file(10 + i), 76));
    }
    List<Attachment> found = read(parts.toString()).attachments();
    assertThat(found).hasSize(Attachment.MOST);
    assertThat(found.get(3).length()).isEqualTo(13);
  }

  @Test
  void whatIsCutOffOrNoBase64IsReadAsFarAsItGoes() throws Exception {
    String whole = base64("image/jpeg", file(3000), 76);
    List<Attachment> found =
        read(whole + whole.substring(0, 2000) + "\n" + part("image/jpeg", "base64", "%&!?"))
            .attachments();
    assertThat(found).hasSize(3);
    assertThat(found.get(0).length()).isEqualTo(3000);
    assertThat(found.get(1).length()).isBetween(1000L, 1999L);
    assertThat(found.get(2).length()).isLessThan(4);
  }

  @Test
  void theyAreReadOnlyWhenAskedFor() throws Exception {
    String mail = HEAD + base64("image/jpeg", file(300), 76) + "--b--\n";
    assertThat(
            MailText.of(mail.getBytes(StandardCharsets.US_ASCII), MailLimits.DEFAULT).attachments())
        .isEmpty();
  }
}
