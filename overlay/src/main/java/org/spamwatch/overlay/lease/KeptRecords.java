package org.spamwatch.overlay.lease;

import java.util.function.Consumer;
import org.spamwatch.overlay.Id;

/**
 * What this node keeps in a {@link LeaseTable} on its own account, beside what is leased there, and
 * in one index with it: without a lease, bounded by whoever adds it, neither listed nor handed
 * over, and nobody's room. What is kept and leased under one key stands there once.
 *
 * <p>Adding costs O(log n) a key, however many records share it; what is removed is looked for
 * among those. Looking up allocates nothing. Not thread-safe. A record takes some 9 bytes for each
 * of its keys, and 40 beside itself.
 *
 * @param <R> the record
 */
public final class KeptRecords<R extends LeaseRecord<R>> {
  private final LeasePages<R> pages;
  private final GatheredKeys<R> gathered;
  private int size;

  KeptRecords(LeasePages<R> pages) {
    this.pages = pages;
    this.gathered = new GatheredKeys<>(pages);
  }

  /** Records kept. */
  public int size() {
    return size;
  }

  /** Keeps a record under all of its keys, which it is not kept under yet. */
  public void add(R record) {
    for (int index = 0; index < record.keys(); index++) {
      pages.keep(pages.postings().keep(record, index));
    }
    size++;
  }

  /**
   * As {@link #add} for one of many, of which none is found before {@link #putGathered}: at a tenth
   * of the cost, where there are millions. Of one key they are newer in the order of their numbers.
   */
  public void gather(R record) {
    gathered.add(record);
    size++;
  }

  /**
   * Has what was gathered be found. Sorts it on the caller's thread; nothing else of the table may
   * be used until it is done.
   *
   * @param turns runs a part of it on the node's turn, and returns when it is done
   */
  public void putGathered(Consumer<Runnable> turns) {
    gathered.putIn(turns);
  }

  /** Keeps what is named as a record, and has its keys, no longer than it is leased. */
  public void remove(R name) {
    boolean isFound = false;
    for (int index = 0; index < name.keys(); index++) {
      long place = place(name, Id.of(name.first(index), name.rest().middle(), name.rest().low()));
      isFound |= place != LeasePages.NOWHERE;
      if (place != LeasePages.NOWHERE && pages.isLeased(place)) {
        pages.keepNoMore(place);
      } else if (place != LeasePages.NOWHERE) {
        pages.remove(place);
      }
    }
    size -= isFound ? 1 : 0;
  }

  private long place(R name, Id key) {
    for (long place = pages.from(key); pages.isAnyAt(place, key); place = pages.next(place)) {
      if (pages.isKept(place) && name.isNamedAs(pages.record(place))) {
        return place;
      }
    }
    return LeasePages.NOWHERE;
  }

  /** Takes a record of a name out that is kept under a key without a lease; false if none is. */
  boolean take(Id key, R name) {
    long place = pages.behindLeased(key);
    while (pages.isAnyAt(place, key)) {
      if (name.isNamedAs(pages.record(place))) {
        pages.remove(place);
        return true;
      }
      place = pages.next(place);
    }
    return false;
  }

  /**
   * How many records are kept under a key that has zeros behind its first 64 bits.
   *
   * @param most counted at most
   */
  public int count(long first, int most) {
    int count = 0;
    long place = pages.from(first);
    for (int walked = 0; count < most && pages.isAnyAt(place, first); walked++) {
      if (walked == LeasePages.WALKED) {
        return countMany(first, place, count, most);
      }
      count += pages.isKept(place) ? 1 : 0;
      place = pages.next(place);
    }
    return count;
  }

  /** As {@link #count}, of a key of whose records those before a place are counted. */
  private int countMany(long first, long from, int before, int most) {
    long behindLeased = pages.behindLeased(first);
    boolean isPastLeased = !pages.isLeased(from);
    long unleased = isPastLeased ? from : behindLeased;
    int count = (int) Math.min(most, (long) before + pages.between(unleased, pages.behind(first)));
    for (long place = from; !isPastLeased && place != behindLeased && count < most; ) {
      count += pages.isKept(place) ? 1 : 0;
      place = pages.next(place);
    }
    return count;
  }

  /**
   * The records kept under a key that has zeros behind its first 64 bits, by numbers below {@link
   * #numbers}: those that have no lease first, and the newest of them. One that is leased until
   * several times has several numbers.
   *
   * @param numbers takes as many as it has room for
   * @return how many there are in it
   */
  public int newest(long first, int[] numbers) {
    int count = 0;
    long from = pages.from(first);
    for (long place = pages.behind(first, from); place != from && count < numbers.length; ) {
      place = pages.previous(place);
      if (pages.isKept(place)) {
        numbers[count++] = pages.number(place);
      }
    }
    return count;
  }

  /** Numbers that there may be. */
  public int numbers() {
    return pages.postings().numbers();
  }

  /** The record that has a number. */
  public R record(int number) {
    return pages.postings().ofNumber(number).record();
  }
}
