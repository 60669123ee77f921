package org.spamwatch.ata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Probes;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.NotAMailException;

/** Whatever a mail contains, the answer is a value or the one typed exception, and soon. */
class HostileMailTest {
  private static final ApproximateText ATA =
      new ApproximateText(MailLimits.DEFAULT, Scheme.ofText()).withEvidence();

  /** Far above what any of these takes (well under a second) and far below a quadratic walk. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final String HEAD = "From: a@example.org\nMIME-Version: 1.0\n";
  private static final String HTML = HEAD + "Content-Type: text/html\n\n";

  static Stream<Arguments> floods() {
    return Stream.of(
        flood("one line", HEAD + "\n" + "x".repeat(10 << 20)),
        flood(
            "one line of base64", HEAD + "Content-Transfer-Encoding: base64\n\n", "QUJD", 4 << 20),
        flood("one field", HEAD + "X: ", "y", 4 << 20),
        flood("many fields", HEAD, "X-A: b\n", 500_000),
        flood("one folded field", HEAD + "Content-Type: text/plain;\n", " a=b;\n", 500_000),
        flood("open tags", HTML, "<div>", 200_000),
        flood(
            "parts of a mail",
            HEAD + "Content-Type: multipart/mixed; boundary=b\n\n",
            "--b\nContent-Type: text/html\n\n<p>x\n",
            100_000),
        flood("closed tags", HTML, "</div>", 200_000),
        flood("unfinished tags", HTML, "<a ", 300_000),
        flood("unfinished quotes", HTML, "<a b='", 150_000),
        flood("unfinished comments", HTML, "<!--", 200_000),
        flood("comment ends", HTML + "<!--", "--", 400_000),
        flood("unfinished scripts", HTML, "<script>", 100_000),
        flood("unfinished script ends", HTML + "<script>", "</scrip", 100_000),
        flood("ampersands", HTML, "&", 1_000_000),
        flood("entities", HTML, "&CounterClockwiseContourIntegral;", 30_000),
        flood(
            "unknown entities",
            HTML,
            "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            20_000),
        flood("long number", HTML + "&#", "9", 1_000_000),
        flood("marks", HEAD + "\na", "\u0301\u0316", 500_000),
        flood("expanding ligatures", HEAD + "\n", "\uFDFA", 350_000),
        flood("fractions", HEAD + "\n", "\u00BD", 500_000),
        flood("letters between quotes", HEAD + "\n", "a\u2019", 300_000),
        flood("at signs", HEAD + "\n", "a@", 500_000),
        flood("web addresses", HEAD + "\n", "http://", 150_000),
        flood("one web address", HEAD + "\nhttp://", "a.", 500_000),
        flood("angle brackets", HTML, "<", 1_000_000),
        Arguments.of("nested multiparts", bytes(nestedMultiparts(3000))),
        Arguments.of("nested messages", bytes(nestedMessages(3000))),
        flood(
            "parts", HEAD + "Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\nx\n", 300_000),
        flood("boundaries of a deep mail", nestedMultiparts(11), "--b\n--b1\n--b", 300_000),
        flood("self-similar boundary", selfSimilar(5000), "-", 8 << 20),
        flood("self-similar boundary allowed", selfSimilar(127), "-", 8 << 20),
        flood("hidden tags", HTML, "<p style='display:none'>", 100_000),
        flood("hidden and shown", HTML, "<b style=color:white>a</b>b", 40_000),
        flood("tags without values", HTML, "<font color size face>", 100_000),
        flood("values without tags", HTML, "<a =========", 100_000),
        flood("long styles", HTML, "<a style='" + "display:n;".repeat(400) + "'>", 250),
        flood("rules", HEAD + "\n", "--------------------\n", 50_000),
        flood("footers", HEAD + "\n", "-- \nunsubscribe\n\n", 60_000),
        flood("a rule before a long row", HEAD + "\n-- \n" + "unsubscribe ".repeat(80_000)),
        flood("notices", HEAD + "\n", "intended recipient confidentia\n\n", 30_000),
        flood("soft breaks", HEAD + "\n", "x".repeat(73) + "==20=\n", 13_000),
        flood("equal signs", HEAD + "\n", "=", 1_000_000),
        flood("different words", HEAD + "\n" + differentWords(180_000)),
        flood("ideographs", HEAD + "\n", "\u6CD5\u8F6E\u529F\u6CD5\u6CD5", 200_000),
        flood(
            "bomb of quoted-printable",
            HEAD
                + "Content-Type: text/html; charset=utf-16\n"
                + "Content-Transfer-Encoding: quoted-printable\n\n",
            "=00<=00b=\n",
            500_000),
        flood("links", HTML, "<a href=https://h.net/?u=http://", 100_000),
        flood("links inside links", HTML, "/href=&", 1_200_000),
        flood("different links", HTML + differentWords(50_000).replace(" ", ".net> <a href=//")),
        flood("written links", HEAD + "\n", "www.a.net/x ", 200_000),
        flood("written to", HEAD + "\n", "a@b.net, ", 200_000),
        flood("different addresses", HEAD + "\n" + differentWords(90_000).replace(" ", "@a.net ")),
        flood("recipients", HEAD, "To: " + "a@b.net, ".repeat(800) + "\n", 300),
        flood("subject", HEAD + "Subject: ", "=?utf-8?q?=41?= ", 200_000),
        flood("postmarks", "", "From a@b Tue Sep 24 10:48:22 2002\n", 200_000));
  }

  private static String differentWords(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int rest = i + 26; rest > 0; rest /= 26) {
        words.append((char) ('a' + rest % 26));
      }
      words.append(' ');
    }
    return words.toString();
  }

  private static Arguments flood(String name, String mail) {
    return Arguments.of(name, bytes(mail));
  }

  private static Arguments flood(String name, String head, String unit, int times) {
    return Arguments.of(name, bytes(head + unit.repeat(times)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("floods")
  void floodCostsNoMoreThanItsLength(String name, byte[] mail) {
    AddressedMail addressed = assertTimeoutPreemptively(SOON, () -> ATA.address(mail), name);
    assertThat(addressed.vectors().size()).isLessThanOrEqualTo(Scheme.ofText().size() + 1);
    for (Probes probes : addressed.probes()) {
      assertThat(probes.size()).isLessThanOrEqualTo(FeatureVector.MAX_SIZE + Probes.MOST);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "From: a@example.org\nContent-Type: text/plain; name=%s; boundary=\"b\"\n\nA mail whose text is long enough to be named.\n",
        "From: a@example.org\n\nSee https://a.example.org/%shttp%%3a%%2f%%2fb.example.org\n"
      })
  void lettersThatGrowInLowerCaseBreakNothing(String mail) throws NotAMailException {
    byte[] grown = bytes(String.format(Locale.ROOT, mail, "\u0130".repeat(60)));
    assertThat(ATA.address(grown).vectors()).isNotEmpty();
  }

  @Property(tries = 300)
  void randomBytesNeverFailOtherwise(@ForAll @Size(max = 3000) byte[] bytes) {
    addressOrRefuse(bytes);
  }

  @Property(tries = 1500)
  void mutatedMailsNeverFailOtherwise(@ForAll("mutants") byte[] mail) {
    addressOrRefuse(mail);
  }

  @Property(tries = 500)
  void soupOfMimeNeverFailsOtherwise(@ForAll("soup") String mail) {
    addressOrRefuse(bytes(mail));
  }

  private static void addressOrRefuse(byte[] mail) {
    try {
      AddressedMail addressed = ATA.address(mail);
      addressed.vectors().forEach(vector -> assertThat(vector.size()).isBetween(1, 64));
    } catch (NotAMailException e) {
      assertThat(e).hasMessageNotContaining("\n");
    }
  }

  @Provide
  Arbitrary<byte[]> mutants() throws IOException {
    List<byte[]> originals = GoldenMailTest.mails().map(HostileMailTest::contents).toList();
    return Arbitraries.of(originals)
        .flatMap(mail -> Arbitraries.longs().map(seed -> mutate(mail, new Random(seed))));
  }

  private static byte[] mutate(byte[] mail, Random random) {
    byte[] mutant = java.util.Arrays.copyOf(mail, 1 + random.nextInt(mail.length));
    for (int i = random.nextInt(12); i > 0; i--) {
      int at = random.nextInt(mutant.length);
      switch (random.nextInt(4)) {
        case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
        case 1 ->
            mutant[at] = "\n\r:;=\"<>&-? \0".getBytes(StandardCharsets.UTF_8)[random.nextInt(13)];
        case 2 -> {
          int length = Math.min(random.nextInt(200), mutant.length - at);
          System.arraycopy(mail, random.nextInt(mail.length - length + 1), mutant, at, length);
        }
        default -> mutant[at] = (byte) random.nextInt();
      }
    }
    return mutant;
  }

  @Provide
  Arbitrary<String> soup() {
    return Arbitraries.of(
            "Content-Type: ",
            "multipart/mixed",
            "multipart/alternative",
            "message/rfc822",
            "text/html",
            "text/plain",
            "; boundary=",
            "b",
            "\"",
            "; charset=",
            "utf-8",
            "utf-7",
            "utf-16",
            "iso-2022-jp",
            "x-unknown",
            "Content-Transfer-Encoding: ",
            "base64",
            "quoted-printable",
            "uuencode",
            "\n",
            "\n\n",
            "\r\n",
            "--b",
            "--",
            "=",
            "=3D",
            "=ZZ",
            "Subject: ",
            "From: x",
            "From x",
            " ",
            "\t",
            "<p>",
            "&amp;",
            "QUJDREVG",
            "\u00E9",
            "\u0130",
            "https://a.example.org/",
            "http%3a%2f%2f",
            "<a href=",
            "Reply-To: ",
            "a@example.org",
            "Content-Disposition: attachment",
            "\0",
            "(",
            ")",
            "=?utf-8?q?x?=")
        .list()
        .ofMaxSize(80)
        .map(parts -> String.join("", parts));
  }

  private static byte[] contents(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String nestedMultiparts(int depth) {
    StringBuilder mail = new StringBuilder(HEAD);
    for (int i = 0; i < depth; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=b").append(i);
      mail.append("\n\n--b").append(i).append('\n');
    }
    return mail.append("\ninnermost\n").toString();
  }

  private static String nestedMessages(int depth) {
    return (HEAD + "Content-Type: message/rfc822\n\n").repeat(depth) + HEAD + "\ninnermost\n";
  }

  private static String selfSimilar(int length) {
    return HEAD + "Content-Type: multipart/mixed; boundary=" + "-".repeat(length) + "b\n\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
