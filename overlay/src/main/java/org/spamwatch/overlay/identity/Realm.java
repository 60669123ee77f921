package org.spamwatch.overlay.identity;

import java.util.Optional;
import org.spamwatch.overlay.Id;

/**
 * Whom a node takes for its own. An open realm takes whoever names its id; a closed one whoever its
 * authority has given a {@link Membership}.
 *
 * @param id names the realm
 * @param authority the key of the authority, if the realm is closed; the id is then derived from it
 */
public record Realm(Id id, Optional<VerifyingKey> authority) {
  private static final String TAG = "spamwatch-realm-v1";

  /** Checks that the id is the authority's. */
  public Realm {
    if (authority.isPresent() && !authority.get().hashed(TAG).equals(id)) {
      throw new IllegalArgumentException("realm " + id + " is not that of its authority's key");
    }
  }

  /** A realm that anybody may join. */
  public static Realm open(Id id) {
    return new Realm(id, Optional.empty());
  }

  /**
   * The realm of an authority; its id is the first 160 bits of SHA-256 of {@code
   * spamwatch-realm-v1} and the raw key.
   */
  public static Realm closed(VerifyingKey authority) {
    return new Realm(authority.hashed(TAG), Optional.of(authority));
  }

  /** Whether only members take part. */
  public boolean isClosed() {
    return authority.isPresent();
  }
}
