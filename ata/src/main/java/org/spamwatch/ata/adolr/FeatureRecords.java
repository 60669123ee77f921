package org.spamwatch.ata.adolr;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * Records of several features of one publication, which is said once for all of them.
 *
 * @param leases the features, in the order of the vector's keys, at least one
 */
record FeatureRecords(Publication publication, List<Lease> leases) {
  /**
   * One feature's record.
   *
   * @param millis how long it still lives, by the holder's clock
   */
  public record Lease(Id feature, long millis) {}

  /** Checks that the features are the vector's, in its order; copies the list. */
  public FeatureRecords {
    leases = List.copyOf(leases);
    checkArgument(!leases.isEmpty(), "a publication is handed over without a feature");
    int last = -1;
    for (Lease lease : leases) {
      int place = publication.record(lease.feature(), lease.millis()).place();
      if (place <= last) {
        throw new IllegalArgumentException(
            "feature " + lease.feature().brief() + " is not in its place, or twice");
      }
      last = place;
    }
  }

  /** The record of one feature. */
  static FeatureRecords of(FeatureRecord record) {
    return new FeatureRecords(
        record.publication(), List.of(new Lease(record.feature(), record.leaseMillis())));
  }

  /** The records one by one. */
  public List<FeatureRecord> records() {
    List<FeatureRecord> records = new ArrayList<>(leases.size());
    for (Lease lease : leases) {
      records.add(publication.record(lease.feature(), lease.millis()));
    }
    return records;
  }
}
