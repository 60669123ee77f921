package org.spamwatch.overlay.pointer;

import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * A location mapping: an object, and a node that serves it or (withdrawn) no longer does.
 *
 * @param guid the object
 * @param server the node
 * @param sequence the server's own count for this object, rising; the highest wins
 * @param leaseMillis how long it still lives, by the holder's clock
 * @param withdrawn whether this is a tombstone
 */
public record Pointer(Id guid, Contact server, long sequence, long leaseMillis, boolean withdrawn) {
  /** Checks that the lease is not negative. */
  public Pointer {
    if (leaseMillis < 0) {
      throw new IllegalArgumentException("lease " + leaseMillis + " ms is below 0");
    }
  }
}
