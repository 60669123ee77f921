package org.spamwatch.ata.adolr;

import java.util.Arrays;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseRecord;
import org.spamwatch.overlay.lease.Publisher;

/**
 * A {@link Publication} as a record table keeps it: one object for all records of it that the table
 * holds. It is named by its object, its vector and its publisher. One of this node's that nobody
 * has signed stands for what it keeps on its own account.
 *
 * @param publisher the same object for all that the publisher has published
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed; compared by content
record PackedPublication(
    Id guid,
    FeatureVector vector,
    Publisher publisher,
    long sequence,
    boolean withdrawn,
    byte[] signature)
    implements LeaseRecord<PackedPublication> {
  /**
   * Packs a publication.
   *
   * @param publisher its publisher, if there is one that is held already
   */
  static PackedPublication of(Publication publication, Publisher publisher) {
    return new PackedPublication(
        publication.guid(),
        publication.vector(),
        publisher,
        publication.sequence(),
        publication.withdrawn(),
        publication.proof().signature());
  }

  /** As it is handed over: vectors of the same keys are the same then, so that replicas agree. */
  Publication unpacked() {
    return new Publication(
        guid,
        vector.ascending(),
        publisher.contact(),
        sequence,
        withdrawn,
        publisher.proof(signature));
  }

  Variant variant() {
    return new Variant(guid, digest());
  }

  Id digest() {
    return vector.digest();
  }

  /** What a feature of the vector is to it. */
  Role roleOf(Id feature) {
    if (!vector.wholeText()) {
      return Role.PART;
    }
    return feature.high() == vector.identity(0) ? Role.WHOLE : Role.PART_BESIDE_WHOLE;
  }

  @Override
  public Id rest() {
    return Id.ZERO;
  }

  @Override
  public int keys() {
    return vector.size();
  }

  @Override
  public long first(int index) {
    return vector.identity(index);
  }

  @Override
  public boolean isNamedAs(PackedPublication other) {
    return guid.equals(other.guid)
        && digest().equals(other.digest())
        && publisher.contact().id().equals(other.publisher.contact().id());
  }

  /** The same to the last byte; a vector is its digest, whatever the order of its keys. */
  @Override
  public boolean equals(Object object) {
    return this == object
        || (object instanceof PackedPublication other
            && Arrays.equals(signature, other.signature)
            && sequence == other.sequence
            && withdrawn == other.withdrawn
            && isNamedAs(other)
            && publisher.equals(other.publisher));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signature);
  }
}
