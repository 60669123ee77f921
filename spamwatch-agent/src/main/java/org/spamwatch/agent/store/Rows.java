package org.spamwatch.agent.store;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * The bytes of keys and values in a {@link VoteFile}; all numbers big-endian. Every value begins
 * with a CRC-32C (4 bytes) over its key and the rest of it, because MVStore checks the frame of its
 * pages and not their content.
 *
 * <pre>
 * vote      crc 4, verdict 1, origin 1, sequence 8, time in ms 8, signature 64, certificate 8, n 1,
 *           n digests of 20
 * vector    crc 4, scheme 1, 1 if whole-text or 0 1, n keys of 8
 * pending   crc 4, sequence 8
 * </pre>
 *
 * {@link CertificateRows} has those of the certificates.
 */
final class Rows {
  static final int CRC = Integer.BYTES;
  private static final int PUBLIC_KEY = 32;
  private static final int SIGNATURE = 64;
  private static final int DIGEST_PREFIX = 8;
  private static final int VOTE_KEY = Id.BYTES + PUBLIC_KEY + DIGEST_PREFIX;
  private static final int VECTOR_KEY = Id.BYTES + DIGEST_PREFIX;
  private static final int CERTIFICATE_AT = CRC + 1 + 1 + 8 + 8 + SIGNATURE;
  static final int VOTE_HEAD = CERTIFICATE_AT + CertificateRows.NAME + 1;
  private static final int VECTOR_HEAD = CRC + 2;

  private Rows() {}

