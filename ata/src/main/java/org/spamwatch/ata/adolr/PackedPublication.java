package org.spamwatch.ata.adolr;

import java.util.Arrays;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.Publisher;

/**
 * A {@link Publication} as a record table keeps it: one object for all records of it that the table
 * holds.
 *
 * @param name what names it in each feature object
 * @param publisher the same object for all that the publisher has published
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed; compared by content
record PackedPublication(
    Name name,
    PackedVector vector,
    Publisher publisher,
    long sequence,
    boolean withdrawn,
    byte[] signature) {
  /** One publication of one vector of one object. */
  record Name(Id guid, Id digest, Id publisher) {}

  /**
   * Packs a publication.
   *
   * @param publisher its publisher, if there is one that is held already
   */
  static PackedPublication of(Publication publication, Publisher publisher) {
    Id digest = publication.vector().compact().digest();
    return new PackedPublication(
        new Name(publication.guid(), digest, publisher.contact().id()),
        PackedVector.of(publication.vector()),
        publisher,
        publication.sequence(),
        publication.withdrawn(),
        publication.proof().signature());
  }

  Publication unpacked() {
    return new Publication(
        name.guid(),
        vector.unpacked(),
        publisher.contact(),
        sequence,
        withdrawn,
        publisher.proof(signature));
  }

  Variant variant() {
    return new Variant(guid(), digest());
  }

  Id guid() {
    return name.guid();
  }

  Id digest() {
    return name.digest();
  }

  @Override
  public boolean equals(Object object) {
    return this == object
        || (object instanceof PackedPublication other
            && Arrays.equals(signature, other.signature)
            && sequence == other.sequence
            && withdrawn == other.withdrawn
            && name.equals(other.name)
            && publisher.equals(other.publisher)
            && vector.equals(other.vector));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signature);
  }
}
