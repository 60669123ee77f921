package org.spamwatch.agent.store;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.spamwatch.agent.store.Rows.DamagedRowException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoterCertificate;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * The bytes of voters' certificates in a {@link VoteFile}. A certificate is kept once for all votes
 * that it goes with; a vote names it by the first 8 bytes of SHA-256 of the row without its
 * checksum. The voter's key stands before them, so whoever makes two that look alike harms only his
 * own votes.
 *
 * <pre>
 * certificate   crc 4, site 20, not before 8, not after 8, site's key 32, signature 64,
 *               membership 1: 0, or 1 and not before 8, not after 8, signature 64
 * </pre>
 */
final class CertificateRows {
  /** Length of what a vote's row names its certificate by. */
  static final int NAME = 8;

  private static final int SIGNATURE = VerifyingKey.SIGNATURE_BYTES;
  private static final int MEMBERSHIP = 2 * Long.BYTES + SIGNATURE;
  private static final int KEY = Vote.KEY_BYTES + NAME;
  private static final int LEAST =
      Rows.CRC + Id.BYTES + 2 * Long.BYTES + VerifyingKey.BYTES + SIGNATURE + 1;

  /** What a row holds. */
  record Certified(Id site, VoterCertificate certificate) {}

  private CertificateRows() {}

  /** A row, not yet sealed. */
  static byte[] row(Vote vote) {
    VoterCertificate certificate =
        vote.certificate()
            .orElseThrow(() -> new IllegalArgumentException("a vote is kept with its certificate"));
    Proof proof = certificate.proof();
    int length = LEAST + (proof.membership().isPresent() ? MEMBERSHIP : 0);
    ByteBuffer row = ByteBuffer.allocate(length).position(Rows.CRC);
    row.put(vote.site().toBytes());
    row.putLong(certificate.notBeforeMillis()).putLong(certificate.notAfterMillis());
    row.put(proof.key().toBytes()).put(proof.signature());
    row.put((byte) (proof.membership().isPresent() ? 1 : 0));
    proof
        .membership()
        .ifPresent(
            membership -> {
              row.putLong(membership.notBeforeMillis()).putLong(membership.notAfterMillis());
              row.put(membership.signature());
            });
    return row.array();
  }

  /** The key of a row. */
  static byte[] key(byte[] voter, byte[] row) {
    HashCode name = Hashing.sha256().hashBytes(row, Rows.CRC, row.length - Rows.CRC);
    return key(voter, name.asBytes(), 0);
  }

  /** The key of the row that is named from some place in an array on. */
  static byte[] key(byte[] voter, byte[] names, int at) {
    return ByteBuffer.allocate(KEY).put(voter).put(names, at, NAME).array();
  }

  static Certified certified(byte[] key, byte[] bytes) throws DamagedRowException {
    ByteBuffer row = Rows.opened("certificate", key, KEY, bytes, LEAST);
    try {
      Id site = Rows.id(row);
      long notBefore = row.getLong();
      long notAfter = row.getLong();
      VerifyingKey siteKey = VerifyingKey.of(bytes(row, VerifyingKey.BYTES));
      byte[] signature = bytes(row, SIGNATURE);
      int member = row.get();
      if (row.remaining() != (member == 1 ? MEMBERSHIP : 0) || member < 0 || member > 1) {
        throw new DamagedRowException("a certificate is malformed");
      }
      Optional<Membership> membership =
          member == 1
              ? Optional.of(new Membership(row.getLong(), row.getLong(), bytes(row, SIGNATURE)))
              : Optional.empty();
      return new Certified(
          site,
          new VoterCertificate(notBefore, notAfter, new Proof(siteKey, signature, membership)));
    } catch (IllegalArgumentException e) {
      throw new DamagedRowException("a certificate is malformed: " + e.getMessage());
    }
  }

  /** The voter's key in the key of a vote's row. */
  static byte[] voter(byte[] voteKey) {
    return Arrays.copyOfRange(voteKey, Id.BYTES, Id.BYTES + Vote.KEY_BYTES);
  }

  private static byte[] bytes(ByteBuffer row, int length) {
    byte[] bytes = new byte[length];
    row.get(bytes);
    return bytes;
  }
}
