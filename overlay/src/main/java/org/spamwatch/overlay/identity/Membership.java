package org.spamwatch.overlay.identity;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An authority's word that a node's key belongs to its realm for some time. It names neither: it
 * goes with both. Immutable, compared by content.
 *
 * @param notBeforeMillis from when it holds, in milliseconds since the epoch
 * @param notAfterMillis until when
 * @param signature the authority's, 64 bytes over {@link #signedBytes}
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, and compared by content
public record Membership(long notBeforeMillis, long notAfterMillis, byte[] signature) {
  private static final byte[] TAG = "spamwatch-member-v1".getBytes(StandardCharsets.US_ASCII);

  /** Checks the period and the signature's length; copies the signature. */
  public Membership {
    checkArgument(notAfterMillis >= notBeforeMillis, "a membership ends before it begins");
    if (signature.length != VerifyingKey.SIGNATURE_BYTES) {
      throw new IllegalArgumentException("a signature has 64 bytes, not " + signature.length);
    }
    signature = signature.clone();
  }

  /** An authority gives a membership. */
  public static Membership issue(
      SigningKey authority, VerifyingKey member, long notBeforeMillis, long notAfterMillis) {
    byte[] signature = authority.sign(signedBytes(member, notBeforeMillis, notAfterMillis));
    return new Membership(notBeforeMillis, notAfterMillis, signature);
  }

  /**
   * What is signed: {@code "spamwatch-member-v1"} in ASCII, the member's raw key (32 bytes), not
   * before (8), not after (8), big-endian.
   */
  static byte[] signedBytes(VerifyingKey member, long notBeforeMillis, long notAfterMillis) {
    return ByteBuffer.allocate(TAG.length + VerifyingKey.BYTES + 2 * Long.BYTES)
        .put(TAG)
        .put(member.toBytes())
        .putLong(notBeforeMillis)
        .putLong(notAfterMillis)
        .array();
  }

  /** Whether an authority has given it to a member; its period is another question. */
  public boolean isGenuine(VerifyingKey authority, VerifyingKey member) {
    return authority.verifies(signedBytes(member, notBeforeMillis, notAfterMillis), signature);
  }

  /** Whether it holds at a time, give or take what clocks may differ. */
  public boolean holdsAt(long nowMillis, long skewMillis) {
    return nowMillis >= notBeforeMillis - skewMillis && nowMillis <= notAfterMillis + skewMillis;
  }

  @Override
  public byte[] signature() {
    return signature.clone();
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Membership other
        && notBeforeMillis == other.notBeforeMillis
        && notAfterMillis == other.notAfterMillis
        && Arrays.equals(signature, other.signature);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signature);
  }

  @Override
  public String toString() {
    return "membership "
        + notBeforeMillis
        + " to "
        + notAfterMillis
        + " "
        + HexFormat.of().formatHex(signature, 0, 4);
  }
}
