package org.spamwatch.overlay.live;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.Refusal;

/**
 * Whose greeting is good enough, and in which words the operators of both sides read why it is not
 * ({@code docs/protocol.md}, "Handshake").
 */
final class Admission {
  /** How far clocks may differ; signed statements of peers are dated by them. */
  static final long SKEW_MILLIS = RealmSignatures.SKEW_MILLIS;

  private static final long MINUTE_MILLIS = 60_000;

  private final Versions spoken;
  private final GreetingTerms own;
  private final LongSupplier clockMillis;

  Admission(Versions spoken, GreetingTerms own, LongSupplier clockMillis) {
    this.spoken = spoken;
    this.own = own;
    this.clockMillis = clockMillis;
  }

  /** Whether a greeting only asks for this peer's realm; nothing else is taken from its sender. */
  boolean isQuestion(Hello hello) {
    return own.realm().isPresent() && hello.realm().isEmpty();
  }

  /** What the clock of a peer that this one has dialled shows, by its greeting. */
  Optional<ClockVoice> voice(InetSocketAddress from, VerifyingKey key, Greeting greeting) {
    return ClockVoice.of(own, from, key, greeting);
  }

  /**
   * Why a peer with such a greeting is refused, if it is.
   *
   * @param key its key, as TLS has proven
   */
  Optional<LinkException> objection(String peer, VerifyingKey key, Hello hello) {
    if (key.nodeId().equals(own.self().id())) {
      return Optional.of(self(peer));
    }
    if (!hello.contact().id().equals(key.nodeId())) {
      return Optional.of(otherIdentity(peer, hello.contact().id(), key.nodeId()));
    }
    Optional<Id> ownRealm = own.realm().map(Realm::id);
    Optional<Id> peerRealm = hello.realm().map(Realm::id);
    if (ownRealm.isPresent() && peerRealm.isPresent() && !ownRealm.equals(peerRealm)) {
      return Optional.of(otherRealm(peer, peerRealm.get()));
    }
    long now = clockMillis.getAsLong();
    if (hello.clockMillis() < now - SKEW_MILLIS || hello.clockMillis() > now + SKEW_MILLIS) {
      return Optional.of(otherClock(peer, hello.clockMillis()));
    }
    return isQuestion(hello)
        ? Optional.empty()
        : own.realm().flatMap(r -> stranger(peer, key, r, hello));
  }

  private Optional<LinkException> stranger(
      String peer, VerifyingKey key, Realm realm, Hello hello) {
    if (realm.authority().isEmpty()) {
      return Optional.empty();
    }
    String name = realm.id().brief();
    if (hello.membership().isEmpty()) {
      return refused(
          LinkEnd.NO_MEMBER,
          "peer %s is no member of realm %s: link refused; its operator has to ask the authority"
              + " for a membership",
          peer,
          name);
    }
    Membership membership = hello.membership().get();
    if (!membership.holdsAt(clockMillis.getAsLong(), SKEW_MILLIS)) {
      return refused(
          LinkEnd.EXPIRED,
          "peer %s has a membership of realm %s that holds %s: link refused; its operator has to"
              + " ask the authority for a new one",
          peer,
          name,
          period(membership));
    }
    if (!membership.isGenuine(realm.authority().get(), key)) {
      return refused(
          LinkEnd.FORGED,
          "peer %s shows a membership that the authority of realm %s did not give to its key: link"
              + " refused",
          peer,
          name);
    }
    return own.revocations().hasNode(key.nodeId())
        ? Optional.of(revoked(peer, "link refused"))
        : Optional.empty();
  }

  /** The membership by which a peer was let in: in a closed realm what it shows, else none. */
  Optional<Membership> heeded(Hello hello) {
    return own.realm().flatMap(Realm::authority).flatMap(authority -> hello.membership());
  }

  /** Whether a peer has been revoked. */
  boolean isRevoked(Id peer) {
    return own.revocations().hasNode(peer);
  }

  /** The line for a peer that was revoked while its link was open. */
  LinkException revokedSince(String peer) {
    return revoked(peer, "link closed");
  }

  private LinkException revoked(String peer, String effect) {
    return line(
        LinkEnd.REVOKED,
        "peer %s is revoked by the authority of realm %s: %s",
        peer,
        realmName(),
        effect);
  }

  /** How long a membership goes on to hold; empty if it has run out. */
  OptionalLong millisLeft(Membership membership) {
    long now = clockMillis.getAsLong();
    return membership.holdsAt(now, SKEW_MILLIS)
        ? OptionalLong.of(Math.max(1, membership.notAfterMillis() + SKEW_MILLIS - now + 1))
        : OptionalLong.empty();
  }

