package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

/** The claims of the SpamWatch paper, section 4.1, on the scheme that follows it to the letter. */
class SpamWatchPaperTest {
  private final Fingerprinter fingerprinter = new Fingerprinter();

  @Test
  @DisplayName("4.1: a document of n characters has n - L + 1 substrings")
  void documentHasOneFingerprintForEachSubstring() {
    String text = random(new SplittableRandom(1), 57);
    assertThat(keys(text)).hasSize(57 - 50 + 1);
    assertThat(keys(text.substring(0, 50))).hasSize(1);
    assertThat(fingerprinter.fingerprint(Scheme.RABIN50, text.substring(0, 49))).isEmpty();
  }

  @Test
  @DisplayName("4.1: the N highest checksums are selected")
  void highestChecksumsAreSelected() {
    String text = random(new SplittableRandom(2), 1024);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    List<Long> all = new ArrayList<>();
    for (int i = 0; i + 50 <= bytes.length; i++) {
      all.add(Rabin64.of(bytes, i, i + 50));
    }
    all.sort((a, b) -> Long.compareUnsigned(b, a));
    List<Id> expected = new ArrayList<>();
    for (long checksum : all.subList(0, 10)) {
      String digits = new StringBuilder(String.format("%016x", checksum)).reverse().toString();
      expected.add(Id.ofHex(digits));
    }
    assertThat(keys(text)).isEqualTo(expected);
  }

  @Test
  @DisplayName("4.1: each checksum is reversed by digit, 123 => 321")
  void checksumsAreReversedByDigit() {
    assertThat(Scheme.reverseDigits(0x123L)).isEqualTo(0x3210000000000000L);
    assertThat(Scheme.reverseDigits(0xFEDCBA9876543210L)).isEqualTo(0x0123456789ABCDEFL);
  }

  @Test
  @DisplayName("4.1: the ids have no bias for prefix routing")
  void firstDigitsAreSpreadEvenly() {
    SplittableRandom random = new SplittableRandom(3);
    int[] counts = new int[16];
    for (int i = 0; i < 400; i++) {
      keys(random(random, 1024)).forEach(key -> counts[key.digit(0)]++);
    }
    for (int count : counts) {
      assertThat(count).isBetween(250 - 5 * 16, 250 + 5 * 16);
    }
  }

  @Test
  @DisplayName(
      "4.1: highly similar documents share most fingerprints (Fig. 7: 1 KB, 10 characters)")
  void smallChangeKeepsMostFingerprints() {
    SplittableRandom random = new SplittableRandom(4);
    int kept = 0;
    for (int i = 0; i < 1000; i++) {
      StringBuilder text = new StringBuilder(random(random, 1024));
      List<Id> before = keys(text.toString());
      int at = random.nextInt(1024 - 10);
      text.replace(at, at + 10, random(random, 10));
      List<Id> after = keys(text.toString());
      kept += before.stream().filter(after::contains).count() >= 7 ? 1 : 0;
    }
    // The exact model says 0.99642; three standard deviations of 1,000 trials are 0.0057.
    assertThat(kept).isGreaterThanOrEqualTo(990);
  }

  @Test
  @DisplayName("4.1: unrelated documents share none")
  void unrelatedDocumentsShareNone() {
    SplittableRandom random = new SplittableRandom(5);
    List<Id> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.addAll(keys(random(random, 1024)));
    }
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("5.1: white space is collapsed, case is kept")
  void whiteSpaceIsCollapsedAndCaseKept() {
    String text = "The quick brown fox jumps over the lazy dog and comes back for its supper.";
    assertThat(keys(" \r\n" + text.replace(" ", " \n\t ") + "\u00A0\n")).isEqualTo(keys(text));
    assertThat(keys(text.replace("T", "t"))).isNotEqualTo(keys(text));
  }

  private List<Id> keys(String text) {
    Optional<FeatureVector> vector = fingerprinter.fingerprint(Scheme.RABIN50, text);
    assertThat(vector).isPresent();
    assertThat(vector.get().wholeText()).isFalse();
    return vector.get().keys();
  }

  private static String random(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt(94)));
    }
    return text.toString();
  }
}
