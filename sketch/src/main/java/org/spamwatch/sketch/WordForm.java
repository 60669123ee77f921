package org.spamwatch.sketch;

import java.nio.ByteBuffer;

/** What the serial forms of filters have in common: a head that names them, and 64-bit words. */
final class WordForm {
  /** The bytes of the magic number and the version. */
  static final int HEAD = 4 + 1;

  private WordForm() {}

  /**
   * Reads the magic number and the version 1.
   *
   * @param name of the filter, for messages
   * @param length bytes that there are at least, the head included
   * @throws IllegalArgumentException in one line, if there are fewer or it is another form
   */
  static void readHead(ByteBuffer in, int magic, String name, int length) {
    if (in.remaining() < length) {
      throw new IllegalArgumentException("a " + name + " is cut off in its header");
    }
    if (in.getInt() != magic) {
      throw new IllegalArgumentException("not a " + name);
    }
    int version = in.get();
    if (version != 1) {
      throw new IllegalArgumentException("a " + name + " of unknown version " + (version & 0xFF));
    }
  }

  static void write(ByteBuffer out, long[] words) {
    for (long word : words) {
      out.putLong(word);
    }
  }

  /** Reads as many words as there are; returns how many bits are set. */
  static long read(ByteBuffer in, long[] words) {
    long set = 0;
    for (int i = 0; i < words.length; i++) {
      words[i] = in.getLong();
      set += Long.bitCount(words[i]);
    }
    return set;
  }

  /** Sets what is set in others of as many words too; returns how many bits are set then. */
  static long unite(long[] words, long[] others) {
    long set = 0;
    for (int i = 0; i < words.length; i++) {
      long either = words[i] | others[i];
      words[i] = either;
      set += Long.bitCount(either);
    }
    return set;
  }

  /** How many bits are set in the one or the other of as many words. */
  static long unionBits(long[] words, long[] others) {
    long set = 0;
    for (int i = 0; i < words.length; i++) {
      set += Long.bitCount(words[i] | others[i]);
    }
    return set;
  }
}
