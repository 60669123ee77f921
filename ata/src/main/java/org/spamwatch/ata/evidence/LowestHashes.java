package org.spamwatch.ata.evidence;

/**
 * The lowest of the distinct hashes that are offered, in signed order: a bottom-k sample, by which
 * two sets can be compared (Broder, On the Resemblance and Containment of Documents, 1997). Which
 * are kept depends on the set alone. The lowest four bits of a hash do not count, since they give
 * way to a kind.
 */
final class LowestHashes {
  private static final int KIND_BITS = 4;

  private final long[] values;
  private int size;

  LowestHashes(int most) {
    values = new long[most];
  }

  void offer(long hash) {
    long value = hash >> KIND_BITS << KIND_BITS;
    if (size == values.length && value >= values[size - 1]) {
      return;
    }
    int place = size;
    while (place > 0 && values[place - 1] > value) {
      place--;
    }
    if (place > 0 && values[place - 1] == value) {
      return;
    }
    size = Math.min(size + 1, values.length);
    System.arraycopy(values, place, values, place + 1, size - 1 - place);
    values[place] = value;
  }

  int size() {
    return size;
  }

  /** That of a rank, 0 the lowest. */
  long value(int rank) {
    return values[rank];
  }

  /** MurmurHash3's 64-bit finaliser: spreads a hash that is made by multiplying and adding. */
  static long mixed(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
    return h ^ (h >>> 33);
  }
}
