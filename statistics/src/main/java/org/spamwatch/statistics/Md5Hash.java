package org.spamwatch.statistics;

import java.util.Arrays;

/**
 * {@link TokenHash#md5} and {@link TokenHash#simplifiedMd5}: one program, so that what differs in
 * time is the functions of the rounds and not who wrote them.
 */
final class Md5Hash implements TokenHash {
  private static final int WORDS = 16;
  private static final int STEPS = 64;
  private static final int BLOCK = WORDS * Integer.BYTES;

  /** Of the steps, four a round (RFC 1321, section 3.4). */
  private static final int[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

  /** The integer parts of 2^32 abs(sin(i)), i = 1 to 64. */
  private static final int[] SINES = new int[STEPS];

  static {
    Arrays.setAll(SINES, i -> (int) (long) (Math.abs(StrictMath.sin(i + 1.0)) * (1L << 32)));
  }

  private final long key0;
  private final long key1;
  private final boolean simplified;
  private final int[] block = new int[WORDS];
  private int a;
  private int b;
  private int c;
  private int d;

  Md5Hash(long key0, long key1, boolean simplified) {
    this.key0 = key0;
    this.key1 = key1;
    this.simplified = simplified;
  }

  @Override
  public long hash(byte[] bytes, int from, int to) {
    a = 0x67452301;
    b = 0xEFCDAB89;
    c = 0x98BADCFE;
    d = 0x10325476;
    block[0] = (int) key0;
    block[1] = (int) (key0 >>> 32);
    block[2] = (int) key1;
    block[3] = (int) (key1 >>> 32);
    Arrays.fill(block, 4, WORDS, 0);
    int filled = 16;
    for (int i = from; i < to; i++) {
      put(filled++, bytes[i] & 0xFF);
      if (filled == BLOCK) {
        compress();
        Arrays.fill(block, 0);
        filled = 0;
      }
    }
    put(filled++, 0x80);
    if (filled > BLOCK - Long.BYTES) {
      compress();
      Arrays.fill(block, 0);
    }
    block[14] = (to - from + 16) << 3;
    block[15] = (to - from + 16) >>> 29;
    compress();
    return (a & 0xFFFFFFFFL) | (long) b << 32;
  }

  private void put(int at, int value) {
    block[at >>> 2] |= value << (at << 3);
  }

  private void compress() {
    int w = a;
    int x = b;
    int y = c;
    int z = d;
    for (int i = 0; i < STEPS; i++) {
      int round = i >>> 4;
      int mixed = w + function(round, x, y, z) + SINES[i] + block[word(round, i)];
      int shift = SHIFTS[round << 2 | (i & 3)];
      w = z;
      z = y;
      y = x;
      x += Integer.rotateLeft(mixed, shift);
    }
    a += w;
    b += x;
    c += y;
    d += z;
  }

  private int function(int round, int x, int y, int z) {
    return switch (simplified ? 0 : round) {
      case 0 -> (x & y) | (~x & z); // F
      case 1 -> (x & z) | (y & ~z); // G
      case 2 -> x ^ y ^ z; // H
      default -> y ^ (x | ~z); // I
    };
  }

  private static int word(int round, int i) {
    return switch (round) {
          case 0 -> i;
          case 1 -> 5 * i + 1;
          case 2 -> 3 * i + 5;
          default -> 7 * i;
        }
        & (WORDS - 1);
  }
}
