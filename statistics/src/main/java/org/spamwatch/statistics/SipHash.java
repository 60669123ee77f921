package org.spamwatch.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** {@link TokenHash#keyed}: SipHash-1-3. */
final class SipHash implements TokenHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long start0;
  private final long start1;
  private final long start2;
  private final long start3;

  SipHash(long key0, long key1) {
    start0 = key0 ^ 0x736F6D6570736575L;
    start1 = key1 ^ 0x646F72616E646F6DL;
    start2 = key0 ^ 0x6C7967656E657261L;
    start3 = key1 ^ 0x7465646279746573L;
  }

  /** The state in which each token begins. */
  long[] start() {
    return new long[] {start0, start1, start2, start3};
  }

  @Override
  public long hash(byte[] bytes, int from, int to) {
    long v0 = start0;
    long v1 = start1;
    long v2 = start2;
    long v3 = start3;
    int at = from;
    long word = 0;
    for (boolean last = false; !last; ) {
      last = to - at < Long.BYTES;
      word = last ? rest(bytes, at, to) | (long) (to - from) << 56 : (long) LONGS.get(bytes, at);
      at += Long.BYTES;
      v3 ^= word;
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32) + v3;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    v2 ^= 0xFF;
    for (int round = 0; round < 3; round++) {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32) + v3;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  /**
   * The fewer than eight bytes at the end, from the lowest; read at once where the array allows.
   */
  private static long rest(byte[] bytes, int at, int to) {
    int missing = Long.SIZE - Byte.SIZE * (to - at);
    if (missing == Long.SIZE) {
      return 0;
    }
    if (at + Long.BYTES <= bytes.length) {
      return (long) LONGS.get(bytes, at) << missing >>> missing;
    }
    if (to >= Long.BYTES) {
      return (long) LONGS.get(bytes, to - Long.BYTES) >>> missing;
    }
    long rest = 0;
    for (int i = to; i > at; i--) {
      rest = rest << Byte.SIZE | (bytes[i - 1] & 0xFF);
    }
    return rest;
  }
}
