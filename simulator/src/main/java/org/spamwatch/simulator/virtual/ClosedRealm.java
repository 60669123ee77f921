package org.spamwatch.simulator.virtual;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.SigningKey;

/** A realm whose authority admits every peer of an experiment, with real keys that a seed gives. */
final class ClosedRealm {
  private static final int REMEMBERED = 100_000;

  private final SigningKey authority;
  private final Realm realm;
  private final Map<Id, SigningKey> members = new LinkedHashMap<>();

  ClosedRealm(RandomGenerator random) {
    authority = key(random);
    realm = Realm.closed(authority.verifyingKey());
  }

  static SigningKey key(RandomGenerator random) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    random.nextBytes(seed);
    return SigningKey.ofSeed(seed);
  }

  Id id() {
    return realm.id();
  }

  /** Admits a peer; returns its id, which its key gives. */
  Id admit(RandomGenerator random) {
    SigningKey key = key(random);
    members.put(key.nodeId(), key);
    return key.nodeId();
  }

  /** What the authority says of those that it takes its word back for. */
  RevocationList revoked(long sequence, List<Id> nodes) {
    return RevocationList.issue(authority, sequence, 1, nodes, List.of());
  }

  /** The signatures of a peer that was admitted. */
  Signatures signatures(Id peer) {
    SigningKey key = Objects.requireNonNull(members.get(peer));
    Membership forEver = Membership.issue(authority, key.verifyingKey(), 0, Long.MAX_VALUE / 2);
    return new RealmSignatures(key, realm, Optional.of(forEver), REMEMBERED);
  }
}
