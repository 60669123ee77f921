package org.spamwatch.overlay.pointer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

class PointerTest {
  private static final MessageTable TABLE = MessageTable.of(Limits.DEFAULT, DolrMessage.TYPES);
  private static final SigningKey KEY = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
  private static final Contact SERVER =
      new Contact(KEY.verifyingKey().nodeId(), new Endpoint("192.0.2.7", 9460));
  private static final Id GUID = Id.ofHex("4378");
  private static final RealmSignatures SIGNATURES = signatures("aa");
  private static final Pointer POINTER =
      Pointer.signed(SIGNATURES, GUID, SERVER, 1_700_000_000_000_000L, 86_400_000, false);

  private static RealmSignatures signatures(String realm) {
    return new RealmSignatures(KEY, Realm.open(Id.ofHex(realm)), Optional.empty(), 1);
  }

  private static boolean holds(RealmSignatures signatures, Pointer pointer) {
    byte[] statement = pointer.statement(signatures.realm());
    return signatures.holds(pointer.server().id(), statement, pointer.proof(), 1_700_000_000_000L);
  }

  @Property(tries = 300)
  void aPointerWithAnyBitFlippedDoesNotHold(@ForAll @IntRange(max = 8 * 250) int anyBit) {
    byte[] bytes = TABLE.encode(new Publish(POINTER));
    int bit = anyBit % (8 * (bytes.length - 1)) + 8; // not the type of the message
    bytes[bit / 8] ^= (byte) (1 << bit % 8);
    Optional<Pointer> read = read(bytes);
    boolean isTheLeaseAlone = read.filter(PointerTest::differsInItsLeaseAlone).isPresent();
    assertThat(read.isPresent() && !isTheLeaseAlone && holds(signatures("aa"), read.get()))
        .as("bit %d", bit)
        .isFalse();
  }

  private static boolean differsInItsLeaseAlone(Pointer p) {
    return p.leaseMillis() != POINTER.leaseMillis()
        && POINTER.equals(
            new Pointer(p.guid(), p.server(), p.sequence(), 86_400_000, p.withdrawn(), p.proof()));
  }

  private static Optional<Pointer> read(byte[] bytes) {
    try {
      return Optional.of(((Publish) TABLE.decode(bytes)).pointer());
    } catch (WireException e) {
      return Optional.empty();
    }
  }

  @Test
  void aPointerIsWorthNothingInAnotherRealm() {
    assertThat(holds(signatures("aa"), POINTER)).isTrue();
    assertThat(holds(signatures("bb"), POINTER)).isFalse();
  }

  @Test
  void nobodySignsForAnother() {
    SigningKey other = SigningKey.ofSeed(seed());
    RealmSignatures foreign =
        new RealmSignatures(other, Realm.open(Id.ofHex("aa")), Optional.empty(), 1);
    Pointer forged = Pointer.signed(foreign, GUID, SERVER, 1_700_000_000_000_001L, 1, true);
    assertThat(holds(SIGNATURES, forged)).isFalse();
  }

  private static byte[] seed() {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    seed[0] = 1;
    return seed;
  }

  @Test
  void asManyOfTheLargestPointersAsAreAllowedFitAMessage() throws WireException {
    MessageTable table = MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, DolrMessage.TYPES);
    Contact far = new Contact(SERVER.id(), new Endpoint("h".repeat(Endpoint.MAX_HOST), 65535));
    Membership membership = Membership.issue(KEY, KEY.verifyingKey(), 0, 1);
    RealmSignatures signatures =
        new RealmSignatures(KEY, Realm.open(GUID), Optional.of(membership), 1);
    Pointer largest = Pointer.signed(signatures, GUID, far, 1, 1, true);
    Message message =
        new Direct(
            1, far, GUID, new Replicate(Collections.nCopies(Replicate.MAX_POINTERS, largest)));
    assertThat(table.decode(table.encode(message))).isEqualTo(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Replicate(Collections.nCopies(33, largest)));
  }

  /** The test vector of {@code docs/protocol.md}: statement, key and signature. */
  @Test
  void whatIsSignedIsWhatTheProtocolSays() throws IOException {
    Properties vector = new Properties();
    try (InputStream in = PointerTest.class.getResourceAsStream("signed-pointer-v1.properties")) {
      vector.load(Objects.requireNonNull(in));
    }
    HexFormat hex = HexFormat.of();
    byte[] statement = hex.parseHex(vector.getProperty("statement"));
    VerifyingKey key = VerifyingKey.of(hex.parseHex(vector.getProperty("key")));
    byte[] signature = hex.parseHex(vector.getProperty("signature"));
    assertThat(POINTER.statement(SIGNATURES.realm())).isEqualTo(statement);
    assertThat(POINTER.proof()).isEqualTo(new Proof(key, signature, Optional.empty()));
    assertThat(key.verifies(statement, signature)).isTrue();
  }
}
