package org.spamwatch.ata.adolr;

import java.util.Arrays;

/** Which records, by their numbers, the query under way has met: four bytes each. */
final class Met {
  private int[] by = {};
  private int query;

  /**
   * A query begins.
   *
   * @param numbers that there may be
   */
  void begin(int numbers) {
    if (by.length < numbers) {
      by = Arrays.copyOf(by, numbers);
    }
    query++;
  }

  boolean has(int number) {
    return by[number] == query;
  }

  /** Notes a record; false if it was met before. */
  boolean add(int number) {
    boolean isNew = by[number] != query;
    by[number] = query;
    return isNew;
  }
}
