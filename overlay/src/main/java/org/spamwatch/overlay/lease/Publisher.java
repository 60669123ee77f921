package org.spamwatch.overlay.lease;

import java.util.Optional;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * Who stands behind records: what all records of one publisher have in common, so that a table
 * holds it once. Immutable, compared by content.
 *
 * @param contact the publisher as its records name it
 * @param key the key that signs them
 * @param membership that the key belongs to the realm, if that is closed
 */
public record Publisher(Contact contact, VerifyingKey key, Optional<Membership> membership) {
  /** Whoever gave a proof under a name. */
  public static Publisher of(Contact contact, Proof proof) {
    return new Publisher(contact, proof.key(), proof.membership());
  }

  /** The proof of one record. */
  public Proof proof(byte[] signature) {
    return new Proof(key, signature, membership);
  }

  AddressGroup group() {
    return AddressGroup.of(contact.endpoint());
  }
}
