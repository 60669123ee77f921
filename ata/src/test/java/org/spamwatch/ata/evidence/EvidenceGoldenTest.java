package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * Mails written for this project beside their evidence, which stands in published votes: {@code
 * -Dgolden.update=true} rewrites it, and once a version is released it must never change.
 */
class EvidenceGoldenTest {
  private static final Path MAILS = Path.of("src/test/resources/org/spamwatch/ata/evidence");

  @ParameterizedTest
  @ValueSource(
      strings = {"offer.eml", "short.eml", "claim.eml", "shop.eml", "brand.eml", "picture.eml"})
  void mailYieldsWhatWasReviewed(String name) throws Exception {
    ApproximateText ata = ApproximateText.standard().withEvidence();
    byte[] mail = Files.readAllBytes(MAILS.resolve(name));
    AddressedMail named = ata.address(ata.read(mail), Optional.of("example.com"));
    FeatureVector vector = named.vector(Scheme.EVIDENCE).orElseThrow();
    StringBuilder actual = new StringBuilder("GUID " + named.guid().orElseThrow() + "\n");
    for (EvidenceKind kind : EvidenceKind.values()) {
      for (int place = 0; place < vector.size(); place++) {
        long identity = vector.identity(place);
        if (EvidenceKind.of(identity).equals(Optional.of(kind))) {
          actual.append("%s %016x\n".formatted(kind, identity));
        }
      }
    }
    Path expected = MAILS.resolve(name + ".txt");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, actual);
    }
    assertThat(actual).hasToString(Files.readString(expected));
  }
}
