package org.spamwatch.overlay.routing;

import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** A node that this node's own probe reached, with what was measured of the way to it. */
public final class Neighbour {
  private static final long NEVER = Long.MIN_VALUE;

  private final Contact contact;
  private final Id id; // the contact's, at hand for those who look through a table
  private final RoundTrip roundTrip = new RoundTrip();
  private long heardAtMillis = NEVER;

  /** A neighbour whose round trip is not measured yet. */
  public Neighbour(Contact contact) {
    this.contact = contact;
    this.id = contact.id();
  }

  /** Its id and endpoint. */
  public Contact contact() {
    return contact;
  }

  /** The group of its address. */
  AddressGroup group() {
    return contact.endpoint().group();
  }

  /** Its id. */
  public Id id() {
    return id;
  }

  /** The round trip to it. */
  public RoundTrip roundTrip() {
    return roundTrip;
  }

  /** It has given a sign of life: answered this node, or probed it. */
  public void heard(long nowMicros) {
    heardAtMillis = Math.floorDiv(nowMicros, 1000);
  }

  /** Whether it has given a sign of life at that time, to the millisecond, or since. */
  public boolean hasBeenHeardSince(long micros) {
    return heardAtMillis >= Math.floorDiv(micros, 1000);
  }
}
