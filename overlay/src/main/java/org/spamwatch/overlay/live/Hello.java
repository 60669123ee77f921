package org.spamwatch.overlay.live;

import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;

/**
 * How a peer introduces itself when a link is opened. Its id is proven by TLS, its membership by
 * the authority's signature; its endpoint is only claimed.
 *
 * @param clockMillis its clock, in milliseconds since the epoch
 * @param realm the realm it belongs to; none: it has not chosen one yet and asks for the receiver's
 * @param membership of the realm, if that is closed
 * @param contact its id, and where it accepts links
 */
public record Hello(
    long clockMillis, Optional<Realm> realm, Optional<Membership> membership, Contact contact)
    implements Greeting {}
