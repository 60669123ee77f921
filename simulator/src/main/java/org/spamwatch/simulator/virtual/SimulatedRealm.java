package org.spamwatch.simulator.virtual;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;

/** The realm of simulated peers: which ids they have in it, and how they sign. */
final class SimulatedRealm {
  private final @Nullable ClosedRealm closed;
  private final Id id;
  private Optional<VerifyingKey> authority = Optional.empty();

  /**
   * A realm.
   *
   * @param isClosed whether peers have keys and memberships, and sign with Ed25519
   */
  SimulatedRealm(boolean isClosed, RandomGenerator random) {
    closed = isClosed ? new ClosedRealm(random) : null;
    id = closed == null ? Id.random(random) : closed.id();
  }

  Id id() {
    return id;
  }

  /** The id of a peer that is new in it. */
  Id newcomer(RandomGenerator random) {
    return closed == null ? Id.random(random) : closed.admit(random);
  }

  Signatures signatures(Id peer) {
    if (closed != null) {
      return closed.signatures(peer);
    }
    Revocations heeded = authority.isEmpty() ? Revocations.none() : new Revocations(authority);
    return new SharedSecretSignatures(peer, id.high(), heeded);
  }

  /** Those who sign from now on heed an authority's revocations, though their realm is open. */
  void revocableBy(VerifyingKey key) {
    authority = Optional.of(key);
  }

  /** The first list of the authority of a closed realm. */
  RevocationList revoked(Id peer) {
    return Objects.requireNonNull(closed).revoked(1, List.of(peer));
  }
}
