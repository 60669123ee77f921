package org.spamwatch.overlay.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;

/** One table against records that no honest node sends, and too many of them. */
class SignedTableTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final long MINUTE = 60_000;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final Id KEY = Id.ofHex("4378");
  private static final Contact SELF = contact(0, "203.0.113.1");
  private static final Contact VIA = contact(1, "203.0.113.2");
  private static final byte[] SAID = "said".getBytes(StandardCharsets.US_ASCII);

  /** Counts what the table asks it to check. */
  private static final class CountingSignatures implements Signatures {
    private final Signatures signatures = new SharedSecretSignatures(SELF.id(), 7);
    private int checks;
    private boolean isMember = true;

    @Override
    public Id realm() {
      return signatures.realm();
    }

    @Override
    public Proof sign(byte[] statement) {
      return signatures.sign(statement);
    }

    @Override
    public boolean holds(Id node, byte[] statement, Proof proof, long nowMillis) {
      checks++;
      return signatures.holds(node, statement, proof, nowMillis);
    }

    @Override
    public boolean isMember(Proof proof, long nowMillis) {
      return isMember;
    }
  }

  private final CountingSignatures signatures = new CountingSignatures();
  private final Timers timers = new Timers(NOW * 1000);
  private SignedTable<Named> table = table(1_000_000, 1_024);

  private SignedTable<Named> table(int inAll, int perKey) {
    return new SignedTable<>(
        SELF,
        inAll,
        perKey,
        new RecordTerms(Limits.DEFAULT, LeaseConfig.DEFAULT, signatures),
        timers);
  }

  private static Id key(int number) {
    return Id.of((long) number << 32, 0, 0);
  }

  private static Contact contact(int number, String host) {
    return new Contact(Id.of(number * 0x9E3779B97F4A7C15L, number, 0), new Endpoint(host, 9460));
  }

  private Optional<Refusal> offer(Contact publisher, Id key, String name, long atMillis) {
    return offer(publisher, key, name, atMillis, DAY, publisher, VIA);
  }

  private Optional<Refusal> offer(
      Contact publisher,
      Id key,
      String name,
      long atMillis,
      long leaseMillis,
      Contact signer,
      Contact via) {
    Proof proof = new SharedSecretSignatures(signer.id(), 7).sign(SAID);
    Named record =
        new Named(
            key,
            name + "@" + publisher.id(),
            name,
            Publisher.of(publisher, proof),
            atMillis * 1000,
            false);
    return table.offer(new Offer<>(key, record, leaseMillis), Evidence.of(() -> SAID, proof), via);
  }

  private static Named named(Id key, String name, Contact publisher) {
    Proof proof = new SharedSecretSignatures(publisher.id(), 7).sign(SAID);
    return new Named(
        key, name + "@" + publisher.id(), name, Publisher.of(publisher, proof), 0, false);
  }

  private List<String> contents(Id key) {
    return table.records(key).stream().map(Named::content).toList();
  }

  private long leaseOf(String name, Contact publisher) {
    return table
        .held()
        .find(KEY, named(KEY, name, publisher))
        .map(leased -> table.held().remainingMillis(leased))
        .orElse(0L);
  }

  @Test
  void whatItsPublisherHasNotSignedIsForged() {
    assertThat(offer(SELF, KEY, "a", NOW, DAY, VIA, VIA)).contains(Refusal.FORGED);
    assertThat(contents(KEY)).isEmpty();
    assertThat(table.refused().of(Refusal.FORGED)).isEqualTo(1);
  }

  @Test
  void whatIsProvenUnderAnotherKeyCostsNoCheckButNeedsRoomDateAndMembershipAllTheSame() {
    table = table(8, 1_024); // a quarter for one publisher
    Proof proof = new SharedSecretSignatures(VIA.id(), 7).sign(SAID);
    Publisher publisher = Publisher.of(VIA, proof);
    List<Id> keys = List.of(key(1), key(2), key(3));
    Named shared = new Named(keys, "name", "shared", publisher, NOW * 1000, false);
    Evidence<Named> proven = new Evidence<>(() -> Optional.of(shared), () -> SAID, proof);
    assertThat(table.offer(proven(key(1), "fresh", proof, NOW), proven, VIA)).isEmpty();
    assertThat(contents(key(1))).containsExactly("shared");
    assertThat(signatures.checks).isZero();
    assertThat(table.offer(proven(key(2), "fresh", proof, NOW - 2 * DAY), proven, VIA))
        .contains(Refusal.STALE);
    signatures.isMember = false;
    assertThat(table.offer(proven(key(2), "fresh", proof, NOW), proven, VIA))
        .contains(Refusal.FORGED);
    signatures.isMember = true;
    assertThat(table.offer(proven(key(2), "fresh", proof, NOW), proven, VIA)).isEmpty();
    assertThat(table.offer(proven(key(3), "fresh", proof, NOW), proven, VIA))
        .contains(Refusal.QUOTA);
  }

  private static Offer<Named> proven(Id key, String content, Proof proof, long atMillis) {
    Publisher publisher = Publisher.of(VIA, proof);
    return new Offer<>(
        key, new Named(key, "name", content, publisher, atMillis * 1000, false), DAY);
  }

  @Test
  void aRecordFromAFutureThatHasGoneGivesWayToOneOfNow() {
    long wrong = 90 * DAY * 1000;
    timers.advance(timers.nowMicros(), NOW * 1000 + wrong);
    assertThat(offer(SELF, KEY, "a", NOW + 90 * DAY)).isEmpty();
    long lease = leaseOf("a", SELF);
    timers.advance(timers.nowMicros(), NOW * 1000);
    assertThat(leaseOf("a", SELF)).isEqualTo(lease).isEqualTo(DAY);
    assertThat(offer(SELF, KEY, "a", NOW, DAY, VIA, VIA)).contains(Refusal.FORGED);
    assertThat(offer(SELF, KEY, "a", NOW)).isEmpty();
    assertThat(table.held().find(KEY, named(KEY, "a", SELF)).orElseThrow().record().sequence())
        .isEqualTo(NOW * 1000);
    assertThat(table.held().size()).isEqualTo(1);
  }

  @Test
  void aDateAheadOfWhatClocksMayDifferIsRefusedUnchecked() {
    long edge = NOW + 20 * MINUTE;
    assertThat(offer(VIA, KEY, "a", edge + 1)).contains(Refusal.AHEAD);
    assertThat(offer(VIA, KEY, "a", Long.MAX_VALUE / 1000)).contains(Refusal.AHEAD);
    assertThat(signatures.checks).isZero();
    assertThat(offer(VIA, KEY, "a", edge)).isEmpty();
  }

  @Test
  void aReplayOlderThanALeaseIsRefusedUnchecked() {
    long edge = NOW - DAY - 20 * MINUTE;
    assertThat(offer(VIA, KEY, "a", edge)).contains(Refusal.STALE);
    assertThat(offer(VIA, KEY, "a", 0)).contains(Refusal.STALE);
    assertThat(offer(VIA, KEY, "a", Long.MIN_VALUE / 1000)).contains(Refusal.STALE);
    assertThat(signatures.checks).isZero();
    assertThat(offer(VIA, KEY, "a", edge + 1)).isEmpty();
    assertThat(leaseOf("a", VIA)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3_600_000, 12 * 3_600_000, 23 * 3_600_000})
  void nobodyKeepsARecordAliveByHandingItOn(long ageMillis) {
    offer(VIA, KEY, "a", NOW - ageMillis, Long.MAX_VALUE, VIA, VIA);
    assertThat(leaseOf("a", VIA)).isEqualTo(Math.min(DAY, DAY + 20 * MINUTE - ageMillis));
    for (int hours = 1; hours <= 30; hours++) {
      timers.advance((NOW + hours * 3_600_000L) * 1000);
      offer(VIA, KEY, "a", NOW - ageMillis, Long.MAX_VALUE, VIA, VIA);
      boolean isOver = hours * 3_600_000L + ageMillis >= DAY + 20 * MINUTE;
      assertThat(contents(KEY).isEmpty()).as("after %d h", hours).isEqualTo(isOver);
    }
  }

  @Test
  void whatIsHeldOrOlderIsNotCheckedAgainAndChangesNothing() {
    offer(VIA, KEY, "a", NOW);
    int checks = signatures.checks;
    for (int i = 0; i < 100; i++) {
      assertThat(offer(VIA, KEY, "a", NOW, DAY, SELF, SELF)).as("equal, badly signed").isEmpty();
      assertThat(offer(VIA, KEY, "a", NOW - 1, DAY, SELF, SELF)).isEmpty();
    }
    assertThat(signatures.checks).isEqualTo(checks);
    assertThat(offer(VIA, KEY, "a", NOW + 1, DAY, SELF, SELF)).contains(Refusal.FORGED);
    assertThat(contents(KEY)).containsExactly("a");
  }

  @Test
  void aFloodOfForgeriesIsChargedToWhoeverHandsItOver() {
    Contact flooder = contact(66, "198.51.100.66");
    Limits limits = Limits.DEFAULT;
    for (int i = 0; i < 20_000; i++) {
      offer(VIA, KEY, "f" + i, NOW, DAY, flooder, flooder);
    }
    assertThat(signatures.checks).isEqualTo(2 * limits.maxChecksPerSecond());
    assertThat(table.refused().of(Refusal.BUSY)).isEqualTo(20_000 - signatures.checks);
    assertThat(offer(VIA, KEY, "genuine", NOW)).as("by another way").isEmpty();
  }

  @Test
  void aPublisherHasAQuarterOfATableAndAGroupOfAddressesHalf() {
    table = table(400, 1_000);
    for (int i = 0; i < 400; i++) {
      offer(contact(10, "192.0.2.10"), key(i), "a", NOW);
    }
    assertThat(table.held().size()).isEqualTo(100);
    for (int i = 0; i < 400; i++) {
      offer(contact(11 + i, "192.0.2.11"), key(i), "a", NOW);
    }
    assertThat(table.held().size()).isEqualTo(200);
    assertThat(table.refused().of(Refusal.QUOTA)).isEqualTo(600);
    assertThat(offer(contact(9, "192.0.3.9"), KEY, "a", NOW)).isEmpty();
  }

  @Test
  void whatExpiresIsRoomAgain() {
    table = table(40, 1_000);
    Contact publisher = contact(10, "192.0.2.10");
    for (int i = 0; i < 40; i++) {
      offer(publisher, key(i), "a", NOW);
    }
    timers.advance((NOW + DAY) * 1000);
    timers.advance((NOW + DAY + 2 * MINUTE) * 1000);
    assertThat(table.held().size()).isZero();
    for (int i = 0; i < 10; i++) {
      assertThat(offer(publisher, key(i), "b", NOW + DAY)).isEmpty();
    }
  }

  /** An attacker fills a key beforehand, as one publisher or as a thousand of one /24. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_024})
  void aKeyFilledBeforehandByOneGroupStillTakesIn(int publishers) {
    for (int i = 0; i < 1_024; i++) {
      offer(contact(100 + i % publishers, "192.0.2." + i % 256), KEY, "junk" + i, NOW);
    }
    assertThat(contents(KEY)).hasSize(1_024);
    List<String> honest = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      honest.add("honest" + i);
      assertThat(offer(contact(9_000 + i, "198.51." + i + ".7"), KEY, "honest" + i, NOW + 1))
          .isEmpty();
    }
    timers.advance((NOW + 10_000) * 1000);
    for (int i = 0; i < 200; i++) {
      offer(contact(100 + i, "192.0.2." + i % 256), KEY, "more" + i, NOW + 2);
    }
    assertThat(contents(KEY)).hasSize(1_024).containsAll(honest);
  }

  @Test
  void aTableFilledBeforehandStillTakesIn() {
    table = table(1_000, 1_000);
    for (int i = 0; i < 1_000; i++) {
      offer(contact(100 + i, "192.0." + i % 2 + ".1"), key(0x1000 + i), "junk", NOW);
    }
    assertThat(table.held().size()).isEqualTo(1_000);
    for (int i = 0; i < 40; i++) {
      Id key = key(0x2000 + i);
      assertThat(offer(contact(9_000 + i, "198.51." + i + ".7"), key, "honest", NOW + 1)).isEmpty();
      assertThat(contents(key)).containsExactly("honest");
    }
    assertThat(table.held().size()).isEqualTo(1_000);
  }

  @Test
  void equalSharesAreLeftAlone() {
    table = table(1_000, 4);
    for (int i = 0; i < 100; i++) {
      offer(contact(100 + i, "192.0." + i + ".1"), KEY, "r" + i, NOW);
    }
    assertThat(contents(KEY)).containsExactly("r0", "r1", "r2", "r3");
    assertThat(table.refused().of(Refusal.QUOTA)).isEqualTo(96);
  }

  @Test
  void localAddressesAreOneGroupToAPeerOfTheInternet() {
    table = table(1_000, 4);
    for (int i = 0; i < 4; i++) {
      offer(contact(100 + i, i % 2 == 0 ? "10.0." + i + ".1" : "127.0.0." + i), KEY, "r" + i, NOW);
    }
    assertThat(offer(contact(200, "198.51.100.7"), KEY, "honest", NOW)).isEmpty();
    assertThat(contents(KEY)).contains("honest");
  }

  @Test
  void aRefusedPublisherIsToldOnceAMinuteAndOnlyIfItIsTheOne() {
    assertThat(isToBeTold(VIA, VIA, Refusal.STALE)).isTrue();
    assertThat(isToBeTold(VIA, VIA, Refusal.STALE)).isFalse();
    assertThat(isToBeTold(contact(3, "n3"), VIA, Refusal.STALE)).as("forged").isFalse();
    assertThat(isToBeTold(contact(4, "n4"), contact(4, "n4"), Refusal.FORGED)).isFalse();
    timers.advance((NOW + 2 * MINUTE) * 1000);
    assertThat(isToBeTold(VIA, VIA, Refusal.STALE)).isTrue();
  }

  private boolean isToBeTold(Contact publisher, Contact signer, Refusal refusal) {
    Proof proof = new SharedSecretSignatures(signer.id(), 7).sign(SAID);
    Offer<Named> offer =
        new Offer<>(KEY, new Named(KEY, "a", "a", Publisher.of(publisher, proof), 1, false), DAY);
    return table.isToBeTold(offer, Evidence.of(() -> SAID, proof), refusal);
  }
}
