package org.spamwatch.sketch;

import java.nio.ByteBuffer;

/** {@link HashFunctions#partitioned}. */
record PartitionedHashing(long size, int hashes, long seed) implements HashFunctions {
  PartitionedHashing {
    HashFamily.checkParts(size, hashes);
  }

  @Override
  public long position(long element, int index) {
    long part = size / hashes;
    return index * part + HashFamily.scaled(DoubleHashing.hash(element, seed, index), part);
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
    HashFamily.writeHeader(out, HashFamily.PARTITIONED, this).putLong(seed);
  }

  @Override
  public String toString() {
    return "double hashing in parts, k = " + hashes;
  }
}
