package org.spamwatch.overlay.lease;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseTable.Leased;

/**
 * Records with the ends of their leases, by number. A <em>posting</em> is such a number and which
 * of the record's keys is meant; those of one record and one end have one number, if they are added
 * one after the other. A number takes 8 bytes beside its object, and is given anew once nothing is
 * posted with it.
 */
final class Postings<R extends LeaseRecord<R>> {
  /** The end of the lease of what is kept and has none. */
  static final long UNLEASED = Long.MIN_VALUE;

  private static final int INDEX_BITS = 6;
  private static final int LAST_INDEX = (1 << INDEX_BITS) - 1;
  private static final int MOST = 1 << (Integer.SIZE - INDEX_BITS);
  private static final int NO_NUMBER = -1;

  private Object[] leased = {};

  /** How many postings there are of each number; of one that is free the next that is. */
  private int[] uses = {};

  private final BitSet kept = new BitSet();
  private int free = NO_NUMBER;
  private int last = NO_NUMBER;

  static int number(int posting) {
    return posting >>> INDEX_BITS;
  }

  /** Numbers that there may be: the highest and one. */
  int numbers() {
    return uses.length;
  }

  /** What has a number. */
  @SuppressWarnings("unchecked") // nothing else is put there
  Leased<R> ofNumber(int number) {
    return (Leased<R>) leased[number];
  }

  Leased<R> leased(int posting) {
    return ofNumber(number(posting));
  }

  boolean isKept(int posting) {
    return kept.get(number(posting));
  }

  /** The first 64 bits of the key of a posting. */
  long first(int posting) {
    return leased(posting).record().first(posting & LAST_INDEX);
  }

  /** How the key of a posting compares to one. */
  int order(int posting, long high, long middle, int low) {
    R record = leased(posting).record();
    int order = Long.compareUnsigned(record.first(posting & LAST_INDEX), high);
    if (order != 0) {
      return order;
    }
    Id rest = record.rest();
    order = Long.compareUnsigned(rest.middle(), middle);
    return order != 0 ? order : Integer.compareUnsigned(rest.low(), low);
  }

  /**
   * One more posting.
   *
   * @param index which of the record's keys
   */
  int add(R record, int index, long end, boolean isKept) {
    if (!isLast(record, end, isKept)) {
      last = newNumber();
      leased[last] = new Leased<>(record, end);
      uses[last] = 0;
      kept.set(last, isKept);
    }
    uses[last]++;
    return last << INDEX_BITS | Objects.checkIndex(index, LAST_INDEX + 1);
  }

  /** One more posting, of what is kept and has no lease. */
  int keep(R record, int index) {
    return add(record, index, UNLEASED, true);
  }

  private boolean isLast(R record, long end, boolean isKept) {
    if (last == NO_NUMBER || kept.get(last) != isKept) {
      return false;
    }
    Leased<R> same = ofNumber(last);
    return same.record() == record && same.expiresAtMicros() == end;
  }

  /** One posting less. */
  void remove(int posting) {
    int number = number(posting);
    uses[number]--;
    if (uses[number] == 0) {
      leased[number] = null;
      uses[number] = free;
      free = number;
      last = last == number ? NO_NUMBER : last;
    }
  }

  private int newNumber() {
    if (free == NO_NUMBER) {
      int had = uses.length;
      int all = Math.min(MOST, had + had / 4 + 4);
      if (all == had) {
        throw new IllegalStateException("more than " + MOST + " records are held");
      }
      leased = Arrays.copyOf(leased, all);
      uses = Arrays.copyOf(uses, all);
      for (int number = all - 1; number >= had; number--) {
        uses[number] = free;
        free = number;
      }
    }
    int number = free;
    free = uses[number];
    return number;
  }
}
