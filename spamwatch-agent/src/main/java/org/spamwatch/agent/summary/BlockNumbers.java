package org.spamwatch.agent.summary;

import java.util.Arrays;

/**
 * A number of 64 bits for each block of one epoch of one origin, in the order of the blocks'
 * numbers: twelve bytes a block. Adding costs little where blocks come in that order, else
 * O(blocks) moves of memory. Not thread-safe.
 */
public final class BlockNumbers {
  private static final int LEAST = 2;

  private int[] numbers = new int[LEAST];
  private long[] values = new long[LEAST];
  private int start;
  private int end;

  /** How many blocks there are. */
  public int size() {
    return end - start;
  }

  /** The number of a block by its place among them, 0 to {@link #size} - 1. */
  public int number(int place) {
    return numbers[start + place];
  }

  /** What was put for a block, by its place among them. */
  public long value(int place) {
    return values[start + place];
  }

  /** The place of the first block whose number is not below another; the size if there is none. */
  public int placeOf(int number) {
    int found = Arrays.binarySearch(numbers, start, end, number);
    return (found < 0 ? -found - 1 : found) - start;
  }

  /** Whether there is a block of this number. */
  public boolean contains(int number) {
    int place = placeOf(number);
    return place < size() && number(place) == number;
  }

  /** Adds a block whose number is not there. */
  public void put(int number, long value) {
    if (end == numbers.length) {
      makeRoom();
    }
    int at = start + placeOf(number);
    System.arraycopy(numbers, at, numbers, at + 1, end - at);
    System.arraycopy(values, at, values, at + 1, end - at);
    numbers[at] = number;
    values[at] = value;
    end++;
  }

  /** Puts another number for a block, by its place among them. */
  public void replace(int place, long value) {
    values[start + place] = value;
  }

  /** Behind the last one: by half, unless much is free before the first one. */
  private void makeRoom() {
    int size = size();
    int room = start > size / 4 ? numbers.length : size + size / 2 + 1;
    int[] moved = new int[room];
    long[] along = new long[room];
    System.arraycopy(numbers, start, moved, 0, size);
    System.arraycopy(values, start, along, 0, size);
    numbers = moved;
    values = along;
    start = 0;
    end = size;
  }

  /** Takes out the blocks with the lowest numbers. */
  public void removeFirst(int count) {
    start += count;
    if (start == end) {
      numbers = new int[LEAST];
      values = new long[LEAST];
      start = 0;
      end = 0;
    }
  }
}
