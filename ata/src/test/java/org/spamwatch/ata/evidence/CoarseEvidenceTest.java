package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;

class CoarseEvidenceTest {
  private static List<String> text(int words, long seed) {
    Random random = new Random(seed);
    List<String> text = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      text.add(word(random.nextInt(26 * 26 * 26)));
    }
    return text;
  }

  private static String word(int number) {
    char[] letters = new char[3];
    for (int i = 0, rest = number; i < letters.length; i++, rest /= 26) {
      letters[i] = (char) ('a' + rest % 26);
    }
    return new String(letters);
  }

  private static Optional<FeatureVector> evidence(List<String> words) {
    EvidenceKeys keys = new EvidenceKeys();
    CoarseEvidence.collect(String.join(" ", words), new Fingerprinter(), keys);
    return keys.vector();
  }

  private static double exact(List<String> text, List<String> other) {
    Set<List<String>> both = shingles(text);
    Set<List<String>> all = new HashSet<>(both);
    all.addAll(shingles(other));
    both.retainAll(shingles(other));
    return (double) both.size() / all.size();
  }

  private static Set<List<String>> shingles(List<String> words) {
    Set<List<String>> shingles = new HashSet<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      shingles.add(words.subList(i, i + 3));
    }
    return shingles;
  }

  private static Set<Long> keys(FeatureVector vector) {
    Set<Long> keys = new HashSet<>();
    vector.keys().forEach(key -> keys.add(key.high()));
    return keys;
  }

  private static double resemblance(FeatureVector mail, FeatureVector mark) {
    return resemblance(mail, mark, Set.of());
  }

  private static double resemblance(FeatureVector mail, FeatureVector mark, Set<Long> ham) {
    return CoarseEvidence.resemblance(CoarseEvidence.sample(mail), mark, key -> !ham.contains(key));
  }

  /** Those that say one thing again and again are gone over twice. */
  @Test
  void keysAreTheLowestOfAllShinglesWhateverTheTextRepeats() {
    for (int different : new int[] {22, 40, 62, 63, 64, 65, 100, 1000}) {
      for (int times : new int[] {1, 2, 50}) {
        List<String> words =
            Collections.nCopies(times, text(different, different)).stream()
                .flatMap(List::stream)
                .toList();
        TreeSet<Long> all = new TreeSet<>();
        new Fingerprinter()
            .lowestOfThree(
                Integer.MAX_VALUE,
                String.join(" ", words),
                hash -> all.add(EvidenceKind.COARSE.identity(hash)));
        Set<Long> lowest =
            all.stream().limit(EvidenceKind.COARSE.most()).collect(Collectors.toSet());
        assertThat(keys(evidence(words).orElseThrow()))
            .as(different + " words, " + times + " times")
            .isEqualTo(lowest);
      }
    }
  }

  /** Five deviations of a sample: no seed of these errs by more. */
  @Test
  void theResemblanceIsThatOfTheWholeTexts() {
    double error = 0;
    int texts = 200;
    for (int seed = 0; seed < texts; seed++) {
      int shared = new Random(seed).nextInt(300);
      List<String> common = text(shared, seed + 1000);
      List<String> one = new ArrayList<>(common);
      one.addAll(text(300 - shared, seed + 2000));
      List<String> other = text(320 - shared, seed + 3000);
      other.addAll(common);
      double exact = exact(one, other);
      FeatureVector vector = evidence(one).orElseThrow();
      double estimate = resemblance(vector, evidence(other).orElseThrow());
      double deviation = Math.sqrt(exact * (1 - exact) / EvidenceKind.COARSE.most());
      assertThat(estimate).as("seed " + seed).isCloseTo(exact, within(5 * deviation + 0.01));
      error += estimate - exact;
    }
    assertThat(error / texts).isCloseTo(0, within(0.02));
  }

  @Test
  void ofShortTextsItIsExact() {
    List<String> one = text(26, 1);
    List<String> other = new ArrayList<>(one);
    other.set(4, "other");
    FeatureVector vector = evidence(one).orElseThrow();
    double estimate = resemblance(vector, evidence(other).orElseThrow());
    assertThat(estimate).isEqualTo(exact(one, other));
  }

  /** Own ham makes two texts neither more alike nor less. */
  @Test
  void ownHamIsInNeitherText() {
    List<String> one = text(24, 1);
    List<String> other = new ArrayList<>(one);
    other.set(4, "other");
    FeatureVector mail = evidence(one).orElseThrow();
    FeatureVector mark = evidence(other).orElseThrow();
    Set<Long> onlyOfMail = keys(mail);
    onlyOfMail.removeAll(keys(mark));
    Set<Long> both = keys(mail);
    both.removeAll(onlyOfMail);
    Set<Long> allButOne = new HashSet<>(both);
    allButOne.remove(both.iterator().next());

    assertThat(onlyOfMail).isNotEmpty();
    assertThat(resemblance(mail, mark, onlyOfMail))
        .isEqualTo((double) both.size() / keys(mark).size());
    assertThat(resemblance(mail, mark, allButOne))
        .as("one of fewer than can tell")
        .isEqualTo(1.0 / CoarseEvidence.LEAST);
    assertThat(resemblance(mail, mark, both)).isZero();
  }

  @Test
  void fewerThanTwentyTwoWordsAreNoEvidence() {
    assertThat(evidence(text(22, 1)).orElseThrow().size()).isEqualTo(CoarseEvidence.LEAST);
    assertThat(evidence(text(21, 1))).isEmpty();
    List<String> repeated = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      repeated.addAll(List.of("buy", "our", "pills"));
    }
    assertThat(evidence(repeated)).isEmpty();
  }
}
