package org.spamwatch.ata.adolr;

import static com.google.common.base.Preconditions.checkArgument;

import org.spamwatch.overlay.Id;

/**
 * One entry of a feature object: an object that has the feature, as its publisher has signed it.
 *
 * @param feature the key it is stored under, one of the vector's
 * @param publication what is stored there
 * @param leaseMillis how long it still lives, by the holder's clock; not signed
 */
public record FeatureRecord(Id feature, Publication publication, long leaseMillis) {
  /** Checks that the feature is one of the vector's. */
  public FeatureRecord {
    if (!publication.vector().keys().contains(feature)) {
      throw new IllegalArgumentException(
          "feature " + feature.brief() + " is not in the vector it is published with");
    }
    checkArgument(leaseMillis >= 0, "lease %s ms is below 0", leaseMillis);
  }

  /** The feature's place among the vector's keys, from 0. */
  int place() {
    return publication.vector().keys().indexOf(feature);
  }
}
