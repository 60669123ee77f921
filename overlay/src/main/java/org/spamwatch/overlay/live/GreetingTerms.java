package org.spamwatch.overlay.live;

import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.Revocations;

/**
 * What a node says of itself in every greeting.
 *
 * @param self its id and endpoint
 * @param realm the realm it belongs to, once that is chosen
 * @param membership its own, if the realm is closed
 * @param revocations whom the node links to no longer; of these it says nothing
 */
record GreetingTerms(
    Contact self, Optional<Realm> realm, Optional<Membership> membership, Revocations revocations) {
  /** Of a node that knows of nobody revoked. */
  GreetingTerms(Contact self, Optional<Realm> realm, Optional<Membership> membership) {
    this(self, realm, membership, Revocations.none());
  }
}
