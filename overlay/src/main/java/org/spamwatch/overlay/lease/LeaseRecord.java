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
  /** An id whose bits from the 65th on are those of every key that the record is held under. */
  Id rest();

  /** Whether another record is of the same name: under one key the newer takes its place. */
  boolean isNamedAs(R other);

  /** Who stands behind it. */
  Publisher publisher();

  /** The publisher's count, rising: its clock in microseconds since the epoch. */
  long sequence();

  /** Whether it takes an older record of its name back. */
  boolean withdrawn();
}
