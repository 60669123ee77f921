package org.spamwatch.sketch;

import java.nio.ByteBuffer;

/** {@link HashFunctions#doubleHashing}. */
record DoubleHashing(long size, int hashes, long seed) implements HashFunctions {
  DoubleHashing {
    HashFamily.check(size, hashes);
  }

  @Override
  public long position(long element, int index) {
    return HashFamily.scaled(hash(element, seed, index), size);
  }

  /** What does not depend on the index is computed once where a loop over indices is compiled. */
  static long hash(long element, long seed, int index) {
    long first = SplitMix64.mixed(element ^ seed);
    // Odd, so that the hashes before scaling are all different.
    long step = SplitMix64.mixed(first ^ (seed + SplitMix64.GOLDEN)) | 1;
    return first + index * step;
  }

  @Override
  public long reachable() {
    return size;
  }

  @Override
  public int serialLength() {
    return HashFamily.HEADER + 8;
  }

  @Override
  public void write(ByteBuffer out) {
    HashFamily.writeHeader(out, HashFamily.DOUBLE, this).putLong(seed);
  }

  @Override
  public String toString() {
    return "double hashing, k = " + hashes;
  }
}
