package org.spamwatch.ata.adolr;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Signatures;

/**
 * A publisher's word that an object has a feature vector, signed once for all the features. It goes
 * whole into each feature's record, so that whoever holds one record can tell that the feature is
 * of the vector, and can decide a query alone.
 *
 * @param guid the object
 * @param vector the object's feature vector
 * @param publisher the node that published it
 * @param sequence the publisher's count, rising; the highest wins. It is the publisher's clock in
 *     microseconds since the epoch, and so the publication's date
 * @param withdrawn whether this takes an older publication back
 * @param proof that the publisher says so; its signature is over {@link #statement}
 */
public record Publication(
    Id guid,
    FeatureVector vector,
    Contact publisher,
    long sequence,
    boolean withdrawn,
    Proof proof) {
  private static final byte[] TAG = "spamwatch-publication-v1".getBytes(StandardCharsets.US_ASCII);

  /** A publication of the node whose signatures they are. */
  public static Publication signed(
      Signatures signatures,
      Id guid,
      FeatureVector vector,
      Contact publisher,
      long sequence,
      boolean withdrawn) {
    byte[] statement = statement(signatures.realm(), guid, vector, publisher, sequence, withdrawn);
    Proof proof = signatures.sign(statement);
    return new Publication(guid, vector, publisher, sequence, withdrawn, proof);
  }

  /** The record of one of the vector's features. */
  public FeatureRecord record(Id feature, long leaseMillis) {
    return new FeatureRecord(feature, this, leaseMillis);
  }

  /** What is signed in a realm. */
  public byte[] statement(Id realm) {
    return statement(realm, guid, vector, publisher, sequence, withdrawn);
  }

  /**
   * {@code "spamwatch-publication-v1"} in ASCII, realm (20 bytes), guid (20), the vector's scheme
   * (1), 1 if it has a whole-text key or 0 (1), the number of its keys (1), the keys (8 each), the
   * publisher's id (20), the length of its host (1), the host in ASCII, its port (2), sequence (8),
   * 1 if withdrawn or 0 (1); big-endian. The whole-text key comes first if there is one, the others
   * follow in ascending order: the set counts, not the order of the keys.
   */
  private static byte[] statement(
      Id realm,
      Id guid,
      FeatureVector vector,
      Contact publisher,
      long sequence,
      boolean withdrawn) {
    byte[] host = publisher.endpoint().host().getBytes(StandardCharsets.US_ASCII);
    int keys = vector.size() * FeatureVector.KEY_BYTES;
    ByteBuffer layout =
        ByteBuffer.allocate(TAG.length + 3 * Id.BYTES + 3 + keys + 1 + host.length + 2 + 8 + 1)
            .put(TAG)
            .put(realm.toBytes())
            .put(guid.toBytes())
            .put((byte) vector.scheme().id())
            .put((byte) (vector.wholeText() ? 1 : 0))
            .put((byte) vector.size());
    int fixed = vector.wholeText() ? 1 : 0;
    vector.keys().subList(0, fixed).forEach(key -> layout.putLong(key.high()));
    vector.keys().subList(fixed, vector.size()).stream()
        .sorted(Comparator.naturalOrder())
        .forEach(key -> layout.putLong(key.high()));
    return layout
        .put(publisher.id().toBytes())
        .put((byte) host.length)
        .put(host)
        .putShort((short) publisher.endpoint().port())
        .putLong(sequence)
        .put((byte) (withdrawn ? 1 : 0))
        .array();
  }
}
