package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class ProbesTest {
  private final Fingerprinter fingerprinter = new Fingerprinter();

  @Property(tries = 60)
  void vectorComesFirstThenEveryOtherShingleOfTheTopShare(
      @ForAll long seed, @ForAll @IntRange(min = 12, max = 700) int words) {
    String text = words(words, new SplittableRandom(seed));
    for (Scheme scheme : Scheme.ofText()) {
      Probes probes = fingerprinter.probe(scheme, text).orElseThrow();
      FeatureVector vector = fingerprinter.fingerprint(scheme, text).orElseThrow();
      assertThat(probes.vector()).isEqualTo(vector);
      List<Id> keys = new ArrayList<>();
      for (int i = 0; i < probes.size(); i++) {
        keys.add(probes.key(i));
        assertThat(Scheme.selector(probes.key(i))).isEqualTo(probes.selector(i));
      }
      assertThat(keys.subList(0, vector.size())).isEqualTo(vector.keys());
      assertThat(keys).doesNotHaveDuplicates();
      for (int i = vector.size(); i < probes.size(); i++) {
        assertThat(probes.selector(i) >>> 60).isEqualTo(15);
      }
    }
  }

  @Property(tries = 30)
  void textInFrontAndBehindHidesNoProbe(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String text = words(300, random);
    String padded = words(2000, random) + text + words(1000, random);
    for (Scheme scheme : Scheme.ofText()) {
      Set<Long> inTop = new LinkedHashSet<>();
      Probes probes = fingerprinter.probe(scheme, text).orElseThrow();
      for (int i = 0; i < probes.size(); i++) {
        if (probes.selector(i) >>> 60 == 15) {
          inTop.add(probes.selector(i));
        }
      }
      Probes all = fingerprinter.probe(scheme, padded).orElseThrow();
      for (int i = 0; i < all.size(); i++) {
        inTop.remove(all.selector(i));
      }
      assertThat(inTop).as(scheme.label()).isEmpty();
    }
  }

  @Test
  void beyondTheLimitTheShareShrinksWhateverTheOrder() {
    List<Long> values = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 5 * DistinctShingles.CAPACITY; i++) {
      values.add(random.nextLong());
    }
    Set<Long> forwards = kept(values);
    java.util.Collections.reverse(values);
    assertThat(kept(values)).isEqualTo(forwards);
    assertThat(forwards.size()).isBetween(DistinctShingles.CAPACITY / 3, DistinctShingles.CAPACITY);
  }

  private static Set<Long> kept(List<Long> values) {
    DistinctShingles shingles = new DistinctShingles();
    shingles.start(0);
    for (int i = 0; i < values.size(); i++) {
      shingles.offer(values.get(i), i, i + 1);
    }
    Set<Long> kept = new LinkedHashSet<>();
    for (int i = 0; i < shingles.size(); i++) {
      kept.add(shingles.value(i));
      assertThat(shingles.value(i)).isEqualTo(values.get(shingles.from(i)));
    }
    return kept;
  }

  @Test
  void passagesQuoteTheReadersOwnText() {
    String text =
        "Dear Friend,\n\nYOU have won 1,000,000 in the \u0410nnual Lottery of "
            + words(60, new SplittableRandom(3));
    for (Scheme scheme : Scheme.ofText()) {
      Probes probes = fingerprinter.probe(scheme, text).orElseThrow();
      List<Passage> passages = fingerprinter.locate(scheme, text);
      assertThat(passages).hasSize(probes.size());
      for (int i = 0; i < probes.size(); i++) {
        Passage passage = passages.get(i);
        assertThat(passage.key()).isEqualTo(probes.key(i));
        String there = text.substring(passage.from(), passage.from() + passage.length());
        assertThat(there.replaceAll("\\s+", " ").trim()).isEqualTo(passage.excerpt());
        assertThat(passage.excerpt().length()).isGreaterThanOrEqualTo(15);
      }
    }
  }

  private static String words(int count, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      for (int j = 2 + random.nextInt(8); j >= 0; j--) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      text.append(' ');
    }
    return text.toString();
  }
}
