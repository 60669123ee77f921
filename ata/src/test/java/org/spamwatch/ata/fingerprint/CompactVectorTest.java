package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class CompactVectorTest {
  @Test
  void overlapCountsSharedIdentitiesOfOneScheme() {
    assertThat(plain(1, 2, 3, 4).overlap(plain(4, 3, 9))).isEqualTo(2);
    assertThat(plain(1, 2).overlap(plain(3))).isZero();
    assertThat(new CompactVector(Scheme.RABIN50, false, List.of(1L)).overlap(plain(1))).isZero();
  }

  @Test
  void plainVectorsMatchFromTheThresholdOn() {
    CompactVector known = plain(1, 2, 3, 4, 5);
    assertThat(known.matches(plain(3, 4, 5, 6), 3)).isTrue();
    assertThat(known.matches(plain(4, 5, 6, 7), 3)).isFalse();
    assertThat(known.matches(known, 5)).isTrue();
    assertThat(known.matches(known, 6)).isFalse();
  }

  @Test
  void wholeTextVectorsMatchOnlyWithTheSameWholeText() {
    assertThat(whole(1, 2, 3, 4).matches(whole(1, 2, 3, 5), 3)).isTrue();
    assertThat(whole(9, 2, 3, 4).matches(whole(1, 2, 3, 4), 3)).isFalse();
    assertThat(whole(1, 2, 3, 4).matches(plain(1, 2, 3, 4), 3)).isFalse();
    assertThat(plain(1, 2, 3, 4).matches(whole(1, 2, 3, 4), 3)).isFalse();
  }

  @Test
  void featureVectorsMatchAsTheirCompactOnesDo() {
    SplittableRandom random = new SplittableRandom(4);
    int matches = 0;
    for (int i = 0; i < 2_000; i++) {
      FeatureVector kept = drawn(random);
      FeatureVector asked = drawn(random);
      int thres = 1 + random.nextInt(4);
      boolean expected = kept.compact().matches(asked.compact(), thres);
      matches += expected ? 1 : 0;
      assertThat(kept.match(asked, thres))
          .isEqualTo(expected ? kept.compact().overlap(asked.compact()) : 0);
    }
    assertThat(matches).isBetween(200, 1_800);
  }

  /** A vector of a few of twelve features, so that many share some. */
  private static FeatureVector drawn(SplittableRandom random) {
    Scheme scheme = random.nextInt(8) > 0 ? Scheme.CHAR50 : Scheme.of(200);
    List<Id> keys = new ArrayList<>();
    for (int key = 0; key < 12; key++) {
      if (random.nextBoolean() || (key == 11 && keys.isEmpty())) {
        keys.add(FeatureVector.key(key));
      }
    }
    return new FeatureVector(scheme, random.nextInt(4) == 0, keys);
  }

  @Test
  void digestDependsOnTheSetAndTheWholeTextIdentityOnly() {
    List<Long> identities = new ArrayList<>(List.of(5L, -1L, Long.MIN_VALUE, 0L, 7L));
    Id digest = new CompactVector(Scheme.CHAR50, false, identities).digest();
    Collections.reverse(identities);
    assertThat(new CompactVector(Scheme.CHAR50, false, identities).digest()).isEqualTo(digest);
    assertThat(new CompactVector(Scheme.CHAR50, true, identities).digest()).isNotEqualTo(digest);
    assertThat(new CompactVector(Scheme.RABIN50, false, identities).digest()).isNotEqualTo(digest);
    assertThat(whole(1, 2, 3).digest()).isEqualTo(whole(1, 3, 2).digest());
    assertThat(whole(1, 2, 3).digest()).isNotEqualTo(whole(2, 1, 3).digest());
  }

  @Test
  void digestIsFrozen() {
    assertThat(plain(2, 1, -1).digest()).hasToString("e95f98dea1730c20621fc3fee1f5afc006d8dc59");
    assertThat(whole(2, 1, -1).digest()).hasToString("02871ba2978f6a15f180b50a27f22e59f834161b");
  }

  @Test
  void sizesAndDuplicatesAreChecked() {
    assertThatThrownBy(() -> plain())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
    assertThatThrownBy(() -> plain(LongStream.range(0, 65).toArray()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 65");
    assertThatThrownBy(() -> plain(1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FeatureVector(Scheme.CHAR50, false, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FeatureVector(Scheme.CHAR50, false, List.of(Id.ZERO, Id.ZERO)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plain(1).matches(plain(1), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void identityIsTheKeyWithoutItsZeros() {
    assertThat(new FeatureVector(Scheme.CHAR50, true, List.of(FeatureVector.key(7))).compact())
        .isEqualTo(whole(7));
    for (Id longer : List.of(Id.of(1, 2, 0), Id.of(1, 0, 3))) {
      assertThatThrownBy(() -> new FeatureVector(Scheme.CHAR50, true, List.of(longer)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("key 00000000 of a feature vector is longer than 8 bytes");
    }
  }

  @Test
  void standardThresholdIsThreeOfTenAndNeverOneOfMany() {
    assertThat(Threshold.STANDARD.forSize(Scheme.RABIN50, 10)).isEqualTo(3);
    assertThat(Threshold.STANDARD.forSize(Scheme.RABIN50, 1)).isEqualTo(1);
    assertThat(Threshold.STANDARD.forSize(Scheme.RABIN50, 2)).isEqualTo(2);
    assertThat(Threshold.STANDARD.forSize(Scheme.RABIN50, 6)).isEqualTo(2);
    assertThat(Threshold.STANDARD.forSize(Scheme.RABIN50, 11)).isEqualTo(4);
    assertThat(Threshold.STANDARD.forSize(Scheme.RABIN50, 64)).isEqualTo(20);
    assertThat(Threshold.STANDARD.forSize(Scheme.CHAR50, 3)).isEqualTo(3);
    assertThat(Threshold.STANDARD.forSize(Scheme.WORD, 12)).isEqualTo(6);
    assertThat(Threshold.STANDARD.forSize(Scheme.WORD, 5)).isEqualTo(4);
    assertThat(Threshold.STANDARD.forSize(Scheme.WORD, 20)).isEqualTo(10);
    assertThat(Threshold.STANDARD.forSize(Scheme.WORD, 21)).isEqualTo(4);
    assertThat(Threshold.STANDARD.forSize(Scheme.WORD, 64)).isEqualTo(4);
    assertThat(Threshold.STANDARD.forSize(Scheme.CHAR50, 20)).isEqualTo(10);
    assertThat(Threshold.STANDARD.forSize(Scheme.CHAR50, 21)).isEqualTo(6);
    assertThat(Threshold.STANDARD.forSize(Scheme.CHAR50, 31)).isEqualTo(6);
    assertThat(Threshold.STANDARD.forSize(Scheme.CHAR50, 32)).isEqualTo(4);
  }

  @Test
  void askedThresholdIsCutToTheVector() {
    assertThat(Threshold.of(5).forSize(Scheme.WORD, 10)).isEqualTo(5);
    assertThat(Threshold.of(5).forSize(Scheme.WORD, 3)).isEqualTo(3);
    assertThatThrownBy(() -> Threshold.of(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Threshold(OptionalInt.of(65)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("65");
  }

  @Test
  void schemesAreFoundByIdAndLabel() {
    for (Scheme scheme : Scheme.ofText()) {
      assertThat(Scheme.of(scheme.id())).isSameAs(scheme);
      assertThat(Scheme.ofLabel(scheme.label())).contains(scheme);
    }
    assertThat(Scheme.ofLabel("sha1")).isEmpty();
    assertThat(Scheme.RABIN50.id()).isEqualTo(1);
    assertThat(Scheme.CHAR50.id()).isEqualTo(2);
    assertThat(Scheme.WORD.id()).isEqualTo(3);
  }

  @Test
  void aSchemeOfANewerPeerIsANumber() {
    Scheme newer = Scheme.of(200);
    assertThat(Scheme.of(200)).isSameAs(newer);
    assertThat(newer.isKnown()).isFalse();
    assertThat(newer.label()).isEqualTo("200");
    assertThat(Scheme.ofLabel("200")).as("typed by a user").isEmpty();
    assertThatThrownBy(newer::normalization).hasMessage("scheme 200 is not known to this peer");
    assertThatThrownBy(() -> Scheme.of(0)).hasMessage("scheme 0 is not in 1 to 255");
    assertThatThrownBy(() -> Scheme.of(256)).hasMessage("scheme 256 is not in 1 to 255");
  }

  @Test
  void underASchemeThatIsNotKnownNothingMatches() {
    CompactVector newer = new CompactVector(Scheme.of(200), false, List.of(1L, 2L, 3L));
    assertThat(newer.overlap(newer)).isZero();
    assertThat(newer.matches(newer, 1)).isFalse();
    assertThat(newer.digest()).isEqualTo(Id.ofHex("c89dd4948d7cc2a73e8b5790c7d700c299a7ad67"));
  }

  private static CompactVector plain(long... identities) {
    return new CompactVector(Scheme.CHAR50, false, LongStream.of(identities).boxed().toList());
  }

  private static CompactVector whole(long... identities) {
    return new CompactVector(Scheme.CHAR50, true, LongStream.of(identities).boxed().toList());
  }
}
