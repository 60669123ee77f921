package org.spamwatch.ata.adolr;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Signatures;

/**
 * One entry of a feature object: an object that has the feature, with its whole vector, so that
 * whoever holds the entry can decide a query alone.
 *
 * @param feature the key it is stored under; its identity is in the vector
 * @param guid the object
 * @param vector the object's feature vector
 * @param publisher the node that published it
 * @param sequence the publisher's count, rising; the highest wins. It is the publisher's clock in
 *     microseconds since the epoch, and so the record's date
 * @param leaseMillis how long it still lives, by the holder's clock; not signed
 * @param withdrawn whether this takes an older publication back
 * @param proof that the publisher says so; its signature is over {@link #statement}
 */
public record FeatureRecord(
    Id feature,
    Id guid,
    CompactVector vector,
    Contact publisher,
    long sequence,
    long leaseMillis,
    boolean withdrawn,
    Proof proof) {
  private static final byte[] TAG = "spamwatch-feature-v1".getBytes(StandardCharsets.US_ASCII);

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

  /** A record of the node whose signatures they are. */
  public static FeatureRecord signed(
      Signatures signatures,
      Id feature,
      Id guid,
      CompactVector vector,
      Contact publisher,
      long sequence,
      long leaseMillis,
      boolean withdrawn) {
    byte[] statement =
        statement(
            signatures.realm(), feature, guid, vector.digest(), publisher, sequence, withdrawn);
    Proof proof = signatures.sign(statement);
    return new FeatureRecord(
        feature, guid, vector, publisher, sequence, leaseMillis, withdrawn, proof);
  }

  /** What is signed in a realm. */
  public byte[] statement(Id realm) {
    return statement(realm, feature, guid, vector.digest(), publisher, sequence, withdrawn);
  }

  /**
   * {@code "spamwatch-feature-v1"} in ASCII, realm (20 bytes), feature (20), guid (20), the
   * vector's digest (20; it stands for scheme, whole-text flag and identities), the publisher's id
   * (20), the length of its host (1), the host in ASCII, its port (2), sequence (8), 1 if withdrawn
   * or 0 (1); big-endian.
   */
  private static byte[] statement(
      Id realm,
      Id feature,
      Id guid,
      Id digest,
      Contact publisher,
      long sequence,
      boolean withdrawn) {
    byte[] host = publisher.endpoint().host().getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(TAG.length + 5 * Id.BYTES + 1 + host.length + 2 + 8 + 1)
        .put(TAG)
        .put(realm.toBytes())
        .put(feature.toBytes())
        .put(guid.toBytes())
        .put(digest.toBytes())
        .put(publisher.id().toBytes())
        .put((byte) host.length)
        .put(host)
        .putShort((short) publisher.endpoint().port())
        .putLong(sequence)
        .put((byte) (withdrawn ? 1 : 0))
        .array();
  }
}
