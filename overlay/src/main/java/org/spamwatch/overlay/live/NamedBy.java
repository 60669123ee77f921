package org.spamwatch.overlay.live;

import java.util.Optional;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Endpoint;

/**
 * Who chose the name of a host: this node, as of its seeds and of nodes that it has heard, or
 * another, as one counts who may have many keys: an address group, in a local network an endpoint.
 *
 * @param name empty if nobody else did
 */
record NamedBy(String name) {
  /** A name that this node was told by its operator, or by whom it belongs to. */
  static final NamedBy NOBODY_ELSE = new NamedBy("");

  /** Another one's choice; all whose endpoint is not remembered are one. */
  static NamedBy of(Optional<Endpoint> teller) {
    return new NamedBy(teller.map(NamedBy::name).orElse("somebody"));
  }

  private static String name(Endpoint teller) {
    AddressGroup group = AddressGroup.of(teller);
    return group.isLocal() ? teller.toString() : group.name();
  }

  boolean isStranger() {
    return !name.isEmpty();
  }
}
