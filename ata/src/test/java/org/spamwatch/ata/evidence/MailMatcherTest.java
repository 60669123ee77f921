package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

class MailMatcherTest {
  private static final MailMatcher.Ham NO_HAM = (scheme, identity) -> false;

  private static List<Id> keys(long from, long to) {
    return LongStream.range(from, to).mapToObj(FeatureVector::key).toList();
  }

  private static FeatureVector vector(Scheme scheme, boolean wholeText, long from, long to) {
    return new FeatureVector(scheme, wholeText, keys(from, to));
  }

  private static MailMatcher mail(FeatureVector vector, List<Id> probes, MailMatcher.Ham ham) {
    return new MailMatcher(List.of(vector), List.of(probes), Threshold.STANDARD, ham);
  }

  @Property(tries = 200)
  void withoutProbesAndHamItIsTheRuleOfVectors(
      @ForAll @IntRange(min = 1, max = 64) int size,
      @ForAll @IntRange(min = 1, max = 64) int markSize,
      @ForAll @IntRange(min = 0, max = 64) int from,
      @ForAll boolean wholeText,
      @ForAll boolean wholeMark) {
    FeatureVector asked = vector(Scheme.WORD, wholeText, 1, 1 + size);
    FeatureVector marked = vector(Scheme.WORD, wholeMark, 1 + from, 1 + from + markSize);
    int thres = Threshold.STANDARD.forSize(Scheme.WORD, size);

    Optional<MarkMatch> match = mail(asked, List.of(), NO_HAM).match(List.of(marked));

    assertThat(match.map(found -> found.best().shared()).orElse(0))
        .isEqualTo(marked.match(asked, thres));
  }

  @Test
  void probesCountAndOwnHamDoesNot() {
    FeatureVector asked = vector(Scheme.CHAR50, false, 0, 40);
    FeatureVector marked = vector(Scheme.CHAR50, false, 37, 45);

    assertThat(mail(asked, List.of(), NO_HAM).match(List.of(marked))).isEmpty();
    assertThat(mail(asked, keys(40, 45), NO_HAM).match(List.of(marked)))
        .hasValueSatisfying(match -> assertThat(match.best().shared()).isEqualTo(8));
    assertThat(mail(asked, keys(40, 45), (scheme, key) -> key >= 40).match(List.of(marked)))
        .isEmpty();
  }

  @Test
  void aWholeTextThatIsOwnHamMatchesNothing() {
    FeatureVector text = vector(Scheme.WORD, true, 7, 8);

    assertThat(mail(text, List.of(), NO_HAM).match(List.of(text))).isPresent();
    assertThat(mail(text, List.of(), (scheme, key) -> key == 7).match(List.of(text))).isEmpty();
  }

  @Test
  void thePairThatSharesMostComesFirst() {
    FeatureVector word = vector(Scheme.WORD, false, 0, 30);
    FeatureVector chars = vector(Scheme.CHAR50, false, 100, 140);
    MailMatcher mail =
        new MailMatcher(
            List.of(word, chars), List.of(List.of(), List.of()), Threshold.STANDARD, NO_HAM);

    List<FeatureVector> mark =
        new ArrayList<>(
            List.of(vector(Scheme.WORD, false, 20, 50), vector(Scheme.CHAR50, false, 100, 130)));

    assertThat(mail.match(mark).orElseThrow().pairs())
        .extracting(MarkMatch.Pair::shared)
        .containsExactly(30, 10);
  }
}
