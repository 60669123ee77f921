package org.spamwatch.ata;

import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Probes;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * What a mail is named by: what leaves the host of it, its GUID and its feature vectors, never
 * text; and what it is looked up by on this host, its probes.
 *
 * @param guid the identity votes are kept under: that of the text, or for a mail without enough
 *     text that of its evidence; empty if it has neither
 * @param vectors one for each active scheme that found enough text, in the order of the schemes,
 *     and behind them that of evidence beside the text, if it is wanted and there is any; alone if
 *     there is too little text and it is enough to know a mail by; empty whenever {@code guid} is
 * @param probes one for each active scheme of text that has any, in the order of the schemes; empty
 *     for a mail that is not addressable, or of which no more than the vectors is known
 */
public record AddressedMail(Optional<Id> guid, List<FeatureVector> vectors, List<Probes> probes) {
  /** Copies the lists and checks that nothing is published without an identity. */
  public AddressedMail {
    vectors = List.copyOf(vectors);
    probes = List.copyOf(probes);
    if (guid.isEmpty() && !vectors.isEmpty()) {
      throw new IllegalArgumentException("a mail without GUID cannot have feature vectors");
    }
  }

  /** A mail of which only its vectors are known. */
  public AddressedMail(Optional<Id> guid, List<FeatureVector> vectors) {
    this(guid, vectors, List.of());
  }

  /**
   * Whether there is something to publish and to look up. If not, the mail has too little text and
   * else.
   */
  public boolean isAddressable() {
    return !vectors.isEmpty();
  }

  /** The vector of a scheme, if that scheme is active and found enough text. */
  public Optional<FeatureVector> vector(Scheme scheme) {
    return vectors.stream().filter(vector -> vector.scheme().equals(scheme)).findFirst();
  }
}
