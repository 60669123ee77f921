package org.spamwatch.sketch.revocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.revocation.SignatureFilter.Order;

/** Reports and revocations beside exact tables of when each was last made. */
class SignatureFilterTest {
  private static final long MOST = 1 << 20;

  /** Large enough that nothing errs by chance among the few signatures of a test. */
  private static SignatureFilter filter(int generations, long period) {
    return filter(generations, period, 1 << 16, .5);
  }

  private static SignatureFilter filter(int generations, long period, int size, double mostFill) {
    return new SignatureFilter(
        new AgeingBloomFilter(
            HashFunctions.doubleHashing(size, 8, 1), generations, mostFill, period),
        new AgeingBloomFilter(
            HashFunctions.doubleHashing(size, 8, 2), generations, mostFill, period),
        size % 2 == 0 ? Order.REPORTED_FIRST : Order.REVOKED_FIRST);
  }

  /** Exact tables of the last period in which each signature was reported, and revoked. */
  private static final class Twin {
    private final int generations;
    private long period;
    private final Map<Long, Long> reported = new HashMap<>();
    private final Map<Long, Long> revoked = new HashMap<>();

    Twin(int generations, long period) {
      this.generations = generations;
      this.period = period;
    }

    private boolean lives(Map<Long, Long> table, long signature) {
      return table.containsKey(signature) && table.get(signature) > period - generations;
    }

    boolean isSpam(long signature) {
      return lives(reported, signature) && !lives(revoked, signature);
    }
  }

  @Property(tries = 200)
  void aSignatureIsSpamWhileItsReportLivesAndNoRevocationDoes(
      @ForAll @IntRange(min = 1, max = 6) int generations,
      @ForAll long seed,
      @ForAll @IntRange(max = 200) int steps) {
    SplittableRandom random = new SplittableRandom(seed);
    long start = random.nextInt(-3, 3);
    Twin twin = new Twin(generations, start);
    SignatureFilter[] filters = {
      filter(generations, start), filter(generations, start), filter(generations, start)
    };
    for (int i = 0; i < steps; i++) {
      long signature = random.nextInt(20);
      switch (random.nextInt(8)) {
        case 0 -> {
          twin.period += random.nextInt(3);
          for (SignatureFilter filter : filters) {
            filter.advanceTo(twin.period);
            filter.advanceTo(twin.period - random.nextInt(3)); // goes back: nothing
          }
        }
        case 1, 2 -> {
          assertThat(filters[random.nextInt(2)].revoke(signature)).isTrue();
          twin.revoked.put(signature, twin.period);
        }
        default -> {
          assertThat(filters[random.nextInt(2)].report(signature)).isTrue();
          twin.reported.put(signature, twin.period);
        }
      }
    }
    filters[2].merge(filters[0]);
    filters[2].merge(filters[1]);
    for (long signature = 0; signature < 20; signature++) {
      assertThat(filters[2].isSpam(signature)).isEqualTo(twin.isSpam(signature));
    }
  }

  @Property(tries = 100)
  void theOrderOfAskingChangesNothing(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SignatureFilter one = filter(2, 0, 200, 1);
    SignatureFilter other = filter(2, 0, 201, 1);
    int spam = 0;
    for (SignatureFilter filter : new SignatureFilter[] {one, other}) {
      for (int i = 0; i < 20; i++) {
        filter.report(random.nextInt(40));
        filter.revoke(random.nextInt(40));
      }
      for (int i = 0; i < 40; i++) {
        boolean expected = filter.reported().mightContain(i) && !filter.revoked().mightContain(i);
        assertThat(filter.isSpam(i)).isEqualTo(expected);
        spam += expected ? 1 : 0;
      }
    }
    assertThat(spam).isLessThan(80);
  }

  @Test
  void mergingPassesOverWhatIsTooOldAndRefusesWhatIsAhead() {
    SignatureFilter here = filter(3, 10);
    SignatureFilter behind = filter(3, 7);
    behind.report(1); // period 7, dropped here since 10
    behind.advanceTo(8);
    behind.report(2);
    here.merge(behind);
    assertThat(here.isSpam(1)).isFalse();
    assertThat(here.isSpam(2)).isTrue();
    here.advanceTo(11);
    assertThat(here.isSpam(2)).isFalse();

    SignatureFilter farBehind = filter(3, -AgeingBloomFilter.MAX_PERIOD);
    farBehind.report(3);
    here.merge(farBehind);
    assertThat(here.isSpam(3)).isFalse();
    SignatureFilter ahead = filter(3, 12);
    ahead.report(4);
    assertThatThrownBy(() -> here.merge(ahead)).hasMessageContaining("period 12");
    assertThat(here.isSpam(4)).isFalse();
    for (long beyond : new long[] {AgeingBloomFilter.MAX_PERIOD + 1, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> farBehind.advanceTo(beyond)).hasMessageContaining("not " + beyond);
      assertThatThrownBy(() -> filter(3, -beyond)).hasMessageContaining("periods up to");
    }
    assertThatThrownBy(() -> filter(3, Long.MIN_VALUE)).hasMessageContaining("periods up to");
    assertThat(farBehind.isSpam(3)).isTrue();
    farBehind.advanceTo(AgeingBloomFilter.MAX_PERIOD);
    assertThat(farBehind.isSpam(3)).isFalse();
  }

  @Test
  void whoSendsOnesChangesNothing() {
    SignatureFilter here = filter(2, 5, 1000, .5);
    here.report(1);
    SignatureFilter ones = filter(2, 5, 1000, 1);
    for (long i = 0; i < 2_000; i++) {
      ones.revoke(i);
    }
    ones.report(7);
    assertThatThrownBy(() -> here.merge(ones)).hasMessageContaining("fill of 1.000");
    assertThat(here.isSpam(1)).isTrue();
    assertThat(here.isSpam(7)).isFalse(); // not the reports either
  }

