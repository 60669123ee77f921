package org.spamwatch.overlay.live;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.Refusal;

/**
 * What another's clock shows, and as whose it counts: in a closed realm a member's, wherever it
 * listens; in an open one, where keys are free, an address group's.
 *
 * @param name of what counts once
 * @param millis what its clock shows, in milliseconds since the epoch
 */
record ClockVoice(String name, long millis) {
  /**
   * The voice of a peer that this node has dialled, by its greeting: a hello, or a refusal of this
   * node's clock. Empty if it is not of this realm, or in a closed one no member.
   *
   * @param key its key, as TLS has proven
   */
  static Optional<ClockVoice> of(
      GreetingTerms own, InetSocketAddress from, VerifyingKey key, Greeting greeting) {
    if (own.realm().isEmpty()) {
      return Optional.empty();
    }
    Realm realm = own.realm().get();
    if (greeting instanceof Hello hello && hello.realm().map(Realm::id).equals(id(realm))) {
      return of(own, realm, from, key, hello.membership(), hello.clockMillis());
    }
    return greeting instanceof Refusal refusal
            && refusal.end() == LinkEnd.CLOCK
            && refusal.realm().equals(realm.id())
        ? of(own, realm, from, key, refusal.membership(), refusal.clockMillis())
        : Optional.empty();
  }

  private static Optional<Id> id(Realm realm) {
    return Optional.of(realm.id());
  }

  private static Optional<ClockVoice> of(
      GreetingTerms own,
      Realm realm,
      InetSocketAddress from,
      VerifyingKey key,
      Optional<Membership> membership,
      long millis) {
    return (realm.authority().isEmpty()
            ? Optional.of(ofAddress(from))
            : membership
                .filter(shown -> isMember(own, realm.authority().get(), key, shown, millis))
                .map(shown -> key.nodeId().toString()))
        .map(name -> new ClockVoice(name, millis));
  }

  /** By its own clock, for this node's is what is in question. */
  private static boolean isMember(
      GreetingTerms own, VerifyingKey authority, VerifyingKey key, Membership shown, long millis) {
    return shown.holdsAt(millis, Admission.SKEW_MILLIS)
        && shown.isGenuine(authority, key)
        && !own.revocations().hasNode(key.nodeId())
        && !key.nodeId().equals(own.self().id());
  }

  /** An address group; in a local network an address; on this very host each of its ports. */
  private static String ofAddress(InetSocketAddress at) {
    String host = at.getAddress().getHostAddress();
    AddressGroup group = AddressGroup.of(new Endpoint(host, at.getPort()));
    return at.getAddress().isLoopbackAddress()
        ? host + " " + at.getPort()
        : group.isLocal() ? host : group.name();
  }
}
