package org.spamwatch.statistics.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.spamwatch.statistics.TokenVisitor;

/**
 * Where the tokens stand that were found and not told yet. Finding some and then telling them is
 * quicker than both by turns: each is a short loop, compiled once.
 */
final class TokenBatch {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int ROOM = 256;
  private static final byte[] NO_TAG = {};

  /** Most tokens are no longer with their tag, which are put together by eight bytes at a time. */
  private static final int SHORT = 4 * Long.BYTES;

  private final int maxTokenBytes;
  private final int[] starts = new int[ROOM];
  private final int[] ends = new int[ROOM];
  private final byte[] token;
  private TokenVisitor visitor = (bytes, from, to) -> {};
  private int count;
  private int left;
  private int tagLength;
  private long tag;

  TokenBatch(int maxTokenBytes) {
    this.maxTokenBytes = maxTokenBytes;
    token = new byte[Math.max(maxTokenBytes, SHORT) + Long.BYTES];
  }

  /** A mail begins, whose tokens are told that visitor, but no more than so many. */
  void begin(TokenVisitor visitor, int maxTokens) {
    this.visitor = visitor;
    left = maxTokens;
    count = 0;
    tag(NO_TAG);
  }

  /** What is put before the tokens that follow, at most 7 bytes; none waits to be told. */
  void tag(byte[] bytes) {
    tag = 0;
    tagLength = bytes.length;
    for (int i = bytes.length - 1; i >= 0; i--) {
      tag = tag << Byte.SIZE | bytes[i];
      token[i] = bytes[i];
    }
  }

  int tagLength() {
    return tagLength;
  }

  /** The tag, and behind it room for a token that is put together, once none waits any more. */
  byte[] token() {
    return token;
  }

  /** A token of a text; none if it is too long. */
  void add(int from, int to) {
    starts[count] = from;
    ends[count] = to;
    count += ~(maxTokenBytes - tagLength - (to - from)) >>> 31;
  }

  /** A token of a text; none if it is too long or too short. */
  void addWord(int from, int to) {
    starts[count] = from;
    ends[count] = to;
    int length = to - from;
    int outOfRange = (length - TokenLimits.MIN_TOKEN_BYTES) | (maxTokenBytes - tagLength - length);
    count += ~outOfRange >>> 31; // without a branch, which would be as unforeseeable as the words
  }

  /**
   * The words of a block but those that are too long or too short, unless one may begin a
   * signature: then none, and false. A loop without a branch that depends on the text.
   *
   * @param words where one begins
   * @param inside what is in words
   * @param last what a word may end with
   */
  boolean addWords(byte[] text, int from, long words, long inside, long last) {
    int longest = maxTokenBytes - tagLength;
    int at = count;
    for (long rest = words; rest != 0; rest &= rest - 1) {
      int start = Long.numberOfTrailingZeros(rest);
      int behind = start + Long.numberOfTrailingZeros(~(inside >>> start));
      int end = Long.SIZE - Long.numberOfLeadingZeros(last & ((1L << behind) - 1));
      if (Words.isBegin(text, from + start, from + end)) {
        return false;
      }
      starts[at] = from + start;
      ends[at] = from + end;
      int length = end - start;
      int outOfRange = (length - TokenLimits.MIN_TOKEN_BYTES) | (longest - length);
      at += ~outOfRange >>> 31;
    }
    count = at;
    return true;
  }

  /** Whether there may be no room for the tokens of so many bytes. */
  boolean isFullWith(int bytes) {
    return count > ROOM - bytes;
  }

  /** Tells the tokens of a text, which have waited. */
  void tell(byte[] text) {
    int told = Math.min(count, left);
    left -= told;
    count = 0;
    boolean isTagged = tagLength > 0;
    for (int i = 0; i < told; i++) {
      int from = starts[i];
      int to = ends[i];
      visitor.token(
          isTagged ? token : text, isTagged ? 0 : from, isTagged ? joined(text, from, to) : to);
    }
  }

  /** Puts the tag and a token together; the length of both. */
  private int joined(byte[] text, int from, int to) {
    int length = tagLength + to - from;
    if (length > SHORT || from > text.length - SHORT) {
      System.arraycopy(text, from, token, tagLength, to - from);
      return length;
    }
    int up = tagLength * Byte.SIZE;
    long before = tag;
    for (int i = 0; i < SHORT; i += Long.BYTES) {
      long eight = (long) LONGS.get(text, from + i);
      LONGS.set(token, i, before | eight << up);
      before = eight >>> -up;
    }
    return length;
  }

  /**
   * Tells the first bytes of {@link #token}, if there are enough behind the tag and not too many.
   */
  void tellJoined(int length) {
    if (length >= TokenLimits.MIN_TOKEN_BYTES && length <= maxTokenBytes - tagLength && left > 0) {
      left--;
      visitor.token(token, 0, tagLength + length);
    }
  }
}
