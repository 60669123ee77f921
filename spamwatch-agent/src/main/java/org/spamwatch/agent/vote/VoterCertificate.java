package org.spamwatch.agent.vote;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * A site's word that a voter is one of its people, for some days: the site is the peer through
 * which the voter votes. It names neither realm nor voter: it goes with the voter's votes, which
 * name both and the site. Immutable.
 *
 * <p>Keys are free, so votes alone prove no number of people. A certificate ties each voter to a
 * site that others can judge, and in a closed realm to a member that its authority can revoke.
 *
 * @param notBeforeMillis the first millisecond since the epoch at which a vote may be cast under it
 * @param notAfterMillis the last one; at most {@link #MAX_DAYS} days later
 * @param proof the site's, over {@link #statement}
 */
public record VoterCertificate(long notBeforeMillis, long notAfterMillis, Proof proof) {
  /** The longest period of a certificate, in days. */
  public static final int MAX_DAYS = 180;

  private static final long DAY_MILLIS = 86_400_000L;
  private static final byte[] TAG = "spamwatch-voter-cert-v1".getBytes(StandardCharsets.US_ASCII);

  /** The later end first; the rest only decides, so that all peers decide alike. */
  private static final Comparator<VoterCertificate> ORDER =
      Comparator.comparingLong(VoterCertificate::notAfterMillis)
          .thenComparingLong(VoterCertificate::notBeforeMillis)
          .thenComparing(each -> each.proof().signature(), Arrays::compareUnsigned)
          .thenComparing(each -> each.proof().key().toBytes(), Arrays::compareUnsigned)
          .thenComparing(each -> bytes(each.proof().membership()), Arrays::compareUnsigned);

  /** Checks the period. */
  public VoterCertificate {
    if (notBeforeMillis < 0 || notAfterMillis < notBeforeMillis) {
      throw new IllegalArgumentException("a voter certificate ends before it begins");
    }
    if (notAfterMillis - notBeforeMillis > MAX_DAYS * DAY_MILLIS) {
      throw new IllegalArgumentException(
          "a voter certificate holds for more than " + MAX_DAYS + " days");
    }
  }

  /** A site certifies a voter. Costs a signature. */
  public static VoterCertificate issue(
      Signatures site, Id realm, byte[] voterKey, long notBeforeMillis, long notAfterMillis) {
    byte[] statement = statement(realm, voterKey, notBeforeMillis, notAfterMillis);
    return new VoterCertificate(notBeforeMillis, notAfterMillis, site.sign(statement));
  }

  /**
   * What the site signs: {@code "spamwatch-voter-cert-v1"} in ASCII, realm (20 bytes), the voter's
   * raw key (32), not before (8), not after (8), big-endian.
   */
  static byte[] statement(Id realm, byte[] voterKey, long notBeforeMillis, long notAfterMillis) {
    return ByteBuffer.allocate(TAG.length + Id.BYTES + VerifyingKey.BYTES + 2 * Long.BYTES)
        .put(TAG)
        .put(realm.toBytes())
        .put(voterKey)
        .putLong(notBeforeMillis)
        .putLong(notAfterMillis)
        .array();
  }

  /** Whether a vote may be cast under it at a time. */
  boolean covers(long millis) {
    return millis >= notBeforeMillis && millis <= notAfterMillis;
  }

  /**
   * Whether a site has given it to a voter, and was a member of the realm when the voter voted. The
   * time is the vote's, not the present: what holds once, holds for every peer and for good, unless
   * it is revoked.
   */
  boolean isGenuine(Signatures signatures, Id site, Id realm, byte[] voterKey, long votedMillis) {
    byte[] statement = statement(realm, voterKey, notBeforeMillis, notAfterMillis);
    return signatures.holds(site, statement, proof, votedMillis);
  }

  /** Whether it takes the place of another on the same vote: all peers keep the same one. */
  boolean supersedes(VoterCertificate other) {
    return ORDER.compare(this, other) > 0;
  }

  private static byte[] bytes(Optional<Membership> membership) {
    if (membership.isEmpty()) {
      return new byte[0];
    }
    byte[] signature = membership.get().signature();
    return ByteBuffer.allocate(2 * Long.BYTES + signature.length)
        .putLong(membership.get().notAfterMillis())
        .putLong(membership.get().notBeforeMillis())
        .put(signature)
        .array();
  }
}
