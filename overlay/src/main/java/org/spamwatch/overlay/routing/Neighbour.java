package org.spamwatch.overlay.routing;

import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/** A node that this node's own probe reached, with what was measured of the way to it. */
public final class Neighbour {
  private final Contact contact;
  private final RoundTrip roundTrip = new RoundTrip();
  private @Nullable AddressGroup group; // worked out when first asked for
  private long heardAtMicros = Long.MIN_VALUE;

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
    AddressGroup known = group;
    if (known == null) {
      known = AddressGroup.of(contact.endpoint());
      group = known;
    }
    return known;
  }

  /** Its id. */
  public Id id() {
    return contact.id();
  }

  /** The round trip to it. */
  public RoundTrip roundTrip() {
    return roundTrip;
  }

  /** It has given a sign of life: answered this node, or probed it. */
  public void heard(long nowMicros) {
    heardAtMicros = nowMicros;
  }

  /** Whether it has given a sign of life at that time or since. */
  public boolean hasBeenHeardSince(long micros) {
    return heardAtMicros >= micros;
  }
}
