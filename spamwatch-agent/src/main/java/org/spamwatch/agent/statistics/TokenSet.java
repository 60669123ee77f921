package org.spamwatch.agent.statistics;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The tokens of a mail as it is learnt: their keyed 64-bit hashes, each once, in ascending order. A
 * mail is known again by a digest of these, so that whoever takes back what he said of a mail takes
 * back just what was counted. Immutable.
 */
public final class TokenSet {
  /** Tokens of a mail that are learnt; the others are passed over. */
  public static final int MOST = 4096;

  private static final int MOST_SPREAD = 1024;

  private final long[] hashes;

  private TokenSet(long[] hashes) {
    this.hashes = hashes;
  }

  /**
   * A set of any number of hashes up to {@link #MOST}, in any order and each any number of times.
   *
   * @throws IllegalArgumentException if there are more, or none
   */
  public static TokenSet of(long... hashes) {
    checkArgument(hashes.length <= MOST, "%s tokens exceed the %s of a mail", hashes.length, MOST);
    return lowest(hashes.clone());
  }

  /**
   * The next hashes of a buffer, big-endian, in any order and each any number of times.
   *
   * @throws IllegalArgumentException if they are none, too many, or more than are there
   */
  public static TokenSet read(ByteBuffer bytes, int count) {
    checkArgument(
        count > 0 && count <= MOST && count <= bytes.remaining() / Long.BYTES,
        "a mail has not 1 to %s hashes of 8 bytes",
        MOST);
    long[] hashes = new long[count];
    bytes.asLongBuffer().get(hashes);
    bytes.position(bytes.position() + count * Long.BYTES);
    return lowest(hashes);
  }

  /**
   * The lowest of any number of hashes, {@link #MOST} at most: the same of the same mail.
   *
   * @param hashes nobody else changes
   * @throws IllegalArgumentException if there are none
   */
  static TokenSet lowest(long[] hashes) {
    checkArgument(hashes.length > 0, "a mail without a token cannot be learnt");
    if (isAscending(hashes)) { // as whatever a peer or a command has written is
      return new TokenSet(hashes.length <= MOST ? hashes : Arrays.copyOf(hashes, MOST));
    }
    long[] sorted = sorted(hashes);
    int distinct = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[distinct - 1]) {
        sorted[distinct++] = sorted[i];
      }
    }
    return new TokenSet(Arrays.copyOf(sorted, Math.min(distinct, MOST)));
  }

  /**
   * Those of a usual mail are spread by their first byte, and then nearly in order: keyed hashes
   * are even, and of so few even those of somebody who has chosen them cost little.
   */
  private static long[] sorted(long[] hashes) {
    if (hashes.length > MOST_SPREAD) {
      Arrays.sort(hashes);
      return hashes;
    }
    int[] ends = new int[1 << Byte.SIZE];
    for (long hash : hashes) {
      ends[first(hash)]++;
    }
    for (int i = 1; i < ends.length; i++) {
      ends[i] += ends[i - 1];
    }
    long[] sorted = new long[hashes.length];
    for (long hash : hashes) {
      sorted[--ends[first(hash)]] = hash;
    }
    for (int i = 1; i < sorted.length; i++) {
      long hash = sorted[i];
      int at = i;
      for (; at > 0 && sorted[at - 1] > hash; at--) {
        sorted[at] = sorted[at - 1];
      }
      sorted[at] = hash;
    }
    return sorted;
  }

  private static int first(long hash) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> (Long.SIZE - Byte.SIZE));
  }

  private static boolean isAscending(long[] hashes) {
    for (int i = 1; i < hashes.length; i++) {
      if (hashes[i - 1] >= hashes[i]) {
        return false;
      }
    }
    return true;
  }

  /** How many there are, from 1 to {@link #MOST}. */
  public int size() {
    return hashes.length;
  }

  /** One of them, in ascending order as signed numbers. */
  public long hash(int index) {
    return hashes[index];
  }

  /** All of them, in that order. */
  long[] hashes() {
    return hashes.clone();
  }

  /** Puts them into a buffer, 8 bytes each, in their order. */
  public void putTo(ByteBuffer bytes) {
    bytes.asLongBuffer().put(hashes);
    bytes.position(bytes.position() + bytes());
  }

  /** What they take in a buffer. */
  public int bytes() {
    return Long.BYTES * hashes.length;
  }

  /** Stands for all of them. Computed anew each time: only who keeps counts needs it. */
  MailDigest digest() {
    ByteBuffer bytes = ByteBuffer.allocate(bytes());
    putTo(bytes);
    ByteBuffer digested = ByteBuffer.wrap(Hashing.sha256().hashBytes(bytes.array()).asBytes());
    return new MailDigest(digested.getLong(), digested.getLong());
  }

  /** The first 128 bits of the SHA-256 of the hashes, big-endian. */
  record MailDigest(long high, long low) {}
}
