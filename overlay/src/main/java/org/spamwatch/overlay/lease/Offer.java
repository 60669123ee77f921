package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;

/**
 * A record as somebody hands it to a table.
 *
 * @param key what it is found by
 * @param name what names it within its key
 * @param publisher who stands behind it
 * @param sequence the publisher's count, rising: its clock in microseconds since the epoch
 * @param withdrawn whether it takes an older record of the name back
 * @param leaseMillis how long it is to live from now; 0 or less: it does not
 */
public record Offer<N, R>(
    Id key,
    N name,
    R record,
    Publisher publisher,
    long sequence,
    boolean withdrawn,
    long leaseMillis) {
  Offer<N, R> granted(long millis) {
    return new Offer<>(key, name, record, publisher, sequence, withdrawn, millis);
  }

  Offer<N, R> with(R other) {
    return new Offer<>(key, name, other, publisher, sequence, withdrawn, leaseMillis);
  }
}
