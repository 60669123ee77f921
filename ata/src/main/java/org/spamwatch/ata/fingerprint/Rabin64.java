package org.spamwatch.ata.fingerprint;

/**
 * The 64-bit Rabin fingerprint over P(x) = x^64 + x^4 + x^3 + x + 1, which is irreducible.
 *
 * <p>A string of bytes is read as a polynomial A(x) over GF(2), the first byte first and in each
 * byte the most significant bit first, so the last bit of the string is the coefficient of x^0. No
 * bit is put in front or behind. Its fingerprint is A(x) mod P(x), the coefficient of x^63 in the
 * most significant bit. The fingerprint of the empty string is 0, and leading zero bytes do not
 * change one: only strings of one length are compared.
 *
 * <p>The map is linear over GF(2). That makes it roll, and it makes collisions easy to construct;
 * by chance two texts agree in one of 2^64 cases. {@link Scheme} says why that is enough.
 *
 * <p>Source: Rabin, Fingerprinting by Random Polynomials (1981); Broder, Some Applications of
 * Rabin's Fingerprinting Method (1993).
 */
final class Rabin64 {
  /** P(x) without its leading term x^64. */
  public static final long POLYNOMIAL = 0x1BL;

  /** The widest window that can be rolled, in bytes: 50 code points of four bytes. */
  static final int MAX_WINDOW_BYTES = 200;

  private Rabin64() {}

  /** The fingerprint of {@code bytes[from]} to {@code bytes[to - 1]}. */
  public static long of(byte[] bytes, int from, int to) {
    long fingerprint = 0;
    for (int i = from; i < to; i++) {
      fingerprint = append(fingerprint, bytes[i] & 0xFF);
    }
    return fingerprint;
  }

  /** The fingerprint of the string of {@code fingerprint} followed by one more byte. */
  static long append(long fingerprint, int unsignedByte) {
    return shift(fingerprint) ^ unsignedByte;
  }

  /** A(x) * x^8 mod P(x): one more byte of zero bits behind the string. */
  static long shift(long fingerprint) {
    return (fingerprint << 8) ^ reduce(fingerprint >>> 56);
  }

  /** A(x) * x^16 mod P(x), in one step. */
  static long shiftTwice(long fingerprint) {
    return (fingerprint << 16) ^ reduce(fingerprint >>> 48);
  }

  /**
   * top(x) * x^64 mod P(x) for a polynomial of degree 59 at most: since x^64 = (x + 1)(x^3 + 1) two
   * shifts do it, which is quicker than a table.
   */
  private static long reduce(long top) {
    long once = top ^ (top << 1);
    return once ^ (once << 3);
  }

  /**
   * For each byte b the product b(x) * x^(8 * position) mod P(x): what a byte that has {@code
   * position} bytes behind it adds to a fingerprint.
   */
  static long[] contributions(int position) {
    long[] table = new long[256];
    for (int b = 1; b < 256; b++) {
      long product = b;
      for (int i = 0; i < position; i++) {
        product = append(product, 0);
      }
      table[b] = product;
    }
    return table;
  }

  /** What one byte adds at any position of a window of variable length, by halves of a byte. */
  static final class Contribution {
    private static final long[] BY_NIBBLE = new long[MAX_WINDOW_BYTES * 32];

    static {
      for (int nibble = 1; nibble < 16; nibble++) {
        long low = nibble;
        long high = (long) nibble << 4;
        for (int position = 0; position < MAX_WINDOW_BYTES; position++) {
          BY_NIBBLE[position * 32 + nibble] = low;
          BY_NIBBLE[position * 32 + 16 + nibble] = high;
          low = append(low, 0);
          high = append(high, 0);
        }
      }
    }

    private Contribution() {}

    static long of(int unsignedByte, int position) {
      return BY_NIBBLE[position * 32 + (unsignedByte & 15)]
          ^ BY_NIBBLE[position * 32 + 16 + (unsignedByte >>> 4)];
    }
  }
}
