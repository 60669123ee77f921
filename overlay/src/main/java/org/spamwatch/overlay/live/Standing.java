package org.spamwatch.overlay.live;

import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;

/**
 * What a node says of itself in every greeting.
 *
 * @param self its id and endpoint
 * @param realm the realm it belongs to, once that is chosen
 * @param membership its own, if the realm is closed
 */
record Standing(Contact self, Optional<Realm> realm, Optional<Membership> membership) {}
