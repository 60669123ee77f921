package org.spamwatch.sketch.counting;

import java.util.Arrays;

/**
 * The further bits of the large counts among 65,536 cells: a hash table with open addressing of
 * entries of 4 bytes, the cell's number in the lower half and the bits, never 0, in the upper one.
 * It is at most two thirds full, and doubled or halved to that.
 */
final class OverflowTable {
  /** The largest value. */
  static final int MOST = (1 << 16) - 1;

  private static final int LEAST_SLOTS = 4;
  private static final int MULTIPLIER = 0x9E3779B1; // 2^32 over the golden ratio, odd

  private int[] slots = {};
  private int size;

  /** The value of a cell, 0 if it has none. */
  int get(int cell) {
    return size == 0 ? 0 : slots[slot(cell)] >>> 16;
  }

  /** The slot of a cell, or the empty one where it belongs. */
  private int slot(int cell) {
    int slot = home(cell);
    while (slots[slot] != 0 && (slots[slot] & MOST) != cell) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private int home(int cell) {
    return (cell * MULTIPLIER) >>> Integer.numberOfLeadingZeros(slots.length - 1);
  }

  /** Gives a cell a value of 1 to {@link #MOST}. */
  void put(int cell, int value) {
    if (3 * (size + 1) > 2 * slots.length) {
      rehash(Math.max(LEAST_SLOTS, 2 * slots.length));
    }
    int slot = slot(cell);
    size += slots[slot] == 0 ? 1 : 0;
    slots[slot] = (value << 16) | cell;
  }

  /** Takes the value of a cell away, which has one. */
  void remove(int cell) {
    int empty = slot(cell);
    // What was pushed over the removed entry moves back, or it would not be found.
    for (int next = (empty + 1) & (slots.length - 1);
        slots[next] != 0;
        next = (next + 1) & (slots.length - 1)) {
      int distance = (next - home(slots[next] & MOST)) & (slots.length - 1);
      if (distance >= ((next - empty) & (slots.length - 1))) {
        slots[empty] = slots[next];
        empty = next;
      }
    }
    slots[empty] = 0;
    size--;
    if (slots.length > LEAST_SLOTS && 6 * size < slots.length) {
      rehash(slots.length / 2);
    }
  }

  private void rehash(int length) {
    int[] before = slots;
    slots = new int[length];
    for (int entry : before) {
      if (entry != 0) {
        slots[slot(entry & MOST)] = entry;
      }
    }
  }

  void clear() {
    Arrays.fill(slots, 0);
    size = 0;
  }

  OverflowTable copy() {
    OverflowTable copy = new OverflowTable();
    copy.slots = slots.clone();
    copy.size = size;
    return copy;
  }

  long bytes() {
    return (long) Integer.BYTES * slots.length;
  }
}
