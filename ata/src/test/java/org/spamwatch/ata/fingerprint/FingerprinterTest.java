package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class FingerprinterTest {
  private static final String LONG =
      "dear friend i write to you about the estate of a late customer who left a very large sum of"
          + " money in our bank and no relative has come to claim it in all these years so we need"
          + " an honest partner";

  private final Fingerprinter fingerprinter = new Fingerprinter();

  @Test
  void rowsOfWordsAreThoseOfTheTextWhateverWasReadBefore() {
    List<Long> fresh = new ArrayList<>();
    fingerprinter.lowestOfThree(100, LONG, fresh::add);
    Fingerprinter used = new Fingerprinter();
    used.fingerprint(Scheme.WORD, "\u4E00\u4E01\u4E02\u4E03\u4E04\u4E05 ".repeat(40));
    List<Long> after = new ArrayList<>();
    used.lowestOfThree(100, LONG, after::add);

    assertThat(after).isEqualTo(fresh).hasSizeGreaterThan(10);
  }

  @Test
  void charKeysAreThatOfTheWholeTextAndTheReversedFingerprint() throws Exception {
    String shingle = LONG.substring(0, 50);
    byte[] bytes = shingle.getBytes(StandardCharsets.UTF_8);
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update("spamwatch-whole-text-v1".getBytes(StandardCharsets.US_ASCII));
    sha256.update((byte) 2);
    long whole = ByteBuffer.wrap(sha256.digest(bytes)).getLong();
    String digits = String.format("%016x", Rabin64.of(bytes, 0, 50));

    assertThat(vector(shingle).keys())
        .containsExactly(
            Id.of(whole, 0, 0), Id.ofHex(new StringBuilder(digits).reverse().toString()));
  }

  @Test
  void shortMailHasTwelveShinglesAndNoWholeTextKey() {
    FeatureVector vector = vector(LONG);
    assertThat(vector.size()).isEqualTo(12);
    assertThat(vector.wholeText()).isFalse();
  }

  @Test
  void caseWrappingDigitsAndRecipientDoNotMatter() {
    String mailed =
        LONG.toUpperCase(java.util.Locale.ROOT).replace(" ", "\r\n")
            + " 4,711.00 for bob+7@example.org";
    assertThat(vector(mailed).keys()).isEqualTo(vector(LONG + " for").keys());
  }

  @Test
  void textOfFewLettersHasNoFingerprint() {
    assertThat(fingerprinter.fingerprint(Scheme.CHAR50, "")).isEmpty();
    assertThat(fingerprinter.fingerprint(Scheme.CHAR50, "thank you very much 12345 !!!")).isEmpty();
    assertThat(fingerprinter.fingerprint(Scheme.CHAR50, "_".repeat(10_000))).isEmpty();
  }

  @Test
  void shortTextHasOneKeyForTheWhole() {
    FeatureVector vector = vector("See the picture I promised you");
    assertThat(vector.size()).isEqualTo(1);
    assertThat(vector.wholeText()).isTrue();
    assertThat(vector("see the PICTURE, i promised you!").keys()).isEqualTo(vector.keys());
    assertThat(vector("see the pictures i promised you").keys()).isNotEqualTo(vector.keys());
  }

  @Test
  void onlyATextOfOneShingleHasTheWholeTextKeyBesideIt() {
    assertThat(vector(LONG.substring(0, 50)).wholeText()).isTrue();
    assertThat(vector(LONG.substring(0, 51)).wholeText()).isFalse();
    assertThat(vector(LONG.substring(0, 51)).size()).isEqualTo(2);
  }

  @Test
  void vectorGrowsWithTheTextToItsLimit() {
    for (Scheme scheme : List.of(Scheme.CHAR50, Scheme.WORD)) {
      int before = 0;
      for (int words : new int[] {20, 100, 200, 500, 1000, 2000, 4000, 8000}) {
        int size = fingerprinter.fingerprint(scheme, words(words)).orElseThrow().size();
        assertThat(size).isBetween(Math.max(12, before), 60);
        before = size;
      }
      assertThat(before).isEqualTo(60);
      assertThat(fingerprinter.fingerprint(scheme, words(150)).orElseThrow().size())
          .isBetween(12, 32);
    }
    assertThat(fingerprinter.fingerprint(Scheme.RABIN50, words(8000)).orElseThrow().size())
        .isEqualTo(10);
  }

  private static String words(int count) {
    SplittableRandom random = new SplittableRandom(count);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 6; j++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(' ');
    }
    return text.toString();
  }

  @Test
  void longTextOfOneRepeatedLetterFallsBackToItsWhole() {
    FeatureVector vector = vector("ha".repeat(500));
    assertThat(vector.size()).isEqualTo(1);
    assertThat(vector.wholeText()).isTrue();
  }

  @Test
  void wholeTextKeyIsNotTheKeyOfAnEqualShingle() {
    FeatureVector vector = vector(LONG.substring(0, 50));
    assertThat(vector.compact().identities()).doesNotHaveDuplicates().hasSize(2);
  }

  @Property(tries = 200)
  void reusedBuffersChangeNothing(@ForAll List<String> texts) {
    Fingerprinter reused = new Fingerprinter();
    for (String text : texts) {
      for (Scheme scheme : Scheme.ofText()) {
        assertThat(reused.fingerprint(scheme, text))
            .isEqualTo(new Fingerprinter().fingerprint(scheme, text));
      }
    }
  }

  private FeatureVector vector(String text) {
    return fingerprinter.fingerprint(Scheme.CHAR50, text).orElseThrow();
  }

  @Test
  void buffersOfALongTextAreNotForUseAgain() {
    Fingerprinter used = new Fingerprinter();
    used.probe(Scheme.WORD, LONG);
    assertThat(used.forget()).isTrue();
    assertThat(used.probe(Scheme.WORD, "")).isEmpty();
    assertThat(used.probe(Scheme.WORD, LONG)).isEqualTo(fingerprinter.probe(Scheme.WORD, LONG));
    used.probe(Scheme.CHAR50, LONG.repeat(100_000 / LONG.length()));
    assertThat(used.forget()).isFalse();
  }
}
