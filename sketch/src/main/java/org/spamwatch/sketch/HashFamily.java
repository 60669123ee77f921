package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import org.spamwatch.sketch.HashFunctions.Digest;

/** The families of hash functions by their numbers in serial forms, and what all of them check. */
final class HashFamily {
  static final byte DOUBLE = 1;
  static final byte PARTITIONED = 2;
  static final byte UNIVERSAL = 3;
  static final byte DIGEST = 4;

  /** The bytes of the family, k and m. */
  static final int HEADER = 1 + 1 + 8;

  private HashFamily() {}

  static void check(long size, int hashes) {
    if (size < 1 || size > HashFunctions.MAX_SIZE) {
      throw new IllegalArgumentException(
          "a Bloom filter has 1 to " + HashFunctions.MAX_SIZE + " positions, not " + size);
    }
    if (hashes < 1 || hashes > HashFunctions.MAX_HASHES) {
      throw new IllegalArgumentException(
          "a Bloom filter has 1 to " + HashFunctions.MAX_HASHES + " hashes, not " + hashes);
    }
  }

  static void checkParts(long size, int hashes) {
    check(size, hashes);
    if (size % hashes != 0) {
      throw new IllegalArgumentException(
          "a Bloom filter of " + size + " positions has no " + hashes + " equal parts");
    }
  }

  /** The high 64 bits of the unsigned product with m: 0 to m - 1 without a division. */
  static long scaled(long hash, long size) {
    return Math.multiplyHigh(hash, size) + ((hash >> 63) & size);
  }

  static ByteBuffer writeHeader(ByteBuffer out, byte family, HashFunctions functions) {
    return out.put(family).put((byte) functions.hashes()).putLong(functions.size());
  }

  static HashFunctions read(ByteBuffer in, long most) {
    need(in, HEADER);
    int family = in.get();
    int hashes = in.get() & 0xFF;
    long size = in.getLong();
    if (size > most) {
      throw new IllegalArgumentException(
          "a Bloom filter of " + size + " positions, where " + most + " are the most");
    }
    check(size, hashes);
    switch (family) {
      case DOUBLE -> {
        need(in, 8);
        return new DoubleHashing(size, hashes, in.getLong());
      }
      case PARTITIONED -> {
        need(in, 8);
        return new PartitionedHashing(size, hashes, in.getLong());
      }
      case UNIVERSAL -> {
        need(in, 8 * hashes);
        long[] c = new long[hashes];
        long[] d = new long[hashes];
        for (int i = 0; i < hashes; i++) {
          c[i] = in.getInt() & 0xFFFF_FFFFL;
          d[i] = in.getInt() & 0xFFFF_FFFFL;
        }
        return new UniversalHashing(size, c, d);
      }
      case DIGEST -> {
        need(in, 2);
        int digest = in.get();
        int parts = in.get();
        if ((digest | parts) >>> 1 != 0) {
          throw new IllegalArgumentException(
              "a Bloom filter of unknown digest chunks " + digest + ", " + parts);
        }
        return new DigestChunks(size, hashes, digest == 0 ? Digest.MD5 : Digest.SHA_1, parts == 1);
      }
      default ->
          throw new IllegalArgumentException(
              "a Bloom filter of unknown hash functions " + (family & 0xFF));
    }
  }

  private static void need(ByteBuffer in, int bytes) {
    if (in.remaining() < bytes) {
      throw new IllegalArgumentException("a Bloom filter is cut off in its hash functions");
    }
  }
}
