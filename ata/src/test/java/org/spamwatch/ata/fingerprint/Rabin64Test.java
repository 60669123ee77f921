package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class Rabin64Test {
  private static final BigInteger X = BigInteger.TWO;
  private static final BigInteger P =
      BigInteger.ONE.shiftLeft(64).or(BigInteger.valueOf(Rabin64.POLYNOMIAL));

  @Test
  void polynomialIsIrreducible() {
    assertThat(isIrreducible(P)).isTrue();
  }

  @Test
  void irreducibilityTestTellsPolynomialsApart() {
    assertThat(isIrreducible(new BigInteger("17ac526d3d4381551", 16))).isTrue();
    assertThat(isIrreducible(new BigInteger("1bfe6b8a5bf378d83", 16))).isFalse();
    assertThat(isIrreducible(BigInteger.ONE.shiftLeft(64).or(BigInteger.ONE))).isFalse();
  }

  @Test
  void shortStringsAreTheirOwnFingerprint() {
    assertThat(Rabin64.of(new byte[0], 0, 0)).isZero();
    assertThat(Rabin64.of(bytes("abcdefgh"), 0, 8)).isEqualTo(0x6162636465666768L);
  }

  @Test
  void ninthByteIsReducedByThePolynomial() {
    byte[] one = {1, 0, 0, 0, 0, 0, 0, 0, 0};
    assertThat(Rabin64.of(one, 0, 9)).isEqualTo(0x1B);
  }

  @Property(tries = 300)
  void equalsTheRemainderByLongDivision(@ForAll @Size(max = 230) byte[] bytes) {
    assertThat(Rabin64.of(bytes, 0, bytes.length)).isEqualTo(remainder(bytes));
  }

  @Property(tries = 300)
  void contributionsOfTheBytesAddUp(@ForAll @Size(min = 1, max = 200) byte[] bytes) {
    long sum = 0;
    for (int i = 0; i < bytes.length; i++) {
      sum ^= Rabin64.Contribution.of(bytes[i] & 0xFF, bytes.length - 1 - i);
    }
    assertThat(sum).isEqualTo(Rabin64.of(bytes, 0, bytes.length));
  }

  @Property(tries = 50)
  void tableOfOnePositionAgreesWithTheGeneralOne(
      @ForAll @IntRange(max = 199) int position, @ForAll @IntRange(max = 255) int value) {
    assertThat(Rabin64.contributions(position)[value])
        .isEqualTo(Rabin64.Contribution.of(value, position));
  }

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  /** The naive twin: the definition, by long division. */
  static long remainder(byte[] bytes) {
    return mod(new BigInteger(1, bytes), P).longValue();
  }

  /**
   * Rabin's test for degree 64: x^(2^64) = x mod p, and x^(2^32) - x has no factor in common with
   * p.
   */
  private static boolean isIrreducible(BigInteger p) {
    BigInteger power = X;
    BigInteger half = BigInteger.ZERO;
    for (int i = 0; i < 64; i++) {
      power = mod(square(power), p);
      if (i == 31) {
        half = power;
      }
    }
    return power.equals(X) && gcd(p, half.xor(X)).equals(BigInteger.ONE);
  }

  private static BigInteger square(BigInteger a) {
    BigInteger result = BigInteger.ZERO;
    for (int i = 0; i < a.bitLength(); i++) {
      if (a.testBit(i)) {
        result = result.setBit(2 * i);
      }
    }
    return result;
  }

  private static BigInteger mod(BigInteger dividend, BigInteger divisor) {
    BigInteger rest = dividend;
    int degree = divisor.bitLength();
    while (rest.bitLength() >= degree) {
      rest = rest.xor(divisor.shiftLeft(rest.bitLength() - degree));
    }
    return rest;
  }

  private static BigInteger gcd(BigInteger a, BigInteger b) {
    return b.signum() == 0 ? a : gcd(b, mod(a, b));
  }
}
