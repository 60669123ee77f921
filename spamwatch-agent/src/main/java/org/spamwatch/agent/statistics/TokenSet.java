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
    return lowest(hashes);
  }

  /**
   * The lowest of any number of hashes, {@link #MOST} at most: the same of the same mail.
   *
   * @throws IllegalArgumentException if there are none
   */
  static TokenSet lowest(long[] hashes) {
    checkArgument(hashes.length > 0, "a mail without a token cannot be learnt");
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    int distinct = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[distinct - 1]) {
        sorted[distinct++] = sorted[i];
      }
    }
    return new TokenSet(Arrays.copyOf(sorted, Math.min(distinct, MOST)));
  }

  /** How many there are, from 1 to {@link #MOST}. */
  public int size() {
    return hashes.length;
  }

  /** One of them, in ascending order as signed numbers. */
  public long hash(int index) {
    return hashes[index];
  }

  /** Stands for all of them. Computed anew each time: only who keeps counts needs it. */
  MailDigest digest() {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * hashes.length);
    bytes.asLongBuffer().put(hashes);
    ByteBuffer digested = ByteBuffer.wrap(Hashing.sha256().hashBytes(bytes.array()).asBytes());
    return new MailDigest(digested.getLong(), digested.getLong());
  }

  /** The first 128 bits of the SHA-256 of the hashes, big-endian. */
  record MailDigest(long high, long low) {}
}
