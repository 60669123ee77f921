package org.spamwatch.ata;

import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * What leaves the host of a mail: its GUID and its feature vectors, never text.
 *
 * @param guid the identity votes are kept under; empty for a mail without enough text
 * @param vectors one for each active scheme that found enough text, in the order of the schemes;
 *     empty whenever {@code guid} is
 */
public record AddressedMail(Optional<Id> guid, List<FeatureVector> vectors) {
  /** Copies the vectors and checks that nothing is published without an identity. */
  public AddressedMail {
    vectors = List.copyOf(vectors);
    if (guid.isEmpty() && !vectors.isEmpty()) {
      throw new IllegalArgumentException("a mail without GUID cannot have feature vectors");
    }
  }

  /** Whether there is something to publish and to look up. If not, the mail has too little text. */
  public boolean isAddressable() {
    return !vectors.isEmpty();
  }

  /** The vector of a scheme, if that scheme is active and found enough text. */
  public Optional<FeatureVector> vector(Scheme scheme) {
    return vectors.stream().filter(vector -> vector.scheme() == scheme).findFirst();
  }
}
