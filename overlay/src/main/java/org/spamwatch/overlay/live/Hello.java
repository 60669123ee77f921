package org.spamwatch.overlay.live;

import java.util.List;
import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;

/**
 * How a peer introduces itself when a link is opened. Its id is proven by TLS, its membership by
 * the authority's signature; its endpoint is only claimed.
 *
 * @param versions of the protocol that it speaks
 * @param clockMillis its clock, in milliseconds since the epoch
 * @param realm the realm it belongs to; none: it has not chosen one yet and asks for the receiver's
 * @param membership of the realm, if that is closed
 * @param contact its id, and where it accepts links
 * @param capabilities the numbers of what else it can do; this peer knows none yet
 */
public record Hello(
    Versions versions,
    long clockMillis,
    Optional<Realm> realm,
    Optional<Membership> membership,
    Contact contact,
    List<Integer> capabilities)
    implements Greeting {
  /** Copies the list. */
  public Hello {
    capabilities = List.copyOf(capabilities);
  }
}
