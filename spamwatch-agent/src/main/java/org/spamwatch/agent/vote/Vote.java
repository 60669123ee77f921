package org.spamwatch.agent.vote;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * One person's signed verdict on one message. Immutable; whether signature and certificate hold is
 * asked of {@link VoteVerifier}.
 *
 * <p>A vote is named by its voter, its message and the digests of the vectors it speaks for. Of two
 * of one name the one with the higher sequence number supersedes the other, at equal numbers
 * WITHDRAWN before HAM before SPAM. A voter who signs two different votes with one number and one
 * verdict has them ordered by their bytes, or peers that met them in different orders would never
 * agree. Of votes of different names both are kept; whoever judges lets each voter's last word, by
 * the same order, count once.
 *
 * <p>A vote names the site that stands behind its voter, and the site's certificate goes with it.
 * The signature covers the site and not the certificate: nobody can claim another site's voters,
 * and of two certificates of its site on one vote the one that ends later stays.
 *
 * @param realm the realm it is cast in
 * @param site the node id of the peer through which it is cast
 * @param guid the message
 * @param digests the feature vectors it speaks for, by {@code CompactVector.digest}, ascending, 1
 *     to {@value #MAX_DIGESTS}: it counts for no other, so nobody can tie it to other features
 * @param value what the voter says
 * @param origin by which act
 * @param sequence the voter's own count over all messages, rising
 * @param timeMillis when it was cast, in milliseconds since the epoch, by the voter's clock
 * @param key the voter's Ed25519 key
 * @param signature 64 bytes over {@link #signedBytes}
 * @param certificate the site's, for the voter; empty until the site has seen the vote, and never
 *     in the store or on a link
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, and compared by content
public record Vote(
    Id realm,
    Id site,
    Id guid,
    List<Id> digests,
    VoteValue value,
    VoteOrigin origin,
    long sequence,
    long timeMillis,
    VerifyingKey key,
    byte[] signature,
    Optional<VoterCertificate> certificate) {
  /** Most feature vectors one vote speaks for: one for each active scheme. */
  public static final int MAX_DIGESTS = 4;

  /** Length of a public key in bytes. */
  public static final int KEY_BYTES = 32;

  /** Length of a signature in bytes. */
  public static final int SIGNATURE_BYTES = 64;

  /** The last word first. */
  static final Comparator<Vote> LAST_FIRST =
      (one, other) -> one.supersedes(other) ? -1 : other.supersedes(one) ? 1 : 0;

  /** By the time at which they were cast; the rest only decides. */
  static final Comparator<Vote> OLDEST_FIRST =
      Comparator.comparingLong(Vote::timeMillis)
          .thenComparing(Vote::guid)
          .thenComparing(vote -> vote.signature, Arrays::compareUnsigned);

  private static final byte[] SIGNED_TAG = "spamwatch-vote-v1".getBytes(StandardCharsets.US_ASCII);
  private static final String VOTER_TAG = "spamwatch-voter-v1";

  /** Checks lengths, counts and the order of the digests. */
  public Vote {
    digests = List.copyOf(digests);
    checkDigests(digests);
    checkArgument(
        signature.length == SIGNATURE_BYTES,
        "a vote has a signature of 64 bytes, not %s",
        signature.length);
    signature = signature.clone();
  }

  /** A vote as its voter signs it, without a certificate. */
  public Vote(
      Id realm,
      Id site,
      Id guid,
      List<Id> digests,
      VoteValue value,
      VoteOrigin origin,
      long sequence,
      long timeMillis,
      byte[] publicKey,
      byte[] signature) {
    this(
        realm,
        site,
        guid,
        digests,
        value,
        origin,
        sequence,
        timeMillis,
        VerifyingKey.of(publicKey),
        signature,
        Optional.empty());
  }

  /** This vote with a certificate of its site. */
  public Vote certified(VoterCertificate siteCertificate) {
    return with(Optional.of(siteCertificate));
  }

  /** This vote as its voter signed it. */
  Vote uncertified() {
    return certificate.isEmpty() ? this : with(Optional.empty());
  }

  private Vote with(Optional<VoterCertificate> siteCertificate) {
    return new Vote(
        realm,
        site,
        guid,
        digests,
        value,
        origin,
        sequence,
        timeMillis,
        key,
        signature,
        siteCertificate);
  }

  /**
   * An equal vote that names its message and its vectors by the objects that are in memory for
   * them, and of what it has in common with another one names the other's.
   */
  Vote sharing(Id sameGuid, List<FeatureVector> vectors, Vote other) {
    List<Id> sameDigests = new ArrayList<>(digests);
    for (FeatureVector vector : vectors) {
      sameDigests.replaceAll(digest -> shared(digest, vector.digest()));
    }
    return new Vote(
        shared(realm, other.realm),
        shared(site, other.site),
        shared(guid, sameGuid),
        sameDigests,
        value,
        origin,
        sequence,
        timeMillis,
        shared(key, other.key),
        signature,
        shared(certificate, other.certificate));
  }

  private static <T> T shared(T own, T other) {
    return own.equals(other) ? other : own;
  }

  private static void checkDigests(List<Id> digests) {
    if (digests.isEmpty() || digests.size() > MAX_DIGESTS) {
      throw new IllegalArgumentException(
          "a vote speaks for 1 to " + MAX_DIGESTS + " vectors, not " + digests.size());
    }
    for (int i = 1; i < digests.size(); i++) {
      checkArgument(
          digests.get(i - 1).compareTo(digests.get(i)) < 0, "a vote's digests are not ascending");
    }
  }

  /**
   * What is signed: {@code "spamwatch-vote-v1"} in ASCII, realm (20 bytes), site (20), guid (20),
   * the number of digests (1), the digests ascending (20 each), verdict (1), origin (1), sequence
   * (8), time (8), all big-endian.
   */
  public static byte[] signedBytes(
      Id realm,
      Id site,
      Id guid,
      List<Id> digests,
      VoteValue value,
      VoteOrigin origin,
      long sequence,
      long timeMillis) {
    checkDigests(digests);
    ByteBuffer layout =
        ByteBuffer.allocate(SIGNED_TAG.length + 3 * Id.BYTES + 1 + digests.size() * Id.BYTES + 18);
    layout.put(SIGNED_TAG).put(realm.toBytes()).put(site.toBytes()).put(guid.toBytes());
    layout.put((byte) digests.size());
    digests.forEach(digest -> layout.put(digest.toBytes()));
    layout.put((byte) value.code()).put((byte) origin.code());
    layout.putLong(sequence).putLong(timeMillis);
    return layout.array();
  }

  /** What this vote's signature is over. */
  byte[] signedBytes() {
    return signedBytes(realm, site, guid, digests, value, origin, sequence, timeMillis);
  }

  /** The voter's pseudonym: the first 160 bits of SHA-256("spamwatch-voter-v1" + key). */
  public Id voter() {
    return key.hashed(VOTER_TAG);
  }

  /** The pseudonym that goes with a public key. */
  public static Id voter(byte[] publicKey) {
    return VerifyingKey.of(publicKey).hashed(VOTER_TAG);
  }

  /** The voter's key, 32 bytes. */
  public byte[] publicKey() {
    return key.toBytes();
  }

  @Override
  public byte[] signature() {
    return signature.clone();
  }

  /** Whether another vote on the same message has this one's voter and digests. */
  boolean isNamedAs(Vote other) {
    return digests.equals(other.digests) && key.equals(other.key);
  }

  /** Whether this vote takes the place of another of the same voter, or its certificate does. */
  public boolean supersedes(Vote other) {
    int order = Long.compare(sequence, other.sequence);
    order = order == 0 ? value.compareTo(other.value) : order;
    if (order == 0 && isSameWord(other)) { // found twice, nearly always
      return isCertifiedBetter(other);
    }
    order = order == 0 ? Arrays.compareUnsigned(signedBytes(), other.signedBytes()) : order;
    order = order == 0 ? Arrays.compareUnsigned(signature, other.signature) : order;
    return order == 0 ? isCertifiedBetter(other) : order > 0;
  }

  private boolean isCertifiedBetter(Vote other) {
    return certificate.isPresent()
        && (other.certificate.isEmpty() || certificate.get().supersedes(other.certificate.get()));
  }

  /** Whether it is the same vote, be the certificates different. */
  boolean isSameWord(Vote other) {
    return realm.equals(other.realm)
        && site.equals(other.site)
        && guid.equals(other.guid)
        && digests.equals(other.digests)
        && value == other.value
        && origin.equals(other.origin)
        && sequence == other.sequence
        && timeMillis == other.timeMillis
        && key.equals(other.key)
        && Arrays.equals(signature, other.signature);
  }

  @Override
  public boolean equals(Object object) {
    return this == object
        || (object instanceof Vote other
            && isSameWord(other)
            && certificate.equals(other.certificate));
  }

  @Override
  public int hashCode() {
    return Objects.hash(guid, sequence, value.code(), Arrays.hashCode(signature));
  }

  @Override
  public String toString() {
    return value + " on " + guid.brief() + " by " + voter().brief() + " #" + sequence;
  }
}
