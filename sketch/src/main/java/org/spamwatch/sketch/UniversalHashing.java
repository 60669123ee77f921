package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** {@link HashFunctions#universal}. */
final class UniversalHashing implements HashFunctions {
  private static final long P = UNIVERSAL_PRIME;

  private final long size;
  private final int divisor; // m; or p, if that is less: then nothing is left to reduce
  private final long[] c;
  private final long[] d;

  UniversalHashing(long size, long[] c, long[] d) {
    HashFamily.check(size, c.length);
    if (c.length != d.length) {
      throw new IllegalArgumentException(
          "a Bloom filter has universal hash functions of "
              + c.length
              + " c and "
              + d.length
              + " d");
    }
    for (int i = 0; i < c.length; i++) {
      if (c[i] < 1 || c[i] >= P || d[i] < 0 || d[i] >= P) {
        throw new IllegalArgumentException(
            "a Bloom filter has universal hash functions of c from 1 and d from 0 to %d, not c = %d, d = %d"
                .formatted(P - 1, c[i], d[i]));
      }
    }
    this.size = size;
    this.divisor = (int) Math.min(size, P);
    this.c = c.clone();
    this.d = d.clone();
  }

  static UniversalHashing drawn(long size, int hashes, RandomGenerator random) {
    HashFamily.check(size, hashes);
    long[] c = new long[hashes];
    long[] d = new long[hashes];
    for (int i = 0; i < hashes; i++) {
      c[i] = random.nextLong(1, P);
      d[i] = random.nextLong(P);
    }
    return new UniversalHashing(size, c, d);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int hashes() {
    return c.length;
  }

  @Override
  public long position(long element, int index) {
    long x = Long.compareUnsigned(element, P) < 0 ? element : Long.remainderUnsigned(element, P);
    return (int) ((c[index] * x + d[index]) % P) % divisor; // below 2^62 before the remainder
  }

  /** x -> (cx + d) mod p is a permutation of 0 to p - 1. */
  @Override
  public long reachable() {
    return divisor;
  }

  @Override
  public int serialLength() {
    return HashFamily.HEADER + 8 * c.length;
  }

  @Override
  public void write(ByteBuffer out) {
    HashFamily.writeHeader(out, HashFamily.UNIVERSAL, this);
    for (int i = 0; i < c.length; i++) {
      out.putInt((int) c[i]).putInt((int) d[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UniversalHashing that
        && size == that.size
        && Arrays.equals(c, that.c)
        && Arrays.equals(d, that.d);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(c) + Arrays.hashCode(d);
  }

  @Override
  public String toString() {
    return "universal hashing, k = " + c.length;
  }
}
