package org.spamwatch.overlay.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class IdentityTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final byte[] SAID = "said".getBytes(StandardCharsets.US_ASCII);
  private static final long NOW = 1_000_000_000_000L;

  private static SigningKey key(int number) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    ByteBuffer.wrap(seed).putInt(number);
    return SigningKey.ofSeed(seed);
  }

  private static RealmSignatures of(SigningKey key, Realm realm, Optional<Membership> membership) {
    return new RealmSignatures(key, realm, membership, 100);
  }

  /** RFC 8032, section 7.1, test 2. */
  @Test
  void aSeedGivesTheKeyAndTheSignatureOfTheStandard() {
    SigningKey key =
        SigningKey.ofSeed(
            HEX.parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
    assertThat(key.verifyingKey())
        .hasToString("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    byte[] signature = key.sign(new byte[] {0x72});
    assertThat(HEX.formatHex(signature))
        .isEqualTo(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    assertThat(key.verifyingKey().verifies(new byte[] {0x72}, signature)).isTrue();
    assertThat(key.verifyingKey().verifies(new byte[] {0x73}, signature)).isFalse();
    signature[10] ^= 1;
    assertThat(key.verifyingKey().verifies(new byte[] {0x72}, signature)).isFalse();
  }

  /** The JDK as the twin: it makes the same signatures and takes the same for genuine. */
  @Property(tries = 60)
  void theJdkAgreesOnEverySignature(
      @ForAll int number,
      @ForAll @Size(max = 300) byte[] said,
      @ForAll @IntRange(max = 511) int bit)
      throws Exception {
    SigningKey key = key(number);
    Signature twin = Signature.getInstance("Ed25519");
    twin.initSign(key.privateKey());
    twin.update(said);
    byte[] signature = key.sign(said);
    assertThat(signature).isEqualTo(twin.sign());
    assertThat(key.verifyingKey().verifies(said, signature)).isTrue();
    signature[bit / 8] ^= (byte) (1 << bit % 8);
    assertThat(key.verifyingKey().verifies(said, signature)).isFalse();
    assertThat(VerifyingKey.of(key.publicKey())).isEqualTo(key.verifyingKey());
  }

  /** The same signature with the order of the group added to its second half (RFC 8032, 5.1.7). */
  @Test
  void aSignatureHasOneForm() {
    SigningKey key = key(1);
    byte[] signature = key.sign(SAID);
    BigInteger order =
        BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    byte[] scalar = Arrays.copyOfRange(signature, 32, 64);
    byte[] other = reversed(new BigInteger(1, reversed(scalar)).add(order).toByteArray());
    System.arraycopy(Arrays.copyOf(other, 32), 0, signature, 32, 32);
    assertThat(key.verifyingKey().verifies(SAID, signature)).isFalse();
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }

  @Test
  void aKeyIsReadAsItWasWritten() throws Exception {
    SigningKey key = key(1);
    assertThat(SigningKey.ofPem(key.toPem()).verifyingKey()).isEqualTo(key.verifyingKey());
  }

  @Test
  void halvesOfTwoKeysAreNotAKey() {
    String one = key(1).toPem();
    String two = key(2).toPem();
    int half = one.indexOf("-----BEGIN PUBLIC");
    String mixed = one.substring(0, half) + two.substring(half);
    assertThatThrownBy(() -> SigningKey.ofPem(mixed))
        .hasMessageContaining("do not belong together");
  }

  @Test
  void whatANodeSaysHoldsForThatNodeAndThoseWordsAlone() {
    Realm realm = Realm.open(Id.ofHex("aa"));
    RealmSignatures one = of(key(1), realm, Optional.empty());
    RealmSignatures two = of(key(2), realm, Optional.empty());
    Proof proof = one.sign(SAID);
    assertThat(two.holds(key(1).nodeId(), SAID, proof, NOW)).isTrue();
    assertThat(two.holds(key(2).nodeId(), SAID, proof, NOW)).isFalse();
    assertThat(two.holds(key(1).nodeId(), Arrays.copyOf(SAID, 3), proof, NOW)).isFalse();
    Proof forged = new Proof(key(1).verifyingKey(), key(2).sign(SAID), Optional.empty());
    assertThat(two.holds(key(1).nodeId(), SAID, forged, NOW)).isFalse();
  }

  @Test
  void whatHeldIsNotComputedAgain() {
    RealmSignatures one = of(key(1), Realm.open(Id.ofHex("aa")), Optional.empty());
    RealmSignatures two = of(key(2), Realm.open(Id.ofHex("aa")), Optional.empty());
    Proof proof = one.sign(SAID);
    for (int i = 0; i < 3; i++) {
      assertThat(one.holds(key(1).nodeId(), SAID, proof, NOW)).isTrue();
      assertThat(two.holds(key(1).nodeId(), SAID, proof, NOW)).isTrue();
    }
    assertThat(one.checks()).as("its own word").isZero();
    assertThat(two.checks()).isEqualTo(1);
  }

  @Test
  void aClosedRealmTakesMembersOnlyAndOnlyWhileTheyAre() {
    SigningKey authority = key(9);
    Realm realm = Realm.closed(authority.verifyingKey());
    Membership mine = Membership.issue(authority, key(1).verifyingKey(), NOW, NOW + 3_600_000L);
    RealmSignatures one = of(key(1), realm, Optional.of(mine));
    Id node = key(1).nodeId();
    Proof proof = one.sign(SAID);
    assertThat(one.holds(node, SAID, proof, NOW)).isTrue();
    assertThat(one.holds(node, SAID, proof, NOW + 2 * 3_600_000L)).isFalse();
    assertThat(one.holds(node, SAID, proof, NOW - 3_600_000L)).isFalse();
    Proof outsider = of(key(1), realm, Optional.empty()).sign(SAID);
    assertThat(one.holds(node, SAID, outsider, NOW)).isFalse();
    Proof borrowed = of(key(2), realm, Optional.of(mine)).sign(SAID);
    assertThat(one.holds(key(2).nodeId(), SAID, borrowed, NOW)).isFalse();
    Membership own = Membership.issue(key(2), key(2).verifyingKey(), NOW, NOW + 1);
    Proof selfMade = of(key(2), realm, Optional.of(own)).sign(SAID);
    assertThat(one.holds(key(2).nodeId(), SAID, selfMade, NOW)).isFalse();
  }

  @Test
  void aRealmIsNamedByItsAuthority() {
    Realm realm = Realm.closed(key(9).verifyingKey());
    assertThat(realm.isClosed()).isTrue();
    assertThatThrownBy(() -> new Realm(realm.id(), Optional.of(key(8).verifyingKey())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSimulatedNodeSignsForItselfAlone() {
    Signatures one = new SharedSecretSignatures(Id.ofHex("01"), 7);
    Signatures two = new SharedSecretSignatures(Id.ofHex("02"), 7);
    Proof proof = one.sign(SAID);
    assertThat(two.holds(Id.ofHex("01"), SAID, proof, NOW)).isTrue();
    assertThat(two.holds(Id.ofHex("02"), SAID, proof, NOW)).isFalse();
    assertThat(two.holds(Id.ofHex("01"), Arrays.copyOf(SAID, 3), proof, NOW)).isFalse();
  }
}
