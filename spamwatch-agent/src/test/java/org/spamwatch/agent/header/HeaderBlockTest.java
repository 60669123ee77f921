package org.spamwatch.agent.header;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;

/** The program's own fields are found however they are written, and nothing else is touched. */
@SuppressWarnings("StringConcatToTextBlock") // the line ends are what matters
final class HeaderBlockTest {
  private static final List<HeaderField> ADDED =
      List.of(
          new HeaderField("X-Spam-Flag", "YES"),
          new HeaderField("X-SpamWatch-Status", List.of("spam; votes=3/0;", "(three)")));

  private static final List<String> LINES =
      List.of(
          "X-SpamWatch-Status: spam",
          "x-sPAMWATCH-anything : a",
          " folded",
          "\tfolded: too",
          "Subject: x",
          "X-SpamWatcher: stays",
          "no field",
          ": none",
          "X-SpamWatch-",
          "",
          "");

  private static String stripped(String mail) {
    return new String(HeaderBlock.of(mail.getBytes(ISO_8859_1)).stripped(), ISO_8859_1);
  }

  private static String with(String mail) {
    return new String(
        HeaderBlock.of(mail.getBytes(ISO_8859_1)).with("x-spam-flag"::equals, ADDED), ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-SpamWatch-Status: spam",
        "x-spamwatch-STATUS: spam",
        "X-SpamWatch-Status : spam",
        "X-SpamWatch-Status\t \t: spam",
        "X-SpamWatch-: spam",
        "X-SpamWatch-Status:",
        "X-SpamWatch-Fingerprints: v=1;\r\n\tguid=00;\r\n mac=00",
        "X-SpamWatch-Status: one\r\nX-SpamWatch-Status: two"
      })
  void anOwnFieldIsTakenOutWherever(String field) {
    String rest = "From: a@example.org\r\nSubject: b\r\n folded\r\n\r\nText\r\n";
    assertThat(stripped(field + "\r\n" + rest)).isEqualTo(rest);
    assertThat(stripped(rest.replace("Subject", field + "\r\nSubject"))).isEqualTo(rest);
    assertThat(stripped(rest.replace("\r\n\r\n", "\r\n" + field + "\r\n\r\n"))).isEqualTo(rest);
  }

  @Test
  void aNameOfAnyLengthAndALoneReturnHideNoField() {
    String spaces = " ".repeat(100_000);
    assertThat(stripped("A: b\nX-SpamWatch-Status" + spaces + ": spam\nC: d\n\ne"))
        .isEqualTo("A: b\nC: d\n\ne");
    assertThat(stripped("Subject: a\rX-SpamWatch-Status: spam\r\nC: d\r\n\r\ne"))
        .isEqualTo("Subject: a\rC: d\r\n\r\ne");
    assertThat(stripped("A: b\nno field\nX-SpamWatch-Status: spam\n\ne"))
        .isEqualTo("A: b\nno field\n\ne");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "Subject: a\n\nX-SpamWatch-Status: in the text\n",
        "X-SpamWatcher: another program\n\n",
        "Subject: X-SpamWatch-Status: spam\n X-SpamWatch-Status: spam\n\ntext",
        "no mail at all"
      })
  void nothingElseIsTouched(String mail) {
    byte[] bytes = mail.getBytes(ISO_8859_1);
    assertThat(HeaderBlock.of(bytes).stripped()).isSameAs(bytes);
  }

  @Test
  void whatIsAddedStandsInFrontWithTheMailsOwnLineEnds() {
    assertThat(with("Subject: a\r\nX-Spam-Flag: NO\r\n\r\nText\r\n"))
        .isEqualTo(
            "X-Spam-Flag: YES\r\nX-SpamWatch-Status: spam; votes=3/0;\r\n\t(three)\r\n"
                + "Subject: a\r\n\r\nText\r\n");
    assertThat(with("From a@b Mon Jan  1 10:00:00 2024\nSubject: a\n\nText\n"))
        .isEqualTo(
            "From a@b Mon Jan  1 10:00:00 2024\n"
                + "X-Spam-Flag: YES\nX-SpamWatch-Status: spam; votes=3/0;\n\t(three)\n"
                + "Subject: a\n\nText\n");
  }

  @Test
  void aFirstLineThatLooksFoldedContinuesNothingThatIsAdded() {
    String added = "X-Spam-Flag: YES\nX-SpamWatch-Status: spam; votes=3/0;\n\t(three)\n";
    for (String first : List.of(" : a\n", "\tFrom: a\n b\n")) {
      assertThat(with(first + "Subject: a\n\nText\n"))
          .isEqualTo(first + added + "Subject: a\n\nText\n");
    }
    assertThat(with(" X-SpamWatch-Status: a\n b\nSubject: a\n\nText\n"))
        .isEqualTo(added + "Subject: a\n\nText\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dear all\nNote: this\n", "X-SpamWatch-Status: x\nDear all\n", "Text"})
  void textWithoutAHeaderStaysText(String mail) {
    String header = "X-Spam-Flag: YES\nX-SpamWatch-Status: spam; votes=3/0;\n\t(three)\n";
    String text = mail.replace("X-SpamWatch-Status: x\n", "");
    assertThat(with(mail)).isEqualTo(header + "\n" + text);
  }

  @ParameterizedTest
  @CsvSource({"SUBJECT,a=b", "x,'[1, 2]'", "none,"})
  void valuesAreReadWithoutWhiteSpace(String name, String values) {
    HeaderBlock header =
        HeaderBlock.of("X: 1\r\nSubject:\r\n  a \r\n\t= b\r\nx:2\r\n\r\nX: 3".getBytes(ISO_8859_1));
    String expected = values == null ? "[]" : values.startsWith("[") ? values : "[" + values + "]";
    assertThat(header.compactValues(name)).hasToString(expected);
  }

  @Test
  void whateverTheLinesNoOwnFieldStaysAndASecondTimeChangesNothing() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 2_000; run++) {
      StringBuilder mail = new StringBuilder();
      for (int i = random.nextInt(9); i >= 0; i--) {
        mail.append(LINES.get(random.nextInt(LINES.size())));
        mail.append(random.nextBoolean() ? "\n" : random.nextBoolean() ? "\r\n" : "\r");
      }
      String once = stripped(mail.toString());
      HeaderBlock left = HeaderBlock.of(once.getBytes(ISO_8859_1));
      assertThat(left.compactValues("x-spamwatch-status")).as("of %s", mail).isEmpty();
      assertThat(left.compactValues("x-spamwatch-anything")).as("of %s", mail).isEmpty();
      assertThat(stripped(once)).isEqualTo(once);
    }
  }

  static Stream<Path> mails() {
    Path golden = Path.of("..", "ata/src/test/resources/org/spamwatch/ata/golden");
    try (Stream<Path> files = Files.list(golden)) {
      return files.filter(file -> file.toString().endsWith(".eml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whoever checks or marks a mail with our fields names the same mail as who did without. */
  @ParameterizedTest
  @MethodSource("mails")
  void fieldsThatAreAddedChangeNoFingerprint(Path file) throws IOException, NotAMailException {
    byte[] mail = Files.readAllBytes(file);
    ApproximateText text = ApproximateText.standard();
    AddressedMail addressed = text.address(mail);
    byte[] changed = HeaderBlock.of(mail).with(name -> false, ADDED);
    assertThat(changed.length).isGreaterThan(mail.length);
    AddressedMail again = text.address(changed);
    assertThat(again.guid()).isEqualTo(addressed.guid());
    assertThat(again.vectors()).isEqualTo(addressed.vectors());
  }
}
