package org.spamwatch.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** SipHash as its paper describes it, with any numbers of rounds. */
final class PlainSipHash {
  private final long[] v;

  private PlainSipHash(long key0, long key1) {
    v =
        new long[] {
          key0 ^ 0x736f6d6570736575L,
          key1 ^ 0x646f72616e646f6dL,
          key0 ^ 0x6c7967656e657261L,
          key1 ^ 0x7465646279746573L
        };
  }

  static long hash(int perWord, int atEnd, long key0, long key1, byte[] message) {
    PlainSipHash state = new PlainSipHash(key0, key1);
    byte[] padded = Arrays.copyOf(message, (message.length / 8 + 1) * 8);
    padded[padded.length - 1] = (byte) message.length;
    ByteBuffer words = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN);
    while (words.hasRemaining()) {
      long word = words.getLong();
      state.v[3] ^= word;
      state.rounds(perWord);
      state.v[0] ^= word;
    }
    state.v[2] ^= 0xff;
    state.rounds(atEnd);
    return state.v[0] ^ state.v[1] ^ state.v[2] ^ state.v[3];
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      addRotateXor(0, 1, 13);
      v[0] = Long.rotateLeft(v[0], 32);
      addRotateXor(2, 3, 16);
      addRotateXor(0, 3, 21);
      addRotateXor(2, 1, 17);
      v[2] = Long.rotateLeft(v[2], 32);
    }
  }

  private void addRotateXor(int sum, int rotated, int by) {
    v[sum] += v[rotated];
    v[rotated] = Long.rotateLeft(v[rotated], by) ^ v[sum];
  }
}