  /** A row whose bytes are not what was written. */
  static final class DamagedRowException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedRowException(String message) {
      super(message);
    }
  }

  static Id guid(byte[] key) {
    return Id.ofPrefix(key);
  }

  static byte[] voteKey(Vote vote) {
    return ByteBuffer.allocate(VOTE_KEY)
        .put(vote.guid().toBytes())
        .put(vote.publicKey())
        .put(variant(vote.digests()))
        .array();
  }

  private static byte[] variant(List<Id> digests) {
    ByteBuffer bytes = ByteBuffer.allocate(Id.BYTES * digests.size());
    digests.forEach(digest -> bytes.put(digest.toBytes()));
    return variant(bytes.array(), 0);
  }

  /** What tells a vote's row from the same voter's others on the message: its digests. */
  static byte[] variant(byte[] voteRow) {
    return variant(voteRow, VOTE_HEAD);
  }

  private static byte[] variant(byte[] bytes, int from) {
    HashCode digest = Hashing.sha256().hashBytes(bytes, from, bytes.length - from);
    return Arrays.copyOf(digest.asBytes(), DIGEST_PREFIX);
  }

  static byte[] vectorKey(Id guid, Id digest) {
    return ByteBuffer.allocate(VECTOR_KEY).put(guid.toBytes()).putLong(digest.high()).array();
  }

  static byte[] vote(byte[] key, Vote vote, byte[] certificateKey) {
    List<Id> digests = vote.digests();
    ByteBuffer row = ByteBuffer.allocate(VOTE_HEAD + Id.BYTES * digests.size()).position(CRC);
    row.put((byte) vote.value().code()).put((byte) vote.origin().code());
    row.putLong(vote.sequence()).putLong(vote.timeMillis());
    row.put(vote.signature());
    row.put(certificateKey, certificateKey.length - CertificateRows.NAME, CertificateRows.NAME);
    row.put((byte) digests.size());
    digests.forEach(digest -> row.put(digest.toBytes()));
    return sealed(key, row.array());
  }

  /** Makes sure that a vote's row is what was written. */
  static void checkVote(byte[] key, byte[] bytes) throws DamagedRowException {
    opened("vote", key, VOTE_KEY, bytes, VOTE_HEAD);
  }

  /** The key of the certificate that a vote's row names; the row has been checked. */
  static byte[] certificateKey(byte[] key, byte[] bytes) {
    return CertificateRows.key(CertificateRows.voter(key), bytes, CERTIFICATE_AT);
  }

  static Vote vote(Id realm, CertificateRows.Certified certified, byte[] key, byte[] bytes)
      throws DamagedRowException {
    ByteBuffer row = ByteBuffer.wrap(bytes).position(CRC);
    VoteValue value = VoteValue.ofCode(row.get()).orElse(null);
    int origin = row.get() & 0xFF;
    long sequence = row.getLong();
    long timeMillis = row.getLong();
    byte[] signature = new byte[SIGNATURE];
    row.get(signature);
    row.position(CERTIFICATE_AT + CertificateRows.NAME);
    int count = row.get() & 0xFF;
    if (value == null || row.remaining() != count * Id.BYTES) {
      throw new DamagedRowException("a vote is malformed");
    }
    try {
      return new Vote(
          realm,
          certified.site(),
          guid(key),
          ids(row, count),
          value,
          VoteOrigin.of(origin),
          sequence,
          timeMillis,
          VerifyingKey.of(CertificateRows.voter(key)),
          signature,
          Optional.of(certified.certificate()));
    } catch (IllegalArgumentException e) {
      throw new DamagedRowException("a vote is malformed: " + e.getMessage());
    }
  }

  static byte[] vector(byte[] key, FeatureVector vector) {
    int length = VECTOR_HEAD + FeatureVector.KEY_BYTES * vector.size();
    ByteBuffer row = ByteBuffer.allocate(length).position(CRC);
    row.put((byte) vector.scheme().id()).put((byte) (vector.wholeText() ? 1 : 0));
    vector.keys().forEach(feature -> row.putLong(feature.high()));
    return sealed(key, row.array());
  }

  static FeatureVector vector(byte[] key, byte[] bytes) throws DamagedRowException {
    ByteBuffer row = opened("vector", key, VECTOR_KEY, bytes, VECTOR_HEAD);
    int scheme = row.get() & 0xFF;
    int wholeText = row.get();
    if ((wholeText & ~1) != 0 || row.remaining() % FeatureVector.KEY_BYTES != 0) {
      throw new DamagedRowException("a feature vector is malformed");
    }
    long[] features = new long[row.remaining() / FeatureVector.KEY_BYTES];
    row.asLongBuffer().get(features);
    try {
      return FeatureVector.of(Scheme.of(scheme), wholeText == 1, features);
    } catch (IllegalArgumentException e) {
      throw new DamagedRowException("a feature vector is malformed: " + e.getMessage());
    }
  }

  static byte[] pending(byte[] key, long sequence) {
    byte[] row = new byte[CRC + Long.BYTES];
    ByteBuffer.wrap(row).putLong(CRC, sequence);
    return sealed(key, row);
  }

  static long pending(byte[] key, byte[] bytes) throws DamagedRowException {
    return opened("pending vote", key, VOTE_KEY, bytes, CRC + Long.BYTES).getLong();
  }

  private static List<Id> ids(ByteBuffer row, int count) {
    List<Id> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ids.add(id(row));
    }
    return ids;
  }

  static Id id(ByteBuffer row) {
    byte[] id = new byte[Id.BYTES];
    row.get(id);
    return Id.ofBytes(id);
  }

  static byte[] sealed(byte[] key, byte[] row) {
    ByteBuffer.wrap(row).putInt(0, crc(key, row));
    return row;
  }

  static ByteBuffer opened(String what, byte[] key, int keyLength, byte[] bytes, int leastLength)
      throws DamagedRowException {
    if (key.length != keyLength || bytes.length < leastLength) {
      throw new DamagedRowException("a " + what + " has the wrong length");
    }
    ByteBuffer row = ByteBuffer.wrap(bytes);
    if (row.getInt() != crc(key, bytes)) {
      throw new DamagedRowException("a " + what + " does not match its checksum");
    }
    return row;
  }

  private static int crc(byte[] key, byte[] row) {
    CRC32C crc = new CRC32C();
    crc.update(key);
    crc.update(row, CRC, row.length - CRC);
    return (int) crc.getValue();
  }
}
