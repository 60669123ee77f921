package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Limits;

/**
 * How much a table of records may hold.
 *
 * @param self this node; its own records count for their key only
 * @param inAll most records of others
 * @param perKey most records for one key
 * @param perPublisher most records of one publisher
 * @param perGroup most records of the publishers of one {@link org.spamwatch.overlay.AddressGroup}
 */
record Capacity(Contact self, int inAll, int perKey, int perPublisher, int perGroup) {
  /** Room by the limits' shares of publishers and groups. */
  public static Capacity of(Contact self, int inAll, int perKey, Limits limits) {
    return new Capacity(
        self,
        inAll,
        perKey,
        share(inAll, limits.maxPublisherPercent()),
        share(inAll, limits.maxGroupPercent()));
  }

  private static int share(int inAll, int percent) {
    return (int) Math.max(1, (long) inAll * percent / 100);
  }
}
