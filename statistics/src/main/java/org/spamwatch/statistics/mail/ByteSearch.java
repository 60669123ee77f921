package org.spamwatch.statistics.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at eight bytes at a time. */
final class ByteSearch {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;

  private ByteSearch() {}

  /** Where the line ends that {@code from} is in: at its line feed, or at {@code to}. */
  static int lineEnd(byte[] bytes, int from, int to) {
    return indexOf(bytes, '\n', from, to);
  }

  /** Where a byte below 128 stands first, or {@code to}. */
  static int indexOf(byte[] bytes, int sought, int from, int to) {
    long pattern = sought * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONGS.get(bytes, i) ^ pattern;
      long found = (word - ONES) & ~word & HIGH; // its lowest bit is exact
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] != sought) {
      i++;
    }
    return i;
  }

  static boolean isAscii(byte[] bytes, int from, int to) {
    return beyondAscii(bytes, from, to) == to;
  }

  /** Where a byte of 128 or more stands first, or {@code to}. */
  static int beyondAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long found = (long) LONGS.get(bytes, i) & HIGH;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /** Where a byte of 128 or more stands first, or one below that is sought, or {@code to}. */
  static int beyondAsciiOr(byte[] bytes, int sought, int from, int to) {
    long pattern = sought * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONGS.get(bytes, i);
      long found = (((word ^ pattern) - ONES) | word) & HIGH; // its lowest bit is exact
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 0 && bytes[i] != sought) {
      i++;
    }
    return i;
  }

  /** Where one of two bytes below 128 stands first, or {@code to}. */
  static int indexOf(byte[] bytes, int sought, int other, int from, int to) {
    long pattern = sought * ONES;
    long otherPattern = other * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONGS.get(bytes, i);
      long one = word ^ pattern;
      long two = word ^ otherPattern;
      long found =
          (((one - ONES) & ~one) | ((two - ONES) & ~two)) & HIGH; // its lowest bit is exact
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] != sought && bytes[i] != other) {
      i++;
    }
    return i;
  }

  /** Whether a word in lower case stands at an index, in whatever case. */
  static boolean isWordAt(byte[] bytes, int at, int to, byte[] word) {
    if (to - at < word.length) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      int c = bytes[at + i];
      if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != word[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether just that word stands there. */
  static boolean isWord(byte[] bytes, int from, int to, byte[] word) {
    return to - from == word.length && isWordAt(bytes, from, to, word);
  }
}
