package org.spamwatch.statistics.mail;

/** Characters as one to four bytes (RFC 3629). */
final class Utf8 {
  /** What stands for bytes that are no character. */
  static final int REPLACEMENT = 0xFFFD;

  private static final int LENGTH_BITS = 3;

  private Utf8() {}

  /** Writes a character, a surrogate as {@link #REPLACEMENT}; says what is behind it. */
  static int put(int character, byte[] out, int at) {
    int i = at;
    if (character >= 0x10000) {
      out[i++] = (byte) (0xF0 | character >>> 18);
      out[i++] = (byte) (0x80 | (character >>> 12 & 0x3F));
      out[i++] = (byte) (0x80 | (character >>> 6 & 0x3F));
    } else if (character >= 0x800) {
      int written = character >>> 11 == 0x1B ? REPLACEMENT : character;
      out[i++] = (byte) (0xE0 | written >>> 12);
      out[i++] = (byte) (0x80 | (written >>> 6 & 0x3F));
      out[i++] = (byte) (0x80 | (written & 0x3F));
      return i;
    } else if (character >= 0x80) {
      out[i++] = (byte) (0xC0 | character >>> 6);
    } else {
      out[i++] = (byte) character;
      return i;
    }
    out[i++] = (byte) (0x80 | (character & 0x3F));
    return i;
  }

  /**
   * The character at an index and its bytes, to be asked with {@link #character} and {@link
   * #length}; where none begins or not all of one is there, {@link #REPLACEMENT} and one byte.
   */
  static int at(byte[] bytes, int at, int to) {
    int first = bytes[at];
    if (first >= 0) {
      return first << LENGTH_BITS | 1;
    }
    int length = first >= (byte) 0xF0 ? 4 : first >= (byte) 0xE0 ? 3 : 2;
    if (first < (byte) 0xC2 || first > (byte) 0xF4 || to - at < length) {
      return REPLACEMENT << LENGTH_BITS | 1;
    }
    int character = first & (0x7F >>> length);
    for (int i = at + 1; i < at + length; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return REPLACEMENT << LENGTH_BITS | 1;
      }
      character = character << 6 | (bytes[i] & 0x3F);
    }
    boolean least = length == 2 || character >= (length == 3 ? 0x800 : 0x10000);
    boolean valid = least && character >>> 11 != 0x1B && character <= Character.MAX_CODE_POINT;
    return valid ? character << LENGTH_BITS | length : REPLACEMENT << LENGTH_BITS | 1;
  }

  static int character(int found) {
    return found >>> LENGTH_BITS;
  }

  static int length(int found) {
    return found & ((1 << LENGTH_BITS) - 1);
  }

  /** Whether all bytes are characters. */
  static boolean isValid(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      if (bytes[i] >= 0) {
        i++;
        continue;
      }
      int length = length(at(bytes, i, to));
      if (length == 1) {
        return false;
      }
      i += length;
    }
    return true;
  }
}