  /** The line for a peer whose membership has run out while its link was open. */
  LinkException ranOut(String peer, Membership membership) {
    return new LinkException(
        LinkEnd.EXPIRED,
        "peer %s has a membership that held %s: link closed".formatted(peer, period(membership)));
  }

  /** The line for a peer that has no version in common with this one. */
  LinkException otherVersion(String peer, String versions) {
    return line(
        LinkEnd.VERSION,
        "peer %s speaks protocol version %s, this peer speaks %s: link refused; upgrade the older"
            + " one",
        peer,
        versions,
        spoken.toString());
  }

  /** The line for a peer that has no realm where one is needed. */
  LinkException otherRealm(String peer, Id realm) {
    return new LinkException(
        LinkEnd.REALM,
        "peer %s belongs to realm %s, this peer to realm %s: link refused; bootstrap from a peer of one's own realm"
            .formatted(peer, realm.brief(), realmName()));
  }

  /** What a peer's refusal means, in this peer's words: its own could be anything. */
  LinkException refusedBy(String peer, Refusal refusal) {
    return switch (refusal.end()) {
      case VERSION -> otherVersion(peer, "" + refusal.version());
      case REALM -> otherRealm(peer, refusal.realm());
      case GARBAGE ->
          line(LinkEnd.GARBAGE, "peer %s could not read this peer's greeting: link refused", peer);
      case SELF -> self(peer);
      case IDENTITY ->
          line(
              LinkEnd.IDENTITY,
              "peer %s found this peer's id to be another than its key's: link refused",
              peer);
      case CLOCK -> otherClock(peer, refusal.clockMillis());
      case NO_MEMBER ->
          line(
              LinkEnd.NO_MEMBER,
              "peer %s asks for a membership of realm %s, which this peer has not: link refused;"
                  + " ask the authority for one",
              peer,
              refusal.realm().brief());
      case EXPIRED ->
          line(
              LinkEnd.EXPIRED,
              "peer %s refuses this peer's membership, which holds %s: link refused; ask the"
                  + " authority for a new one",
              peer,
              own.membership().map(Admission::period).orElse("never"));
      case FORGED ->
          line(
              LinkEnd.FORGED,
              "peer %s refuses this peer's membership: the authority of realm %s did not give it to"
                  + " this peer's key",
              peer,
              refusal.realm().brief());
      case REVOKED ->
          line(
              LinkEnd.REVOKED,
              "peer %s refuses this peer: the authority of realm %s has revoked it; ask the"
                  + " authority why",
              peer,
              refusal.realm().brief());
      default ->
          line(LinkEnd.CLOSED, "peer %s refused the link with code %s", peer, "" + refusal.code());
    };
  }

  private LinkException otherIdentity(String peer, Id claimed, Id proven) {
    return line(
        LinkEnd.IDENTITY,
        "peer %s says it is node %s, but its key is that of node %s: link refused",
        peer,
        claimed.brief(),
        proven.brief());
  }

  private LinkException otherClock(String peer, long peerMillis) {
    // Halves, for what a hostile clock says may be as far off as a long goes.
    long halves = Math.abs(peerMillis / 2 - clockMillis.getAsLong() / 2);
    return line(
        LinkEnd.CLOCK,
        "peer %s has a clock that differs from this peer's by %s min, at most %s: link refused; set"
            + " NTP on both",
        peer,
        String.valueOf(halves / (MINUTE_MILLIS / 2)),
        String.valueOf(SKEW_MILLIS / MINUTE_MILLIS));
  }

  private LinkException self(String peer) {
    return line(
        LinkEnd.SELF,
        "peer %s has this peer's own id %s: link refused; no peer is its own bootstrap, and each"
            + " has a data directory of its own",
        peer,
        own.self().id().brief());
  }

  private String realmName() {
    return own.realm().map(realm -> realm.id().brief()).orElse("none");
  }

  private static String period(Membership membership) {
    return "from " + day(membership.notBeforeMillis()) + " to " + day(membership.notAfterMillis());
  }

  private static String day(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static Optional<LinkException> refused(LinkEnd end, String format, String... words) {
    return Optional.of(line(end, format, words));
  }

  private static LinkException line(LinkEnd end, String format, String... words) {
    return new LinkException(end, format.formatted((Object[]) words));
  }
}
