package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a {@link Lookup} found: publications, and how many features each shares with the query. */
final class Found {
  private PackedPublication[] records = new PackedPublication[8];
  private int[] shared = new int[8];
  private int size;
  private int of;

  /** Forgets what the query before has found. */
  void begin(QueryVector query) {
    of = query.size();
    size = 0;
  }

  void add(PackedPublication record, int sharing) {
    if (size == records.length) {
      records = Arrays.copyOf(records, 2 * size);
      shared = Arrays.copyOf(shared, 2 * size);
    }
    records[size] = record;
    shared[size++] = sharing;
  }

  /** Whether it has the same vector of the same object. */
  boolean has(PackedPublication record) {
    for (int place = 0; place < size; place++) {
      if (records[place].guid().equals(record.guid())
          && records[place].digest().equals(record.digest())) {
        return true;
      }
    }
    return false;
  }

  int size() {
    return size;
  }

  PackedPublication record(int place) {
    return records[place];
  }

  /** What is told of what was found at a place. */
  Match match(int place) {
    PackedPublication record = records[place];
    return new Match(record.guid(), record.digest(), shared[place], of);
  }

  List<Match> matches() {
    List<Match> all = new ArrayList<>(size);
    for (int place = 0; place < size; place++) {
      all.add(match(place));
    }
    return all;
  }
}
