package org.spamwatch.overlay.pointer;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Signatures;

/**
 * A location mapping: an object, and a node that serves it or (withdrawn) no longer does.
 *
 * @param guid the object
 * @param server the node
 * @param sequence the server's own count for this object, rising; the highest wins. It is the
 *     server's clock in microseconds since the epoch, and so its date
 * @param leaseMillis how long it still lives, by the holder's clock; not signed
 * @param withdrawn whether this is a tombstone
 * @param proof that the server says so; its signature is over {@link #statement}
 */
public record Pointer(
    Id guid, Contact server, long sequence, long leaseMillis, boolean withdrawn, Proof proof) {
  private static final byte[] TAG = "spamwatch-pointer-v1".getBytes(StandardCharsets.US_ASCII);

  /** Checks that the lease is not negative. */
  public Pointer {
    checkArgument(leaseMillis >= 0, "lease %s ms is below 0", leaseMillis);
  }

  /** A pointer to the node whose signatures they are. */
  public static Pointer signed(
      Signatures signatures,
      Id guid,
      Contact server,
      long sequence,
      long leaseMillis,
      boolean withdrawn) {
    byte[] statement = statement(signatures.realm(), guid, server, sequence, withdrawn);
    return new Pointer(guid, server, sequence, leaseMillis, withdrawn, signatures.sign(statement));
  }

  /** What is signed in a realm. */
  public byte[] statement(Id realm) {
    return statement(realm, guid, server, sequence, withdrawn);
  }

  /**
   * {@code "spamwatch-pointer-v1"} in ASCII, realm (20 bytes), guid (20), the server's id (20), the
   * length of its host (1), the host in ASCII, its port (2), sequence (8), 1 if withdrawn or 0 (1);
   * big-endian.
   */
  private static byte[] statement(
      Id realm, Id guid, Contact server, long sequence, boolean withdrawn) {
    byte[] host = server.endpoint().host().getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(TAG.length + 3 * Id.BYTES + 1 + host.length + 2 + 8 + 1)
        .put(TAG)
        .put(realm.toBytes())
        .put(guid.toBytes())
        .put(server.id().toBytes())
        .put((byte) host.length)
        .put(host)
        .putShort((short) server.endpoint().port())
        .putLong(sequence)
        .put((byte) (withdrawn ? 1 : 0))
        .array();
  }
}
