package org.spamwatch.statistics.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What 64 bytes of a text are to words, as sets of bits: bit i for the byte that stands i behind
 * the first. A loop over bits finds where a word begins and ends without a branch for each byte
 * (Langdale and Lemire, <em>Parsing Gigabytes of JSON per Second</em>, 2019).
 */
final class ByteClasses {
  /** Bytes of a block. */
  static final int BLOCK = Long.SIZE;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Of a byte one bit in each of four lanes of 16: shifted and joined, they are sets of 16. */
  private static final long[] CLASSES = new long[256];

  private static final long LETTER = 1;
  private static final long INSIDE = 1L << 16;
  private static final long LAST = 1L << 32;

  /** Digits, if they may end a word; dots, if they may stand in one; what is in no plain word. */
  private static final long OTHER = 1L << 48;

  private static final int LANE = 16;

  static {
    for (int c = 0; c < 128; c++) {
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      boolean digit = c >= '0' && c <= '9';
      long kind = letter ? LETTER | INSIDE | LAST : digit ? OTHER | INSIDE | LAST : 0;
      kind |= "!'-._`~".indexOf(c) >= 0 ? INSIDE : 0;
      kind |= c == '!' ? LAST : c == '$' || c == '.' ? OTHER : 0;
      CLASSES[c] = kind;
    }
    for (int c = 128; c < 256; c++) {
      CLASSES[c] = OTHER;
    }
  }

  private long letters;
  private long inside;
  private long last;
  private long others;

  /** Letters of ASCII, with which words begin. */
  long letters() {
    return letters;
  }

  /** What may stand in a word: letters, digits and some signs. */
  long inside() {
    return inside;
  }

  /** What may end a word: letters, digits, and an exclamation mark. */
  long last() {
    return last;
  }

  long digits() {
    return others & last;
  }

  long dots() {
    return others & inside & ~last;
  }

  /** What may begin a token and is in no word of ASCII: dollars, bytes beyond ASCII. */
  long wide() {
    return others & ~inside;
  }

  static boolean isLetter(int ascii) {
    return (CLASSES[ascii] & LETTER) != 0;
  }

  static boolean isInside(byte c) {
    return (CLASSES[c & 0xFF] & INSIDE) != 0;
  }

  static boolean isLast(byte c) {
    return (CLASSES[c & 0xFF] & LAST) != 0;
  }

  /** Reads the bytes from one on; those from {@code to} on are of no class. */
  void read(byte[] text, int from, int to) {
    letters = inside = last = others = 0;
    int end = Math.min(to, from + BLOCK);
    int at = from;
    for (; at < end && at <= text.length - LANE; at += LANE) {
      long first = (long) LONGS.get(text, at);
      add(eight(first) | eight((long) LONGS.get(text, at + Long.BYTES)) << Long.BYTES, at - from);
    }
    for (; at < end; at++) {
      add(CLASSES[text[at] & 0xFF], at - from);
    }
    if (end - from < BLOCK) {
      long those = (1L << (end - from)) - 1;
      letters &= those;
      inside &= those;
      last &= those;
      others &= those;
    }
  }

  private static long eight(long bytes) {
    return CLASSES[(int) bytes & 0xFF]
        | CLASSES[(int) (bytes >>> 8) & 0xFF] << 1
        | CLASSES[(int) (bytes >>> 16) & 0xFF] << 2
        | CLASSES[(int) (bytes >>> 24) & 0xFF] << 3
        | CLASSES[(int) (bytes >>> 32) & 0xFF] << 4
        | CLASSES[(int) (bytes >>> 40) & 0xFF] << 5
        | CLASSES[(int) (bytes >>> 48) & 0xFF] << 6
        | CLASSES[(int) (bytes >>> 56) & 0xFF] << 7;
  }

  private void add(long classes, int at) {
    letters |= (classes & 0xFFFF) << at;
    inside |= (classes >>> 16 & 0xFFFF) << at;
    last |= (classes >>> 32 & 0xFFFF) << at;
    others |= (classes >>> 48) << at;
  }
}