  @Test
  void aFullGenerationTakesNothingNewAndTheNextDoes() {
    AgeingBloomFilter filter =
        new AgeingBloomFilter(HashFunctions.doubleHashing(1000, 4, 3), 2, .5, 0);
    long added = 0;
    while (filter.add(added)) {
      added++;
    }
    assertThat((double) added).isCloseTo(1000 / 4 * Math.log(2), within(25.0));
    assertThat(filter.isFull()).isTrue();
    assertThat(filter.add(0)).isTrue(); // is in already
    assertThat(filter.fillRatio()).isCloseTo(.5, within(.01));
    assertThat(filter.falsePositiveRate()).isCloseTo(1 / 16.0, within(.01));
    assertThat(filter.approximateCount()).isCloseTo((double) added, within(15.0));
    filter.advanceTo(1);
    assertThat(filter.isFull()).isFalse();
    assertThat(filter.add(added)).isTrue();
    assertThat(filter.mightContain(0)).isTrue();
    filter.advanceTo(2);
    assertThat(filter.mightContain(added)).isTrue();
    assertThat(filter.bytes()).isEqualTo(2 * 128);
  }

  private static byte[] bytes(SignatureFilter filter) {
    ByteBuffer out = ByteBuffer.allocate((int) filter.serialLength());
    filter.write(out);
    assertThat(out.hasRemaining()).isFalse();
    return out.array();
  }

  @Property(tries = 200)
  void theSerialFormIsReadBackAsItWas(
      @ForAll @Size(max = 20) long[] reported,
      @ForAll @Size(max = 20) long[] revoked,
      @ForAll @IntRange(min = 1, max = 5) int generations,
      @ForAll
          @LongRange(min = -AgeingBloomFilter.MAX_PERIOD, max = AgeingBloomFilter.MAX_PERIOD - 1)
          long period) {
    SignatureFilter filter = filter(generations, period, 1000, 1);
    for (long signature : reported) {
      filter.report(signature);
    }
    filter.advanceTo(period + 1);
    for (long signature : revoked) {
      filter.revoke(signature);
    }
    byte[] bytes = bytes(filter);
    SignatureFilter read =
        SignatureFilter.read(ByteBuffer.wrap(bytes), MOST, 1, Order.REPORTED_FIRST);
    assertThat(bytes(read)).isEqualTo(bytes);
    assertThat(read.reported().period()).isEqualTo(filter.reported().period());
    for (long signature : reported) {
      assertThat(read.isSpam(signature)).isEqualTo(filter.isSpam(signature));
    }
  }

  @Property(tries = 500)
  void anyBytesAreAFilterOrRefused(
      @ForAll @Size(max = 60) byte[] noise, @ForAll @IntRange(max = 40) int cut) {
    byte[] bytes = bytes(filter(3, 9, 100, .5));
    for (int i = 0; i + 1 < noise.length; i += 2) {
      bytes[Math.floorMod(noise[i], bytes.length)] ^= noise[i + 1];
    }
    byte[] sent = Arrays.copyOf(bytes, bytes.length - cut);
    try {
      SignatureFilter.read(ByteBuffer.wrap(sent), MOST, .5, Order.REPORTED_FIRST);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).doesNotContain("\n").containsIgnoringCase("filter");
    }
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    SignatureFilter filter = filter(2, 9, 70, 1);
    filter.report(5);
    filter.advanceTo(10);
    String head = "53574246" + "01" + "08" + "0000000000000046";
    String none = "00000000000000000000000000000000";
    String ageing = "53574146" + "01" + "02" + "000000000000000a";
    byte[] bytes = bytes(filter);
    String hex = HexFormat.of().formatHex(bytes);
    assertThat(hex)
        .startsWith("53575346" + "01" + ageing + head + "0000000000000001" + none + head)
        .endsWith(ageing + head + "0000000000000002" + none + head + "0000000000000002" + none);
    assertThat(bytes).hasSize(5 + 2 * (14 + 2 * (22 + 16)));
  }

  @Test
  void badBytesAreRefusedInOneLine() {
    byte[] good = bytes(filter(2, 9, 100, .5));
    assertRefused(with(good, 0, 'X'), MOST, "not a signature filter");
    assertRefused(with(good, 4, 2), MOST, "signature filter of unknown version 2");
    assertRefused(with(good, 5, 'X'), MOST, "not an ageing filter");
    assertRefused(with(good, 9, 2), MOST, "ageing filter of unknown version 2");
    assertRefused(with(good, 10, 0), MOST, "0 generations");
    assertRefused(with(good, 10, 65), MOST, "65 generations");
    assertRefused(with(good, 10, 64), MOST, "64 generations is cut off");
    assertRefused(with(good, 11, 0x7F), MOST, "periods up to");
    assertRefused(good, 99, "100 bits");
    // The second generation has another seed than the first.
    assertRefused(with(good, 5 + 14 + 38 + 21, 7), MOST, "different size or hash functions");
    // The RBF is of another period than the SBF.
    assertRefused(with(good, 5 + 14 + 2 * 38 + 13, 7), MOST, "age together");
    for (int length = 0; length < good.length; length++) {
      assertRefused(Arrays.copyOf(good, length), MOST, "cut off");
    }
  }

  private static byte[] with(byte[] bytes, int at, int value) {
    byte[] changed = bytes.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static void assertRefused(byte[] bytes, long most, String part) {
    assertThatThrownBy(
            () -> SignatureFilter.read(ByteBuffer.wrap(bytes), most, .5, Order.REVOKED_FIRST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }
}
