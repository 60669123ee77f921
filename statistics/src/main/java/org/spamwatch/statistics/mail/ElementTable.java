package org.spamwatch.statistics.mail;

import java.util.Arrays;

/** The elements of HTML that matter, found by their names in any case. */
final class ElementTable {
  /** Of one that ends the line before it. */
  static final int BREAKS = 1;

  /** Of one whose attributes are read. */
  static final int TOLD = 2;

  private static final int SLOTS = 256;

  private final byte[][] names = new byte[SLOTS][];
  private final byte[] kinds = new byte[SLOTS];

  /**
   * A table of elements in lower case, with blanks between them.
   *
   * @param breaks those that {@link #BREAKS} marks
   * @param told those that {@link #TOLD} marks
   */
  ElementTable(String breaks, String told) {
    Arrays.fill(names, new byte[0]);
    put(breaks, BREAKS);
    put(told, TOLD);
  }

  private void put(String elements, int kind) {
    for (String element : elements.split(" ", -1)) {
      byte[] name = Words.ascii(element);
      int slot = slot(name, 0, name.length);
      names[slot] = name;
      kinds[slot] |= (byte) kind;
    }
  }

  /** What an element is; 0 for one that is not in the table. */
  int kind(byte[] html, int from, int to) {
    return kinds[slot(html, from, to)];
  }

  /** The slot with that name, or the free one where it would be. */
  private int slot(byte[] html, int from, int to) {
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + (html[i] | 0x20);
    }
    int slot = hash & (SLOTS - 1);
    while (names[slot].length > 0 && !ByteSearch.isWord(html, from, to, names[slot])) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }
}
