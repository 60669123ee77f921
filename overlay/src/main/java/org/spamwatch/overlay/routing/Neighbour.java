package org.spamwatch.overlay.routing;

import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * A node that this node's own probe reached, with what was measured of the way to it.
 *
 * <p>It is its own round trip, and its address group is kept with its endpoint, which many nodes of
 * a simulation share: a node has nearly a hundred neighbours, and they are most of what it is made
 * of.
 */
public final class Neighbour extends RoundTrip {
  private final Contact contact;
  private int heardAtMillis; // the lower half; 0 if it never was

  /** A neighbour whose round trip is not measured yet. */
  public Neighbour(Contact contact) {
    this.contact = contact;
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
    return contact.id();
  }

  /** The round trip to it. */
  public RoundTrip roundTrip() {
    return this;
  }

  /** It has given a sign of life: answered this node, or probed it. */
  public void heard(long nowMicros) {
    int millis = (int) Math.floorDiv(nowMicros, 1000);
    heardAtMillis = millis == 0 ? 1 : millis;
  }

  /**
   * Whether it has given a sign of life at that time, to the millisecond, or since; within 24 days.
   */
  public boolean hasBeenHeardSince(long micros) {
    return heardAtMillis != 0 && heardAtMillis - (int) Math.floorDiv(micros, 1000) >= 0;
  }
}
