package org.spamwatch.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Hashes tokens by {@link TokenHash#keyed}, those of about the same length together: to each the
 * same is done then, in loops that compilers make of the processor's vectors, and without a branch
 * that depends on how long a word is. Hashes of other functions are made one by one.
 *
 * <p>Hashes are told in no order but always in the same; the last ones wait for {@link #finish}. Of
 * one thread, which uses it again for every mail; allocates nothing then. Takes some 30 KB.
 */
public final class HashBatch implements TokenVisitor {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** For tokens of as many words: once it is taken all that wait are hashed. */
  private static final int ROOM = 128;

  /** Of eight bytes: of a token that waits, the last of them not full. Others are hashed alone. */
  private static final int MOST_WORDS = 4;

  private static final int MOST_BYTES = MOST_WORDS * Long.BYTES;
  private static final int FINAL_ROUNDS = 3;

  private final TokenHash hash;
  private final long[] start; // of each hash that is made with others; empty where none is
  private final HashVisitor visitor;
  private final int[] counts = new int[MOST_WORDS]; // of tokens that wait: of one word, of two, ...

  /** Of tokens of one word their first words, room for three more; of those of two words, ... */
  private final long[] words = new long[MOST_WORDS * MOST_WORDS * ROOM];

  private final long[] row = new long[MOST_WORDS * ROOM];
  private final long[] v0 = new long[MOST_WORDS * ROOM];
  private final long[] v1 = new long[MOST_WORDS * ROOM];
  private final long[] v2 = new long[MOST_WORDS * ROOM];
  private final long[] v3 = new long[MOST_WORDS * ROOM];
  private final long[] hashes = new long[MOST_WORDS * ROOM];

  /** Is told hashes. */
  @FunctionalInterface
  public interface HashVisitor {
    /** Some hashes: those up to an index (exclusive), during the call alone. */
    void hashes(long[] hashes, int count);
  }

  /** For tokens that are named by that function. */
  public HashBatch(TokenHash hash, HashVisitor visitor) {
    this.hash = hash;
    start = hash instanceof SipHash keyed ? keyed.start() : new long[0];
    this.visitor = visitor;
  }

  @Override
  public void token(byte[] bytes, int from, int to) {
    int length = to - from;
    int full = length >>> 3;
    if (full >= MOST_WORDS || start.length == 0 || from > bytes.length - MOST_BYTES) {
      hashes[0] = hash.hash(bytes, from, to);
      visitor.hashes(hashes, 1);
      return;
    }
    int at = full * MOST_WORDS * ROOM + counts[full]++;
    for (int word = 0; word < MOST_WORDS; word++) { // all, for how many are its own no one foresees
      words[at + word * ROOM] = (long) LONGS.get(bytes, from + word * Long.BYTES);
    }
    long rest = (1L << (length * Byte.SIZE)) - 1; // the shift is that of length % 8
    int last = at + full * ROOM;
    words[last] = (words[last] & rest) | (long) length << 56;
    if (counts[full] == ROOM) {
      finish();
    }
  }

  /** Tells the hashes of all tokens that wait. */
  public void finish() {
    int all = 0;
    for (int full = MOST_WORDS - 1; full >= 0; full--) {
      all += counts[full];
    }
    if (all == 0) {
      return;
    }
    Arrays.fill(v0, 0, all, start[0]);
    Arrays.fill(v1, 0, all, start[1]);
    Arrays.fill(v2, 0, all, start[2]);
    Arrays.fill(v3, 0, all, start[3]);
    for (int word = 0; word < MOST_WORDS; word++) {
      int count = 0; // of tokens that have such a word; they come first, those of most words
      for (int full = MOST_WORDS - 1; full >= word; full--) {
        System.arraycopy(words, (full * MOST_WORDS + word) * ROOM, row, count, counts[full]);
        count += counts[full];
      }
      round(v0, v1, v2, v3, row, count);
    }
    for (int i = 0; i < all; i++) {
      v2[i] ^= 0xFF;
    }
    Arrays.fill(row, 0, all, 0);
    for (int i = 0; i < FINAL_ROUNDS; i++) {
      round(v0, v1, v2, v3, row, all);
    }
    for (int i = 0; i < all; i++) {
      hashes[i] = v0[i] ^ v1[i] ^ v2[i] ^ v3[i];
    }
    Arrays.fill(counts, 0);
    visitor.hashes(hashes, all);
  }

  /** A round of each hash, with a word of each token: what {@link SipHash} does with one. */
  private static void round(long[] v0, long[] v1, long[] v2, long[] v3, long[] words, int count) {
    for (int i = 0; i < count; i++) {
      long word = words[i];
      long a = v0[i];
      long b = v1[i];
      long c = v2[i];
      long d = v3[i] ^ word;
      a += b;
      c += d;
      b = Long.rotateLeft(b, 13) ^ a;
      d = Long.rotateLeft(d, 16) ^ c;
      a = Long.rotateLeft(a, 32) + d;
      c += b;
      b = Long.rotateLeft(b, 17) ^ c;
      d = Long.rotateLeft(d, 21) ^ a;
      c = Long.rotateLeft(c, 32);
      v0[i] = a ^ word;
      v1[i] = b;
      v2[i] = c;
      v3[i] = d;
    }
  }
}
