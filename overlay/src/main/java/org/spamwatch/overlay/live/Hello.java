package org.spamwatch.overlay.live;

import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * How a peer introduces itself when a link is opened. Nothing in it is proven before links are
 * encrypted and authenticated.
 *
 * @param realm the realm it belongs to; {@link Id#ZERO} is any: it has not chosen one yet
 * @param contact its id, and where it accepts links
 */
public record Hello(Id realm, Contact contact) implements Greeting {}
