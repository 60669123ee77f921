package org.spamwatch.agent.digest;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import org.spamwatch.agent.request.RequestProblem;

/**
 * Digests of mails, as a request lists them: a line each of 32 to 128 hexadecimal digits (16 to 64
 * bytes: MD5 to SHA-512; a GUID has 40), behind it perhaps a space and a count. Servers know a
 * digest by a key of 64 bits: its SipHash-2-4 under the seed of all servers that merge, so that who
 * does not know that cannot choose digests of one key. Of n digests about n²/2^65 pairs share one.
 *
 * <p>Not thread-safe.
 */
public final class Digests {
  /** Digests in one request. */
  public static final int MOST = 10_000;

  /** Bytes of a body that lists {@value #MOST}, line ends and counts included. */
  public static final int MAX_BYTES = MOST * 140;

  private static final int LEAST_BYTES = 16;
  private static final int MOST_BYTES = 64;

  private final long[] keys;
  private final int[] counts;
  private int size;

  private Digests(int most) {
    keys = new long[most];
    counts = new int[most];
  }

  /** What makes keys of digests. Safe for any thread. */
  public static HashFunction keyed(long seed) {
    return Hashing.sipHash24(seed, ~seed);
  }

  /**
   * The key of one digest.
   *
   * @throws IllegalArgumentException in one line, if it is too short or too long
   */
  public static long key(HashFunction keyed, byte[] digest) {
    if (digest.length < LEAST_BYTES || digest.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a digest has %d to %d bytes, not %d".formatted(LEAST_BYTES, MOST_BYTES, digest.length));
    }
    return keyed.hashBytes(digest).asLong();
  }

  /**
   * Those in a body.
   *
   * @param mostCount the largest count behind a digest; 0 if there may be none. Without one a
   *     digest counts 1.
   */
  public static Digests read(byte[] body, HashFunction keyed, int mostCount) throws RequestProblem {
    Digests digests = new Digests(Math.min(MOST, body.length / (2 * LEAST_BYTES) + 1));
    byte[] raw = new byte[MOST_BYTES];
    int line = 0;
    for (int from = 0; from < body.length; ) {
      int end = from;
      while (end < body.length && body[end] != '\n') {
        end++;
      }
      line++;
      int last = end > from && body[end - 1] == '\r' ? end - 1 : end;
      if (last > from) {
        if (digests.size == digests.keys.length) {
          throw RequestProblem.tooMany("digests", MOST);
        }
        digests.add(body, from, last, keyed, raw, mostCount, line);
      }
      from = end + 1;
    }
    return digests;
  }

  private void add(
      byte[] body, int from, int end, HashFunction keyed, byte[] raw, int mostCount, int line)
      throws RequestProblem {
    int at = from;
    int high = -1;
    int length = 0;
    for (; at < end && body[at] != ' '; at++) {
      int digit = Character.digit(body[at], 16);
      if (digit < 0 || at - from >= 2 * MOST_BYTES) {
        throw notADigest(line);
      }
      if (high < 0) {
        high = digit;
      } else {
        raw[length++] = (byte) (high << 4 | digit);
        high = -1;
      }
    }
    if (high >= 0 || length < LEAST_BYTES) {
      throw notADigest(line);
    }
    counts[size] = at == end ? 1 : count(body, at + 1, end, mostCount, line);
    keys[size] = keyed.hashBytes(raw, 0, length).asLong();
    size++;
  }

  private static int count(byte[] body, int from, int end, int mostCount, int line)
      throws RequestProblem {
    int count = 0;
    for (int at = from; at < end && count <= mostCount; at++) {
      int digit = Character.digit(body[at], 10);
      count = digit < 0 ? Integer.MAX_VALUE : 10 * count + digit;
    }
    if (count < 1 || count > mostCount) {
      throw RequestProblem.badRequest(
          "line " + line + ": a count is 1 to " + mostCount,
          mostCount == 0 ? "send digests alone" : "send more in several requests");
    }
    return count;
  }

  private static RequestProblem notADigest(int line) {
    return RequestProblem.badRequest(
        "line " + line + " is no digest", "send 32 to 128 hexadecimal digits a line");
  }

  /** How many they are. */
  public int size() {
    return size;
  }

  /** The key of one, the first being 0. */
  public long key(int index) {
    return keys[index];
  }

  /** The count behind one. */
  public int count(int index) {
    return counts[index];
  }
}
