package org.spamwatch.sketch;

import java.nio.ByteBuffer;

/** What the serial forms of filters have in common: a head that names them, and 64-bit words. */
final class WordForm {
  /** The bytes of the magic number and the version. */
  static final int HEAD = 4 + 1;

  /** The bytes of the head of a filter of so many units of words and a seed. */
  static final int SEEDED_HEAD = HEAD + 4 + 8;

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

  /** The head of such a filter. */
  record Seeded(int units, long seed) {}

  /** Writes the magic number, the version 1, how many units there are, the seed, and the words. */
  static void writeSeeded(ByteBuffer out, int magic, Seeded head, long[] words) {
    out.putInt(magic).put((byte) 1).putInt(head.units).putLong(head.seed);
    write(out, words);
  }

  /**
   * Reads the head of what {@link #writeSeeded} wrote, and sees to it that its words are there.
   *
   * @param name of the filter and
   * @param unit of its units, for messages
   * @param words of a unit
   * @param most units that are accepted
   * @throws IllegalArgumentException in one line, if it is another form, too large or cut off
   */
  static Seeded readSeeded(
      ByteBuffer in, int magic, String name, String unit, int words, int most) {
    readHead(in, magic, name, SEEDED_HEAD);
    Seeded head = new Seeded(in.getInt(), in.getLong());
    if (head.units < 1 || head.units > most) {
      throw new IllegalArgumentException(
          "a %s of %d %s; allowed are 1 to %d".formatted(name, head.units, unit, most));
    }
    if (in.remaining() < (long) Long.BYTES * words * head.units) {
      throw new IllegalArgumentException(
          "a %s of %d %s is cut off".formatted(name, head.units, unit));
    }
    return head;
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

  /**
   * Sets what is set in others of as many words too, unless more than a share of all bits were set
   * then; returns how many bits are.
   *
   * @param other the filter that the others are of, for the message
   * @throws IllegalArgumentException if more were; nothing has changed then
   */
  static long unite(long[] words, long[] others, double mostFill, Object other) {
    double fill = unionBits(words, others) / (words.length * (double) Long.SIZE);
    if (fill > mostFill) {
      throw new IllegalArgumentException(
          "%s is not taken in: the union's fill of %.3f exceeds %.3f"
              .formatted(other, fill, mostFill));
    }
    return unite(words, others);
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
