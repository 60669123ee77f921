package org.spamwatch.ata.adolr;

import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * One entry of a feature object: an object that has the feature, with its whole vector, so that
 * whoever holds the entry can decide a query alone.
 *
 * @param feature the key it is stored under; its identity is in the vector
 * @param guid the object
 * @param vector the object's feature vector
 * @param publisher the node that published it
 * @param sequence the publisher's count, rising; the highest wins
 * @param leaseMillis how long it still lives, by the holder's clock
 * @param withdrawn whether this takes an older publication back
 */
public record FeatureRecord(
    Id feature,
    Id guid,
    CompactVector vector,
    Contact publisher,
    long sequence,
    long leaseMillis,
    boolean withdrawn) {
  /** Checks that the feature is one of the vector's. */
  public FeatureRecord {
    if (!vector.identities().contains(vector.scheme().identity(feature))) {
      throw new IllegalArgumentException(
          "feature " + feature.brief() + " is not in the vector it is published with");
    }
    if (leaseMillis < 0) {
      throw new IllegalArgumentException("lease " + leaseMillis + " ms is below 0");
    }
  }
}
