package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.Refusal;

class AdmissionTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final long TEN_MINUTES = 600_000;
  private static final Realm OPEN = Realm.open(Id.ofHex("aa"));
  private static final VerifyingKey PEER = LiveFixture.key("peer").verifyingKey();

  private static Contact contact(VerifyingKey key) {
    return new Contact(key.nodeId(), new Endpoint("192.0.2.7", 9460));
  }

  private static Admission of(Optional<Realm> realm, Optional<Membership> membership) {
    Contact self = contact(LiveFixture.key("self").verifyingKey());
    return new Admission(new Versions(1, 1), new GreetingTerms(self, realm, membership), () -> NOW);
  }

  private static Hello hello(long clockMillis, Optional<Realm> realm) {
    return new Hello(
        new Versions(1, 1), clockMillis, realm, Optional.empty(), contact(PEER), List.of());
  }

  private static Optional<LinkEnd> end(Admission admission, Hello hello) {
    return admission.objection("x", PEER, hello).map(LinkException::end);
  }

  @Test
  void aPeerThatHasNotChosenItsRealmMayAsk() {
    Admission admission = of(Optional.of(OPEN), Optional.empty());
    assertThat(end(admission, hello(NOW, Optional.empty()))).isEmpty();
    assertThat(admission.isQuestion(hello(NOW, Optional.empty()))).isTrue();
    assertThat(end(admission, hello(NOW, Optional.of(OPEN)))).isEmpty();
    assertThat(admission.isQuestion(hello(NOW, Optional.of(OPEN)))).isFalse();
    Optional<Realm> other = Optional.of(Realm.open(Id.ofHex("ab")));
    assertThat(end(admission, hello(NOW, other))).contains(LinkEnd.REALM);
    assertThat(end(of(Optional.empty(), Optional.empty()), hello(NOW, other))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {-TEN_MINUTES, 0, TEN_MINUTES})
  void clocksMayDifferByTenMinutes(long off) {
    Admission admission = of(Optional.of(OPEN), Optional.empty());
    assertThat(end(admission, hello(NOW + off, Optional.of(OPEN)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        NOW - TEN_MINUTES - 1,
        NOW + TEN_MINUTES + 1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        NOW + Long.MIN_VALUE,
        0
      })
  void clocksMayNotDifferByMore(long clock) {
    Admission admission = of(Optional.of(OPEN), Optional.empty());
    assertThat(end(admission, hello(clock, Optional.of(OPEN)))).contains(LinkEnd.CLOCK);
  }

  @Test
  void whoClaimsAnOpenRealmOfAClosedOnesNameIsNoMember() {
    Realm closed = Realm.closed(LiveFixture.key("authority").verifyingKey());
    Admission admission = of(Optional.of(closed), Optional.empty());
    Optional<Realm> pretended = Optional.of(Realm.open(closed.id()));
    assertThat(end(admission, hello(NOW, pretended))).contains(LinkEnd.NO_MEMBER);
  }

  @Test
  void aRevokedMemberIsRefusedAndBothOperatorsReadWhy() {
    SigningKey authority = LiveFixture.key("authority");
    Realm closed = Realm.closed(authority.verifyingKey());
    Revocations revocations = new Revocations(closed.authority());
    Contact self = contact(LiveFixture.key("self").verifyingKey());
    Admission admission =
        new Admission(
            new Versions(1, 1),
            new GreetingTerms(self, Optional.of(closed), Optional.empty(), revocations),
            () -> NOW);
    Membership membership = Membership.issue(authority, PEER, NOW, NOW + 1);
    Hello hello =
        new Hello(
            new Versions(1, 1),
            NOW,
            Optional.of(closed),
            Optional.of(membership),
            contact(PEER),
            List.of());
    assertThat(end(admission, hello)).isEmpty();
    revocations.take(RevocationList.issue(authority, 1, NOW, List.of(PEER.nodeId()), List.of()));
    assertThat(end(admission, hello)).contains(LinkEnd.REVOKED);
    assertThat(admission.isRevoked(PEER.nodeId())).isTrue();
    assertThat(admission.objection("192.0.2.9:9460", PEER, hello).orElseThrow())
        .hasMessage(
            "peer 192.0.2.9:9460 is revoked by the authority of realm "
                + closed.id().brief()
                + ": link refused");
    int code = LinkEnd.REVOKED.code();
    assertThat(
            admission.refusedBy("x", new Refusal(1, code, closed.id(), NOW, "", Optional.empty())))
        .hasMessageStartingWith("peer x refuses this peer: the authority of realm ");
  }

  @Test
  void aRefusalIsToldInThisPeersOwnWords() {
    Admission admission = of(Optional.of(OPEN), Optional.empty());
    Refusal refusal = new Refusal(1, 99, Id.ZERO, NOW, "\u001b[2Jhostile", Optional.empty());
    assertThat(admission.refusedBy("192.0.2.9:9460", refusal))
        .hasMessage("peer 192.0.2.9:9460 refused the link with code 99");
  }
}
