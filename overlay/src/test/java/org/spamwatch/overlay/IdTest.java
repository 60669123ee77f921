package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The 160-bit id against big integers and its own hexadecimal form. */
class IdTest {
  @Provide
  Arbitrary<Id> ids() {
    return Arbitraries.oneOf(Ids.any(), Ids.crowded());
  }

  @Property
  void hexadecimalFormRoundTrips(@ForAll("ids") Id id) {
    assertThat(id.toString()).hasSize(Id.DIGITS).matches("[0-9a-f]{40}");
    assertThat(Id.ofHex(id.toString())).isEqualTo(id);
    assertThat(Id.ofHex(id.toString().toUpperCase(Locale.ROOT))).isEqualTo(id);
    assertThat(Id.ofBytes(id.toBytes())).isEqualTo(id).hasSameHashCodeAs(id);
    assertThat(Id.of(id.high(), id.middle(), id.low())).isEqualTo(id);
    assertThat(id.toString()).startsWith(id.brief());
  }

  @Property
  void digitsAreThoseOfTheHexadecimalForm(@ForAll("ids") Id id) {
    for (int i = 0; i < Id.DIGITS; i++) {
      assertThat(id.digit(i)).isEqualTo(Character.digit(id.toString().charAt(i), 16));
    }
  }

