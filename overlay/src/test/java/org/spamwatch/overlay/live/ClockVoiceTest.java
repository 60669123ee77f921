package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Calendar;
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

class ClockVoiceTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final long DAY = 86_400_000;
  private static final Realm OPEN = Realm.open(Id.ofHex("aa"));
  private static final SigningKey AUTHORITY = LiveFixture.key("authority");
  private static final Realm CLOSED = Realm.closed(AUTHORITY.verifyingKey());
  private static final Contact SELF = contact(LiveFixture.key("self").verifyingKey());

  private static Contact contact(VerifyingKey key) {
    return new Contact(key.nodeId(), new Endpoint("192.0.2.7", 9460));
  }

  private static VerifyingKey peer(int number) {
    return LiveFixture.key("peer" + number).verifyingKey();
  }

  private static GreetingTerms in(Realm realm) {
    return new GreetingTerms(SELF, Optional.of(realm), Optional.empty());
  }

  private static Optional<Membership> member(VerifyingKey key) {
    return Optional.of(Membership.issue(AUTHORITY, key, NOW - DAY, NOW + DAY));
  }

  private static Hello hello(
      long clock, Optional<Realm> realm, VerifyingKey key, Optional<Membership> membership) {
    return new Hello(new Versions(1, 1), clock, realm, membership, contact(key), List.of());
  }

  private static Refusal refusal(int code, Id realm, Optional<Membership> membership) {
    return new Refusal(1, code, realm, NOW + 9, "CLOCK", membership);
  }

  private static Optional<ClockVoice> voice(
      GreetingTerms own, String host, VerifyingKey key, Greeting greeting) throws Exception {
    return ClockVoice.of(
        own, new InetSocketAddress(InetAddress.getByName(host), 9460), key, greeting);
  }

  private static Optional<String> name(GreetingTerms own, String host, int peer) throws Exception {
    VerifyingKey key = peer(peer);
    return voice(own, host, key, hello(NOW, own.realm(), key, member(key))).map(ClockVoice::name);
  }

  @Test
  void clocksOfOnesOwnRealmAreHeardHoweverWrong() throws Exception {
    VerifyingKey key = peer(0);
    Optional<Membership> none = Optional.empty();
    Id other = Id.ofHex("ab");
    String host = "192.0.2.7";
    GreetingTerms open = in(OPEN);
    assertThat(voice(open, host, key, hello(7, Optional.of(OPEN), key, none)))
        .hasValue(new ClockVoice("192.0.2.0/24", 7));
    assertThat(voice(open, host, key, hello(7, Optional.of(Realm.open(other)), key, none)))
        .isEmpty();
    assertThat(voice(open, host, key, hello(7, Optional.empty(), key, none))).isEmpty();
    assertThat(voice(open, host, key, refusal(LinkEnd.CLOCK.code(), OPEN.id(), none)))
        .hasValue(new ClockVoice("192.0.2.0/24", NOW + 9));
    assertThat(voice(open, host, key, refusal(LinkEnd.CLOCK.code(), other, none))).isEmpty();
    assertThat(voice(open, host, key, refusal(LinkEnd.REVOKED.code(), OPEN.id(), none))).isEmpty();
    GreetingTerms undecided = new GreetingTerms(SELF, Optional.empty(), none);
    assertThat(voice(undecided, host, key, hello(7, Optional.empty(), key, none))).isEmpty();
  }

  @Test
  void inAnOpenRealmAnAddressGroupIsOneVoice() throws Exception {
    assertThat(name(in(OPEN), "192.0.2.7", 1)).isEqualTo(name(in(OPEN), "192.0.2.8", 2));
    assertThat(name(in(OPEN), "10.1.2.3", 1)).hasValue("10.1.2.3");
    assertThat(name(in(OPEN), "127.0.0.1", 1)).hasValue("127.0.0.1 9460");
  }

  @Test
  void inAClosedRealmTenMembersBehindOneAddressAreTenVoicesAndOneAtTenIsOne() throws Exception {
    Set<Optional<String>> ofMembers = new LinkedHashSet<>();
    Set<Optional<String>> ofOne = new LinkedHashSet<>();
    for (int i = 0; i < 10; i++) {
      ofMembers.add(name(in(CLOSED), "192.0.2.7", i));
      ofOne.add(name(in(CLOSED), "198.51." + i + ".7", 0));
    }
    assertThat(ofMembers).hasSize(10).doesNotContain(Optional.empty());
    assertThat(ofOne).containsExactly(Optional.of(peer(0).nodeId().toString()));
  }

  @Test
  void inAClosedRealmOnlyMembersHaveAVoice() throws Exception {
    VerifyingKey key = peer(0);
    String host = "192.0.2.7";
    int clock = LinkEnd.CLOCK.code();
    assertThat(voice(in(CLOSED), host, key, refusal(clock, CLOSED.id(), member(key)))).isPresent();
    assertThat(voice(in(CLOSED), host, key, refusal(clock, CLOSED.id(), member(peer(1)))))
        .isEmpty();
    assertThat(voice(in(CLOSED), host, key, refusal(clock, CLOSED.id(), Optional.empty())))
        .isEmpty();
    Optional<Membership> past =
        Optional.of(Membership.issue(AUTHORITY, key, NOW - 9 * DAY, NOW - DAY));
    assertThat(voice(in(CLOSED), host, key, refusal(clock, CLOSED.id(), past))).isEmpty();
    VerifyingKey self = LiveFixture.key("self").verifyingKey();
    assertThat(voice(in(CLOSED), host, self, refusal(clock, CLOSED.id(), member(self)))).isEmpty();

    Revocations revocations = new Revocations(CLOSED.authority());
    revocations.take(RevocationList.issue(AUTHORITY, 1, NOW, List.of(key.nodeId()), List.of()));
    GreetingTerms heeding =
        new GreetingTerms(SELF, Optional.of(CLOSED), Optional.empty(), revocations);
    assertThat(voice(heeding, host, key, refusal(clock, CLOSED.id(), member(key)))).isEmpty();
  }

  @Test
  void aMemberWhoseClockIsWrongHearsItFromTwoBehindOneAddress() throws Exception {
    long now = System.currentTimeMillis();
    AtomicLong ahead = new AtomicLong();
    try (LiveFixture live = new LiveFixture()) {
      List<LiveNode> right = new ArrayList<>();
      for (String name : List.of("a", "b")) {
        right.add(live.start(name, new FakeCore(), LiveFixture.LINKS, CLOSED, issued(name, now)));
      }
      LiveNode wrong =
          live.bind("c", LiveFixture.LINKS, () -> System.currentTimeMillis() + ahead.get());
      wrong.start(new FakeCore(), CLOSED, issued("c", now), List.of());
      ahead.set(2 * Calendar.SKEW_MILLIS);
      for (LiveNode each : right) {
        assertThat(wrong.hello(each.self().endpoint())).failsWithin(Duration.ofSeconds(10));
      }
      assertThat(LiveFixture.await(wrong.call(() -> wrong.timers().calendar().wrong())))
          .hasValueSatisfying(
              line -> assertThat(line).contains("is 20 min ahead of the clocks of 2 of 2 others"));
    }
  }

  private static Optional<Membership> issued(String name, long now) {
    VerifyingKey key = LiveFixture.key(name).verifyingKey();
    return Optional.of(Membership.issue(AUTHORITY, key, now - DAY, now + DAY));
  }
}
