package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;

/**
 * What a {@link LeaseTable} holds. It says itself all that the table has to know of it, but under
 * which of its keys it is held there and for how long: so a record that is held under many keys is
 * one object, and a place in the table is a few numbers.
 *
 * @param <R> the record's own class
 */
public interface LeaseRecord<R> {
  /** An id whose bits from the 65th on are those of every key that the record may be held under. */
  Id rest();

  /** Keys that it may be held under, 1 to 64. */
  int keys();

  /** The first 64 bits of one of them, from 0. */
  long first(int index);

  /**
   * Which of its keys has these first 64 bits.
   *
   * @throws IllegalArgumentException if none has
   */
  default int indexOf(long first) {
    for (int index = 0; index < keys(); index++) {
      if (first(index) == first) {
        return index;
      }
    }
    throw new IllegalArgumentException("a record is held under " + first + ", which it has not");
  }

  /** Whether another record is of the same name: under one key the newer takes its place. */
  boolean isNamedAs(R other);

  /** Who stands behind it. */
  Publisher publisher();

  /** The publisher's count, rising: its clock in microseconds since the epoch. */
  long sequence();

  /** Whether it takes an older record of its name back. */
  boolean withdrawn();
}
