package org.spamwatch.ata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.MailVisitor;
import org.spamwatch.ata.mail.Mailbox;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.ata.mail.TextPart;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.overlay.Id;

/**
 * Mails written for this project beside what is made of them. {@code -Dgolden.update=true} rewrites
 * the expectations; read the difference before committing it. The GUIDs in them must never change.
 */
class GoldenMailTest {
  private static final Path MAILS = Path.of("src/test/resources/org/spamwatch/ata/golden");

  private static final ApproximateText ATA =
      new ApproximateText(MailLimits.DEFAULT, Scheme.ofText());

  /** What letters it has that Java 17 does not know a later Java knows. */
  private static final String LATER_LETTERS = "unicode-14-to-17.eml";

  static Stream<Path> mails() throws IOException {
    boolean later = Runtime.version().feature() > 17;
    try (Stream<Path> files = Files.list(MAILS)) {
      return files
          .filter(file -> !file.toString().endsWith(".txt"))
          .filter(file -> !(later && file.endsWith(LATER_LETTERS)))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("mails")
  void mailYieldsWhatWasReviewed(Path mail) throws Exception {
    String actual = describe(mail);
    Path expected = Path.of(mail + ".txt");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(expected));
  }

  @Test
  void disguisedCopiesMatchThePlainMail() throws Exception {
    FeatureVector plain = vector("plain.eml");
    for (String copy :
        List.of(
            "html-comments-in-words.eml",
            "disguised.eml",
            "unclosed-multipart.eml",
            "broken-multipart.eml",
            "headerless.eml",
            "mbox-of-one.eml",
            "forwarded.eml",
            "alternative-in-mixed.eml")) {
      assertThat(plain.compact().matches(vector(copy).compact(), 5)).as(copy).isTrue();
    }
  }

  @Test
  void guidIgnoresEncodingWrappingAndHeaders() throws Exception {
    assertThat(address("headerless.eml").guid())
        .isEqualTo(address("mbox-of-one.eml").guid())
        .isEqualTo(address("broken-multipart.eml").guid())
        .isNotEqualTo(address("plain.eml").guid());
  }

  private static FeatureVector vector(String mail) throws Exception {
    return address(mail).vector(Scheme.CHAR50).orElseThrow();
  }

  private static AddressedMail address(String mail) throws Exception {
    return ATA.address(Files.readAllBytes(MAILS.resolve(mail)));
  }

  private static String describe(Path file) throws NotAMailException {
    List<byte[]> mails = new ArrayList<>();
    new Mailbox(MailLimits.DEFAULT)
        .visit(
            file,
            new MailVisitor<RuntimeException>() {
              @Override
              public void mail(String name, byte[] mail) {
                mails.add(mail);
              }

              @Override
              public void problem(String name, String reason) {
                throw new IllegalStateException(name + ": " + reason);
              }
            });
    StringBuilder out = new StringBuilder();
    for (byte[] mail : mails) {
      describe(MailText.of(mail, MailLimits.DEFAULT), out);
    }
    return out.toString();
  }

  private static void describe(MailText mail, StringBuilder out) {
    out.append("mail broken=").append(mail.broken()).append(" cut=").append(mail.cut());
    out.append('\n');
    for (TextPart part : mail.parts()) {
      out.append("part html=").append(part.html()).append(" attached=").append(part.attached());
      out.append('\n');
    }
    Utf8Text text = new Utf8Text();
    for (Normalization normalization : Normalization.values()) {
      normalization.normalize(mail.visible(), text);
      out.append(normalization).append(": ").append(text).append('\n');
    }
    if (mail.hidesText()) {
      Normalization.FULL_1.normalize(mail.written(), text);
      out.append("written: ").append(text).append('\n');
    }
    AddressedMail addressed = ATA.address(mail);
    out.append("guid: ").append(addressed.guid().map(Id::toString).orElse("none")).append('\n');
    for (FeatureVector vector : addressed.vectors()) {
      out.append(vector.scheme().label()).append(" wholeText=").append(vector.wholeText());
      out.append(" digest=").append(vector.compact().digest()).append('\n');
      vector.keys().forEach(key -> out.append("  ").append(key).append('\n'));
    }
    out.append('\n');
  }
}
