package org.spamwatch.agent.header;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Fingerprints in a header are known again for their own mail, and no others are. */
@SuppressWarnings("StringConcatToTextBlock") // header fields, line by line
final class FingerprintSealTest {
  private static final String HEAD =
      "From: Ada <ada@example.org>\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n"
          + "Message-ID: <1@example.org>\nSubject: Cheap watches for all\n";

  private static final FingerprintSeal SEAL = new FingerprintSeal(new byte[] {1, 2, 3});

  private static AddressedMail mail(long seed, int size) {
    SplittableRandom random = new SplittableRandom(seed);
    List<FeatureVector> vectors = new ArrayList<>();
    for (Scheme scheme : Scheme.ACTIVE_BY_DEFAULT) {
      List<Id> keys = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        keys.add(FeatureVector.key(random.nextLong()));
      }
      vectors.add(new FeatureVector(scheme, scheme.equals(Scheme.WORD), keys));
    }
    return new AddressedMail(Optional.of(Id.random(random)), vectors);
  }

  private static HeaderBlock header(String text) {
    return HeaderBlock.of((text + "\nText\n").getBytes(ISO_8859_1));
  }

  private static String sealed(AddressedMail mail, String head) {
    return SEAL.seal(mail, header(head)).orElseThrow().text("\n");
  }

  private static void assertUnsealed(String head, String saying) {
    assertThatThrownBy(() -> SEAL.open(header(head)))
        .isInstanceOf(UnsealedException.class)
        .hasMessageContaining(saying);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 12, 32, FeatureVector.MAX_SIZE})
  void whatWasSealedIsOpened(int size) throws UnsealedException {
    AddressedMail mail = mail(size, size);
    String field = sealed(mail, HEAD);
    assertThat(field.lines()).allMatch(line -> line.length() <= 78);
    assertThat(SEAL.open(header(field + HEAD))).isEqualTo(mail);
    assertThat(SEAL.open(header(HEAD + field.replace("\n\t", "\r\n   \t")))).isEqualTo(mail);
    assertThat(SEAL.open(header(HEAD.replace("watches for", "watches\n for") + field)))
        .as("folded anew on the way")
        .isEqualTo(mail);
  }

  @Test
  void theFieldOfAKnownMailIsAlwaysTheSame() {
    AddressedMail mail =
        new AddressedMail(
            Optional.of(Id.ofHex("c0ffee")),
            List.of(
                new FeatureVector(
                    Scheme.WORD, true, List.of(FeatureVector.key(1), FeatureVector.key(-2)))));
    assertThat(sealed(mail, HEAD))
        .isEqualTo(
            "X-SpamWatch-Fingerprints: v=1; guid=c0ffee0000000000000000000000000000000000;\n"
                + "\tmac=B6jK7lDe3jC5pNDGoqqeig==;\n"
                + "\tvectors=AwECAAAAAAAAAAH//////////g==\n");
  }

  @Test
  void aMailOfTooLittleTextHasNone() {
    assertThat(SEAL.seal(new AddressedMail(Optional.empty(), List.of()), header(HEAD))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada@example.org", "10:00:00", "<1@", "watches", "Subject: ", "Date: "})
  void theFieldOfAnotherMailIsRefused(String changed) {
    String field = sealed(mail(1, 20), HEAD);
    assertUnsealed(field + HEAD.replace(changed, "X-Other: "), "did not write");
  }

  @Test
  void aSecondFieldOfTheSameNameIsAnotherMail() {
    String field = sealed(mail(1, 20), HEAD);
    assertUnsealed(field + HEAD + "From: mallory@example.org\n", "did not write");
    assertUnsealed(field + field + HEAD, "not one X-SpamWatch-Fingerprints, but 2");
    assertUnsealed(HEAD, "not one X-SpamWatch-Fingerprints, but 0");
  }

  @Test
  void anotherPeersIsRefused() {
    FingerprintSeal other = new FingerprintSeal(new byte[] {1, 2, 4});
    String field = other.seal(mail(1, 20), header(HEAD)).orElseThrow().text("\n");
    assertUnsealed(field + HEAD, "did not write");
  }

  @Test
  void whoeverChangesOneCharacterIsRefused() {
    AddressedMail mail = mail(1, 4);
    String field = sealed(mail, HEAD);
    int refused = 0;
    for (int at = field.indexOf("v=1"); at < field.length() - 1; at++) {
      char was = field.charAt(at);
      char now = was == 'A' ? 'B' : 'A';
      String changed = field.substring(0, at) + now + field.substring(at + 1);
      if (!Character.isWhitespace(was)) {
        try {
          assertThat(SEAL.open(header(changed + HEAD))).as("the same in base64").isEqualTo(mail);
        } catch (UnsealedException e) {
          refused++;
          assertThat(e).hasMessageContaining("X-SpamWatch-Fingerprints");
        }
      }
    }
    assertThat(refused).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "v=1",
        "v=2; guid=00; mac=AA==; vectors=AA==",
        "v=1; guid=00; mac=; vectors=",
        "v=1; guid=zz; mac=AA==; vectors=AA==",
        "v=1; mac=AA==; guid=00; vectors=AA==",
        "v=1; guid=00; mac=A; vectors=A",
        "v=1; guid=00; mac=AA==; vectors=AA==; more=1",
        "v=1; guid=0000000000000000000000000000000000000000000000; mac=AA==; vectors=AA=="
      })
  void whatNoPeerWroteIsRefusedInOneLine(String value) {
    assertUnsealed("X-SpamWatch-Fingerprints: " + value + "\n" + HEAD, "X-SpamWatch-Fingerprints");
    assertUnsealed(
        "X-SpamWatch-Fingerprints: " + value + "A".repeat(1 << 20) + "\n" + HEAD,
        "none that a peer");
  }
}
