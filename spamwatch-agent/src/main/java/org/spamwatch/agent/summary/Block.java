package org.spamwatch.agent.summary;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * Some announcements of one peer, in the order in which it made them, signed by it. A peer numbers
 * its blocks 1, 2, 3 and so on; it begins anew with 1 in a later epoch, which takes the place of
 * all that went before. Immutable.
 *
 * @param origin the peer, as others reach it
 * @param epoch when it began to number, in milliseconds since the epoch of its clock
 * @param number 1 or more
 * @param timeMillis when it was signed, in milliseconds since the epoch
 * @param announcements 1 to {@value #MAX_ANNOUNCEMENTS}, of no message two
 * @param proof that the origin says so; its signature is over {@link #statement}
 */
public record Block(
    Contact origin,
    long epoch,
    int number,
    long timeMillis,
    List<Announcement> announcements,
    Proof proof) {
  /** Most bytes of a block as it is sent; the rest of a message is its envelope. */
  public static final int MAX_BYTES = 15 * 1024;

  /** Most announcements of a block; no more of the shortest ones fit it. */
  public static final int MAX_ANNOUNCEMENTS = 700;

  private static final byte[] TAG = "spamwatch-block-v1".getBytes(StandardCharsets.US_ASCII);

  private static final int FIXED_BYTES = Id.BYTES + 1 + 2 + 8 + 4 + 8 + 2;
  private static final int PROOF_BYTES = VerifyingKey.BYTES + VerifyingKey.SIGNATURE_BYTES + 1;
  private static final int MEMBERSHIP_BYTES = 16 + VerifyingKey.SIGNATURE_BYTES;

  /** Checks number, counts, size and that no message is there twice. */
  public Block {
    announcements = List.copyOf(announcements);
    if (number < 1) {
      throw new IllegalArgumentException("a block's number is 1 or more, not " + number);
    }
    if (announcements.isEmpty() || announcements.size() > MAX_ANNOUNCEMENTS) {
      throw new IllegalArgumentException(
          "a block has 1 to " + MAX_ANNOUNCEMENTS + " announcements, not " + announcements.size());
    }
    if (announcements.stream().map(Announcement::guid).distinct().count() != announcements.size()) {
      throw new IllegalArgumentException("a message occurs twice in a block");
    }
    int bytes = bytes(origin, announcements, proof);
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a block has " + MAX_BYTES + " bytes at most, not " + bytes);
    }
  }

  /** A block of the peer whose signatures they are. */
  public static Block signed(
      Signatures signatures,
      Contact origin,
      long epoch,
      int number,
      long timeMillis,
      List<Announcement> announcements) {
    byte[] statement =
        statement(signatures.realm(), origin, epoch, number, timeMillis, announcements);
    return new Block(origin, epoch, number, timeMillis, announcements, signatures.sign(statement));
  }

  /** Whether its origin signed it, as a member of the realm at its date. Costs a signature. */
  public boolean isGenuine(Signatures signatures) {
    byte[] statement =
        statement(signatures.realm(), origin, epoch, number, timeMillis, announcements);
    return signatures.holds(origin.id(), statement, proof, timeMillis);
  }

  /**
   * {@code "spamwatch-block-v1"} in ASCII, realm (20 bytes), the origin's id (20), the length of
   * its host (1), the host in ASCII, its port (2), epoch (8), number (4), time (8), the number of
   * announcements (2), and of each: guid (20), the number of its vectors (1), and of each of these:
   * scheme (1), 1 if it has a whole-text key or 0 (1), the number of keys (1), the keys in their
   * order (8 each); big-endian.
   */
  private static byte[] statement(
      Id realm,
      Contact origin,
      long epoch,
      int number,
      long timeMillis,
      List<Announcement> announcements) {
    byte[] host = origin.endpoint().host().getBytes(StandardCharsets.US_ASCII);
    int bytes = TAG.length + Id.BYTES + FIXED_BYTES + host.length + bytes(announcements);
    ByteBuffer layout = ByteBuffer.allocate(bytes);
    layout.put(TAG).put(realm.toBytes()).put(origin.id().toBytes());
    layout.put((byte) host.length).put(host).putShort((short) origin.endpoint().port());
    layout.putLong(epoch).putInt(number).putLong(timeMillis);
    layout.putShort((short) announcements.size());
    for (Announcement announcement : announcements) {
      layout.put(announcement.guid().toBytes()).put((byte) announcement.vectors().size());
      for (FeatureVector vector : announcement.vectors()) {
        layout.put((byte) vector.scheme().id()).put((byte) (vector.wholeText() ? 1 : 0));
        layout.put((byte) vector.size());
        vector.keys().forEach(key -> layout.putLong(key.high()));
      }
    }
    return layout.array();
  }

  /** Its length as it is sent, in bytes: exact but for a byte or two. */
  public int bytes() {
    return bytes(origin, announcements, proof);
  }

  private static int bytes(Contact origin, List<Announcement> announcements, Proof proof) {
    int membership = proof.membership().isPresent() ? MEMBERSHIP_BYTES : 0;
    int head = FIXED_BYTES + origin.endpoint().host().length() + PROOF_BYTES + membership;
    return head + bytes(announcements);
  }

  private static int bytes(List<Announcement> announcements) {
    return announcements.stream().mapToInt(Block::bytes).sum();
  }

  /** The length of an announcement as it is sent, in bytes. */
  static int bytes(Announcement announcement) {
    int bytes = Id.BYTES + 1;
    for (FeatureVector vector : announcement.vectors()) {
      bytes += 3 + vector.size() * FeatureVector.KEY_BYTES;
    }
    return bytes;
  }

  @Override
  public String toString() {
    return "block " + origin.id().brief() + " " + epoch + " #" + number;
  }
}
