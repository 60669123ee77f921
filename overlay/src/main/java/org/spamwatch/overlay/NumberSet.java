package org.spamwatch.overlay;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A set of numbers in the order in which they came, of which the eldest can be removed. They stand
 * in one array; few are looked for from its beginning to its end, of many an index says where they
 * stand. So a number costs 8 to 10 bytes, and where there are more than {@value #FEW} some 20,
 * while one in a {@link java.util.LinkedHashSet} costs 70. Whoever chooses numbers for it can make
 * a look-up cost as much as a walk over them all. Not thread-safe.
 */
final class NumberSet extends AbstractSet<Long> {
  /** As many as are searched about as fast as an index is. */
  static final int FEW = 128;

  private long[] numbers = new long[4];

  /** Where the numbers are, counted from 1, by their hash; 0 is a free place. */
  private int @Nullable [] index;

  private int first;
  private int end;

  @Override
  public int size() {
    return end - first;
  }

  @Override
  public boolean contains(Object number) {
    return number instanceof Long sought && holds(sought);
  }

  private boolean holds(long sought) {
    int[] places = index;
    if (places == null) {
      for (int i = first; i < end; i++) {
        if (numbers[i] == sought) {
          return true;
        }
      }
      return false;
    }
    for (int slot = slot(sought, places); places[slot] != 0; slot = next(slot, places)) {
      int place = places[slot] - 1;
      if (place >= first && numbers[place] == sought) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean add(Long number) {
    if (holds(number)) {
      return false;
    }
    if (end == numbers.length) {
      makeRoom();
    }
    numbers[end++] = number;
    if (index != null) {
      enter(end - 1, index);
    }
    return true;
  }

  /** Closes the gap that removed numbers have left, and grows unless that was a large one. */
  private void makeRoom() {
    int size = size();
    int room = size < numbers.length / 2 ? numbers.length : size + size / 4 + 4;
    numbers = Arrays.copyOf(Arrays.copyOfRange(numbers, first, end), room);
    first = 0;
    end = size;
    index = room > FEW ? new int[2 * Integer.highestOneBit(room + room / 2)] : null;
    for (int i = 0; index != null && i < end; i++) {
      enter(i, index);
    }
  }

  private void enter(int place, int[] places) {
    int slot = slot(numbers[place], places);
    while (places[slot] != 0) {
      slot = next(slot, places);
    }
    places[slot] = place + 1;
  }

  private static int slot(long number, int[] places) {
    return (int) ((number * 0x9E3779B97F4A7C15L) >>> 32) & (places.length - 1);
  }

  private static int next(int slot, int[] places) {
    return (slot + 1) & (places.length - 1);
  }

  /** From the eldest on; of what it returns only the eldest can be removed. */
  @Override
  public Iterator<Long> iterator() {
    return new Iterator<>() {
      private int next = first;

      @Override
      public boolean hasNext() {
        return next < end;
      }

      @Override
      public Long next() {
        if (next >= end) {
          throw new NoSuchElementException();
        }
        return numbers[next++];
      }

      @Override
      public void remove() {
        if (next != first + 1) {
          throw new IllegalStateException("only the eldest number can be removed");
        }
        first = next;
      }
    };
  }
}
