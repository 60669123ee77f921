package org.spamwatch.statistics.mail;

import java.util.Arrays;

/** Bytes that grow to a limit and are used again; what does not fit any more is dropped. */
final class Bytes {
  private static final int FIRST = 4096;

  private final int limit;
  private byte[] array;
  private int length;

  Bytes(int limit) {
    this.limit = limit;
    array = new byte[Math.min(limit, FIRST)];
  }

  /** Of which the first {@link #length} count; another one once more have been added. */
  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  void add(int value) {
    if (length < array.length || room(1)) {
      array[length++] = (byte) value;
    }
  }

  void add(byte[] from, int start, int end) {
    int count = end - start;
    if (count > array.length - length) {
      room(count);
      count = Math.min(count, array.length - length);
    }
    System.arraycopy(from, start, array, length, count);
    length += count;
  }

  /** A character as UTF-8; one that does not fit is dropped whole. */
  void addCharacter(int character) {
    if (character < 0x80) {
      add(character);
    } else if (length + Integer.BYTES <= array.length || room(Integer.BYTES)) {
      length = Utf8.put(character, array, length);
    }
  }

  /** Makes room for so many more, or for as many as the limit leaves; says for how many. */
  int reserve(int count) {
    if (count > array.length - length) {
      room(count);
    }
    return Math.min(count, array.length - length);
  }

  /** So many were written behind {@link #length}, of those reserved. */
  void written(int count) {
    length += count;
  }

  private boolean room(int count) {
    long wanted = Math.max((long) length + count, 2L * array.length);
    if (array.length < limit) {
      array = Arrays.copyOf(array, (int) Math.min(wanted, limit));
    }
    return count <= array.length - length;
  }
}