  /** Ids next to those at which a word carries into the one above it. */
  @Provide
  Arbitrary<Id> carries() {
    Arbitrary<Long> words =
        Arbitraries.of(0L, 1L, 2L, -1L, -2L, Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1);
    Arbitrary<Integer> low = Arbitraries.of(0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return Combinators.combine(words, words, low).as(Id::of);
  }

  @Property(tries = 5000)
  void closenessIsThatOfDistances(
      @ForAll("carries") Id key, @ForAll("carries") Id a, @ForAll("carries") Id b) {
    int order = a.distance(key).compareTo(b.distance(key));
    boolean isFirst = !a.equals(b) && key.clockwiseTo(a).compareTo(key.clockwiseTo(b)) < 0;
    assertThat(a.isCloserTo(key, b)).isEqualTo(order < 0 || (order == 0 && isFirst));
  }

  @Property
  void orderIsThatOfUnsignedNumbers(@ForAll("ids") Id a, @ForAll("ids") Id b) {
    assertThat(Integer.signum(a.compareTo(b)))
        .isEqualTo(Ids.number(a).compareTo(Ids.number(b)))
        .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
    assertThat(a.equals(b)).isEqualTo(a.compareTo(b) == 0);
  }

  @Property
  void sharedPrefixCountsEqualLeadingDigits(
      @ForAll("ids") Id id,
      @ForAll("ids") Id other,
      @ForAll @IntRange(max = 39) int position,
      @ForAll @IntRange(max = 15) int digit) {
    for (Id against : List.of(other, id.withDigit(position, digit), id)) {
      int naive = 0;
      while (naive < 40 && id.toString().charAt(naive) == against.toString().charAt(naive)) {
        naive++;
      }
      assertThat(id.sharedPrefix(against)).isEqualTo(naive).isEqualTo(against.sharedPrefix(id));
    }
  }

  @Property
  void whatComesBeforeIsNearerOnItsWayRound(
      @ForAll("ids") Id a, @ForAll("ids") Id b, @ForAll("ids") Id from) {
    assertThat(a.isBefore(b, from, true))
        .isEqualTo(from.clockwiseTo(a).compareTo(from.clockwiseTo(b)) < 0);
    assertThat(a.isBefore(b, from, false))
        .isEqualTo(a.clockwiseTo(from).compareTo(b.clockwiseTo(from)) < 0);
  }

  @Property
  void withDigitReplacesOneDigitAndClearsTheRest(
      @ForAll("ids") Id id,
      @ForAll @IntRange(max = 39) int position,
      @ForAll @IntRange(max = 15) int digit) {
    String expected = id.toString().substring(0, position) + Integer.toHexString(digit);
    assertThat(id.withDigit(position, digit)).isEqualTo(Id.ofHex(expected));
  }

  @Property
  void clockwiseWayIsTheDifferenceModuloTheRing(@ForAll("ids") Id a, @ForAll("ids") Id b) {
    BigInteger up = Ids.number(b).subtract(Ids.number(a)).mod(Ids.ring());
    assertThat(Ids.number(a.clockwiseTo(b))).isEqualTo(up);
    BigInteger shorter = up.min(Ids.ring().subtract(up).mod(Ids.ring()));
    assertThat(Ids.number(a.distance(b))).isEqualTo(shorter);
    assertThat(a.distance(b)).isEqualTo(b.distance(a));
    assertThat(a.distance(b).equals(Id.ZERO)).isEqualTo(a.equals(b));
  }

  @Property
  void distanceKeepsTheTriangleInequality(
      @ForAll("ids") Id a, @ForAll("ids") Id b, @ForAll("ids") Id c) {
    assertThat(Ids.number(a.distance(c)))
        .isLessThanOrEqualTo(Ids.number(a.distance(b)).add(Ids.number(b.distance(c))));
  }

  @Property
  void closenessIsAStrictTotalOrder(
      @ForAll("ids") Id key, @ForAll("ids") Id a, @ForAll("ids") Id b, @ForAll("ids") Id c) {
    assertThat(a.isCloserTo(key, a)).isFalse();
    if (!a.equals(b)) {
      assertThat(a.isCloserTo(key, b)).isNotEqualTo(b.isCloserTo(key, a));
    }
    if (a.isCloserTo(key, b) && b.isCloserTo(key, c)) {
      assertThat(a.isCloserTo(key, c)).isTrue();
    }
  }

  @Property
  void ofTwoEquallyFarTheClockwiseOneIsCloser(@ForAll("ids") Id key, @ForAll("ids") Id step) {
    Id up = Ids.of(Ids.number(key).add(Ids.number(step)));
    Id down = Ids.of(Ids.number(key).subtract(Ids.number(step)));
    if (!up.equals(down)) {
      boolean shortStep = Ids.number(step).bitLength() < 160;
      assertThat(up.isCloserTo(key, down)).isEqualTo(shortStep);
      assertThat(down.isCloserTo(key, up)).isEqualTo(!shortStep);
    }
  }

  @Property(tries = 300)
  void everyKeyHasExactlyOneClosestId(
      @ForAll("ids") Id key, @ForAll @Size(min = 1, max = 30) List<@From("ids") Id> ids) {
    List<Id> distinct = ids.stream().distinct().toList();
    List<Id> undefeated =
        distinct.stream()
            .filter(a -> distinct.stream().noneMatch(b -> b.isCloserTo(key, a)))
            .toList();
    assertThat(undefeated).hasSize(1);
    BigInteger least =
        distinct.stream().map(key::distance).min(Comparator.naturalOrder()).map(Ids::number).get();
    assertThat(Ids.number(undefeated.get(0).distance(key))).isEqualTo(least);
  }

  @Example
  void shortHexIsExtendedByZeros() {
    assertThat(Id.ofHex("4378")).hasToString("4378" + "0".repeat(36));
    assertThat(Id.ofHex("")).isEqualTo(Id.ZERO);
  }

  @Example
  void malformedFormsAreRefusedWithTheRule() {
    assertThatThrownBy(() -> Id.ofHex("0".repeat(41)))
        .hasMessageContaining("40")
        .hasMessageContaining("41");
    assertThatThrownBy(() -> Id.ofHex("4g")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Id.ofBytes(new byte[21])).hasMessageContaining("21");
    assertThatThrownBy(() -> Id.ofPrefix(new byte[19])).hasMessageContaining("19");
    assertThat(Id.ofPrefix(new byte[32])).isEqualTo(Id.ZERO);
  }
}
