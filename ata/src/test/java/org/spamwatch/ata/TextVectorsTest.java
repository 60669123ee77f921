package org.spamwatch.ata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.ata.text.GuidText;
import org.spamwatch.ata.text.HtmlText;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.overlay.Id;

/**
 * The texts of {@code text-vectors-v1.txt} and what they are named by, as published in {@code
 * docs/protocol/text.md}: what another implementation has to reproduce. They never change. {@code
 * -Dgolden.update=true} writes what is computed behind each text; read the difference.
 */
class TextVectorsTest {
  private static final Path FILE =
      Path.of("src/test/resources/org/spamwatch/ata/text-vectors-v1.txt");

  /** A text and what is said of it, as it stands in the file. */
  private record Case(List<String> given, String expected) {
    @Override
    public String toString() {
      return given.get(0);
    }

    String text() {
      return unescaped(given.get(1).split(": ", 2)[1]);
    }

    boolean isHtml() {
      return given.get(1).startsWith("html: ");
    }
  }

  static Stream<Case> cases() throws IOException {
    return blocks().stream().filter(TextVectorsTest::isCase).map(TextVectorsTest::parsed);
  }

  private static List<String> blocks() throws IOException {
    return List.of(Files.readString(FILE).split("\n\n"));
  }

  private static boolean isCase(String block) {
    return block.startsWith("case: ");
  }

  private static Case parsed(String block) {
    List<String> lines = block.strip().lines().toList();
    String expected = String.join("\n", lines.subList(2, lines.size()));
    return new Case(lines.subList(0, 2), expected);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void textIsNamedAsPublished(Case published) {
    assertThat(computed(published)).isEqualTo(published.expected());
  }

  @Test
  void writesTheFileAnewOnRequest() throws IOException {
    StringBuilder file = new StringBuilder();
    for (String block : blocks()) {
      if (isCase(block)) {
        Case published = parsed(block);
        published.given().forEach(line -> file.append(line).append('\n'));
        file.append(computed(published)).append("\n\n");
      } else {
        file.append(block.strip()).append("\n\n");
      }
    }
    String whole = file.toString().strip() + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(FILE, whole);
    }
    assertThat(whole).isEqualTo(Files.readString(FILE));
    assertThat(cases().count()).isGreaterThanOrEqualTo(25);
  }

  private static String computed(Case published) {
    String text = published.text();
    HtmlText.Text read = published.isHtml() ? HtmlText.of(text) : new HtmlText.Text(text, text);
    List<String> lines = new ArrayList<>();
    Consumer<GuidText> parts =
        guid -> {
          if (published.isHtml()) {
            guid.addHtml(text);
          } else {
            guid.addPlain(text);
          }
        };
    ByteArrayOutputStream reduced = new ByteArrayOutputStream();
    GuidText guidText = new GuidText((bytes, length) -> reduced.write(bytes, 0, length));
    parts.accept(guidText);
    guidText.finish();
    addUnlessLong("guid-text", reduced.toByteArray(), lines);
    lines.add("guid: " + Guid.of(parts).map(Id::toString).orElse("none"));
    Utf8Text normal = new Utf8Text();
    Normalization.FULL_1.normalize(read.written(), normal);
    addUnlessLong("written", bytes(normal), lines);
    if (!read.visible().equals(read.written())) {
      Normalization.FULL_1.normalize(read.visible(), normal);
      addUnlessLong("visible", bytes(normal), lines);
    }
    for (Scheme scheme : Scheme.ofText()) {
      String seen = scheme.onlyVisible() ? read.visible() : read.written();
      new Fingerprinter()
          .fingerprint(scheme, seen)
          .ifPresentOrElse(
              vector -> describe(vector, lines), () -> lines.add(scheme.label() + ": none"));
    }
    return String.join("\n", lines);
  }

  /** What is in between is for whoever looks for an error; long texts would only fill the file. */
  private static byte[] bytes(Utf8Text text) {
    return Arrays.copyOf(text.bytes(), text.length());
  }

  private static void addUnlessLong(String title, byte[] text, List<String> lines) {
    if (text.length <= 2_000) {
      lines.add(title + ": " + escaped(new String(text, StandardCharsets.UTF_8)));
    }
  }

  private static void describe(FeatureVector vector, List<String> lines) {
    CompactVector compact = vector.compact();
    StringBuilder line = new StringBuilder(vector.scheme().label()).append(':');
    line.append(vector.wholeText() ? " whole" : " parts");
    line.append(" thres=");
    line.append(Threshold.STANDARD.forSize(vector.scheme(), vector.size()));
    line.append(" digest=").append(compact.digest());
    for (long identity : compact.identities()) {
      line.append(' ').append(String.format("%016x", identity));
    }
    lines.add(line.toString());
  }

  /** Everything but visible ASCII and the space as a backslash, u and four digits a UTF-16 unit. */
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7F && c != '\\') {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    return out.toString();
  }

  private static String unescaped(String line) {
    StringBuilder out = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        out.append((char) Integer.parseInt(line.substring(i + 2, i + 6), 16));
        i += 5;
      } else {
        out.append(line.charAt(i));
      }
    }
    return out.toString();
  }

  @Test
  void everyRuleIsMetByACase() throws IOException {
    Map<Integer, Integer> sizes = new TreeMap<>();
    for (Case published : cases().toList()) {
      for (String line : published.expected().lines().toList()) {
        if (line.startsWith("char50: ") || line.startsWith("word: ")) {
          sizes.merge((int) line.chars().filter(c -> c == ' ').count() - 3, 1, Integer::sum);
        }
      }
    }
    assertThat(sizes).containsKeys(1, 12, 32, 60);
    assertThat(sizes.keySet()).anyMatch(size -> size > 12 && size < 32);
    assertThat(sizes.keySet()).anyMatch(size -> size > 32 && size < 60);
    assertThat(Files.size(FILE)).isLessThan(200_000);
    assertThat(Files.readString(FILE, StandardCharsets.US_ASCII)).isNotEmpty();
  }
}
