package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.sketch.HashFunctions.Digest;

/** The constructions of Yan and Cho's section III: their formulas, and which bits they reach. */
class HashFunctionsTest {
  private static final long P = HashFunctions.UNIVERSAL_PRIME;
  private static final long MOST = HashFunctions.MAX_SIZE;

  /** Any family; m is a multiple of k, which divides the bits of both digests. */
  @Provide
  Arbitrary<HashFunctions> families() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 4, 8, 16, 32),
            Arbitraries.longs().between(1, 200),
            Arbitraries.longs(),
            Arbitraries.integers().between(0, 5))
        .as(
            (hashes, part, seed, family) -> {
              long size = part * hashes;
              return switch (family) {
                case 0 -> HashFunctions.doubleHashing(size, hashes, seed);
                case 1 -> HashFunctions.partitioned(size, hashes, seed);
                case 2 -> HashFunctions.universal(size, hashes, new SplittableRandom(seed));
                case 3 -> HashFunctions.digestChunks(size, hashes, Digest.MD5);
                case 4 -> HashFunctions.digestChunks(size, hashes, Digest.SHA_1);
                default -> HashFunctions.partitionedDigestChunks(size, hashes, Digest.SHA_1);
              };
            });
  }

  /** Of elements drawn: of elements in a row a universal function is a row, too. */
  private static BitSet reached(HashFunctions functions, int elements) {
    BitSet reached = new BitSet();
    SplittableRandom random = new SplittableRandom(elements);
    for (int drawn = 0; drawn < elements; drawn++) {
      long element = random.nextLong();
      for (int i = 0; i < functions.hashes(); i++) {
        reached.set((int) functions.position(element, i));
      }
    }
    return reached;
  }

  /** At 40 draws a position that can be had, fewer than one in 10^14 is missed. */
  @Property(tries = 300)
  void whatIsReachedIsWhatIsSaid(@ForAll("families") HashFunctions functions) {
    int draws = (int) (40 * functions.size() / functions.hashes()) + 1;
    BitSet reached = reached(functions, draws);
    assertThat(reached.length()).isLessThanOrEqualTo((int) functions.size());
    assertThat((long) reached.cardinality()).isEqualTo(functions.reachable());
  }

  @Property(tries = 300)
  void allPositionsAreThoseOfEachFunction(
      @ForAll("families") HashFunctions functions, @ForAll long element) {
    int[] all = new int[functions.hashes() + 2];
    functions.positions(element, all, 1);
    for (int i = 0; i < functions.hashes(); i++) {
      assertThat((long) all[i + 1]).isEqualTo(functions.position(element, i));
    }
    assertThat(all[0] + all[all.length - 1]).isZero();
  }

  @Property(tries = 300)
  void theSerialFormIsReadBackAsItWas(
      @ForAll("families") HashFunctions functions, @ForAll long element) {
    byte[] bytes = bytes(functions);
    HashFunctions read = HashFunctions.read(ByteBuffer.wrap(bytes), functions.size());
    assertThat(read).isEqualTo(functions).hasSameHashCodeAs(functions);
    assertThat(read).hasToString(functions.toString());
    for (int i = 0; i < functions.hashes(); i++) {
      assertThat(read.position(element, i)).isEqualTo(functions.position(element, i));
    }
    assertThatThrownBy(() -> HashFunctions.read(ByteBuffer.wrap(bytes), functions.size() - 1))
        .hasMessageContaining("are the most");
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> HashFunctions.read(ByteBuffer.wrap(cut), MOST))
          .hasMessageContaining("cut off");
    }
  }

  @Property
  void anyBytesAreFunctionsOrRefused(@ForAll @Size(max = 80) byte[] noise) {
    try {
      assertThat(HashFunctions.read(ByteBuffer.wrap(noise), MOST).hashes()).isPositive();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).doesNotContain("\n");
    }
  }

  private static byte[] bytes(HashFunctions functions) {
    ByteBuffer out = ByteBuffer.allocate(functions.serialLength());
    functions.write(out);
    assertThat(out.hasRemaining()).isFalse();
    return out.array();
  }

  /** Equation 2, in numbers that cannot overflow. */
  @Property
  void universalFunctionsAreTheFormula(
      @ForAll long element, @ForAll long seed, @ForAll @IntRange(min = 1) int size) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] c = random.longs(3, 1, P).toArray();
    long[] d = random.longs(3, 0, P).toArray();
    HashFunctions functions = HashFunctions.universal(size, c, d);
    BigInteger p = BigInteger.valueOf(P);
    for (int i = 0; i < 3; i++) {
      BigInteger x = new BigInteger(Long.toUnsignedString(element));
      BigInteger hash = BigInteger.valueOf(c[i]).multiply(x).add(BigInteger.valueOf(d[i])).mod(p);
      assertThat(functions.position(element, i))
          .isEqualTo(hash.mod(BigInteger.valueOf(size)).longValue());
    }
  }

  @Test
  void universalFunctionsReachNoMoreThanP() {
    assertThat(BigInteger.valueOf(P).isProbablePrime(100)).isTrue();
    HashFunctions functions = HashFunctions.universal(MOST, 4, new SplittableRandom(1));
    assertThat(functions.reachable()).isEqualTo(P);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 100_000; i++) {
      assertThat(functions.position(random.nextLong(), i & 3)).isBetween(0L, P - 1);
    }
    assertThatThrownBy(() -> HashFunctions.universal(9, new long[] {0}, new long[] {0}))
        .hasMessageContaining("c = 0");
    assertThatThrownBy(() -> HashFunctions.universal(9, new long[] {1}, new long[] {P}))
        .hasMessageContaining("d = " + P);
    assertThatThrownBy(() -> HashFunctions.universal(9, new long[2], new long[1]))
        .hasMessageContaining("2 c and 1 d");
  }

  @Property(tries = 200)
  void digestChunksAreTheFormula(
      @ForAll long element, @ForAll @IntRange(min = 1) int size, @ForAll boolean md5)
      throws NoSuchAlgorithmException {
    Digest digest = md5 ? Digest.MD5 : Digest.SHA_1;
    byte[] input = ByteBuffer.allocate(8).putLong(element).array();
    byte[] output = MessageDigest.getInstance(md5 ? "MD5" : "SHA-1").digest(input);
    BigInteger all = new BigInteger(1, output);
    for (int hashes : new int[] {1, 2, 8, 32}) {
      int bits = digest.bits() / hashes;
      HashFunctions functions = HashFunctions.digestChunks(size, hashes, digest);
      for (int i = 0; i < hashes; i++) {
        BigInteger chunk =
            all.shiftRight(digest.bits() - (i + 1) * bits).mod(BigInteger.ONE.shiftLeft(bits));
        assertThat(functions.position(element, i))
            .isEqualTo(chunk.mod(BigInteger.valueOf(size)).longValue());
      }
    }
  }

  /** The section's examples. */
  @Test
  void chunksOfDigestsLeaveBitsUnreached() {
    assertThat(HashFunctions.digestChunks(1 << 30, 4, Digest.MD5).reachable()).isEqualTo(1 << 30);
    assertThat(HashFunctions.digestChunks(1 << 30, 8, Digest.MD5).reachable()).isEqualTo(1 << 16);
    assertThat(HashFunctions.digestChunks(1 << 30, 8, Digest.SHA_1).reachable()).isEqualTo(1 << 20);
    assertThat(HashFunctions.partitionedDigestChunks(1 << 30, 8, Digest.MD5).reachable())
        .isEqualTo(8 << 16);
    assertThat(HashFunctions.digestChunks(MOST, 1, Digest.MD5).reachable()).isEqualTo(MOST);
    assertThatThrownBy(() -> HashFunctions.digestChunks(100, 3, Digest.MD5))
        .hasMessageContaining("3 chunks");
    assertThatThrownBy(() -> HashFunctions.partitionedDigestChunks(101, 4, Digest.MD5))
        .hasMessageContaining("equal parts");
  }

  /** Fig. 1(b): a filter that is made larger beyond 2^(bits/k) errs no less. */
  @Test
  void aLargerFilterOfDigestChunksErrsNoLess() {
    assertThat(errors(HashFunctions.digestChunks(1 << 8, 16, Digest.MD5)))
        .isEqualTo(errors(HashFunctions.digestChunks(1 << 20, 16, Digest.MD5)))
        .isGreaterThan(20);
    assertThat(errors(HashFunctions.partitionedDigestChunks(1 << 20, 16, Digest.MD5))).isZero();
    assertThat(errors(HashFunctions.doubleHashing(1 << 20, 16, 1))).isZero();
  }

  private static int errors(HashFunctions functions) {
    BloomFilter filter = new BloomFilter(functions);
    for (int i = 0; i < 20; i++) {
      filter.add(i);
    }
    int found = 0;
    for (int i = 20; i < 10_000; i++) {
      found += filter.mightContain(i) ? 1 : 0;
    }
    return found;
  }

  /** No two functions of a partitioned filter give an element one position. */
  @Property(tries = 200)
  void partsAreApart(@ForAll long element, @ForAll long seed) {
    HashFunctions functions = HashFunctions.partitioned(600, 6, seed);
    for (int i = 0; i < 6; i++) {
      assertThat(functions.position(element, i) / 100).isEqualTo(i);
    }
    assertThatThrownBy(() -> HashFunctions.partitioned(601, 6, seed))
        .hasMessageContaining("equal parts");
  }

  @Test
  void theBytesAreTheDocumentedOnes() {
    assertBytes(HashFunctions.doubleHashing(70, 2, 3), "01020000000000000046" + "0000000000000003");
    assertBytes(HashFunctions.partitioned(70, 2, 3), "02020000000000000046" + "0000000000000003");
    assertBytes(
        HashFunctions.universal(70, new long[] {1, P - 1}, new long[] {0, 255}),
        "03020000000000000046" + "0000000100000000" + "7d2b750a000000ff");
    assertBytes(HashFunctions.digestChunks(70, 2, Digest.MD5), "04020000000000000046" + "0000");
    assertBytes(
        HashFunctions.partitionedDigestChunks(70, 2, Digest.SHA_1),
        "04020000000000000046" + "0101");
    for (String wrong :
        new String[] {
          "05020000000000000046",
          "01000000000000000046",
          "01210000000000000046",
          "01020000000000000000",
          "010280000000000000460000000000000003",
          "040200000000000000460200",
          "040300000000000000460000",
          "020300000000000000460000000000000003"
        }) {
      byte[] bytes = HexFormat.of().parseHex(wrong);
      assertThatThrownBy(() -> HashFunctions.read(ByteBuffer.wrap(bytes), MOST))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void assertBytes(HashFunctions functions, String hex) {
    assertThat(HexFormat.of().formatHex(bytes(functions))).isEqualTo(hex);
  }
}
