package org.spamwatch.overlay.identity;

import java.util.Arrays;
import java.util.Optional;

/**
 * What goes with a statement so that anybody can tell which node made it. Immutable, compared by
 * content.
 *
 * @param key the node's key, which gives its id
 * @param signature 64 bytes over the statement
 * @param membership that the node belongs to the realm, if that is closed
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, and compared by content
public record Proof(VerifyingKey key, byte[] signature, Optional<Membership> membership) {
  /** Checks the signature's length and copies it. */
  public Proof {
    if (signature.length != VerifyingKey.SIGNATURE_BYTES) {
      throw new IllegalArgumentException("a signature has 64 bytes, not " + signature.length);
    }
    signature = signature.clone();
  }

  @Override
  public byte[] signature() {
    return signature.clone();
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Proof other
        && key.equals(other.key)
        && Arrays.equals(signature, other.signature)
        && membership.equals(other.membership);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signature);
  }

  @Override
  public String toString() {
    return "proof of " + key.nodeId().brief();
  }
}
