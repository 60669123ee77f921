package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;

/**
 * A record as somebody hands it to a table.
 *
 * @param key what it is found by
 * @param leaseMillis how long it is to live from now; 0 or less: it does not
 */
public record Offer<R extends LeaseRecord<R>>(Id key, R record, long leaseMillis) {
  Offer<R> granted(long millis) {
    return new Offer<>(key, record, millis);
  }

  Offer<R> with(R other) {
    return new Offer<>(key, other, leaseMillis);
  }
}
