package org.spamwatch.overlay.identity;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * An authority's word whom its realm no longer heeds: all of them, at one time. It takes the place
 * of every list with a lower number. It does not name the realm: whoever checks it knows the
 * authority. Immutable, compared by content.
 *
 * @param sequence above that of every list before, from 1
 * @param issuedMillis when it was made, in milliseconds since the epoch; for people
 * @param nodes ids of nodes, ascending
 * @param voters pseudonyms of voters, ascending
 * @param signature the authority's, 64 bytes over {@link #signedBytes}
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, and compared by content
public record RevocationList(
    long sequence, long issuedMillis, List<Id> nodes, List<Id> voters, byte[] signature) {
  /** Nodes and voters in one list at most: what keeps it within one message. */
  public static final int MAX_ENTRIES = 700;

  private static final byte[] TAG = "spamwatch-revocations-v1".getBytes(StandardCharsets.US_ASCII);

  /** Checks numbers, order and lengths; copies what it is made of. */
  public RevocationList {
    nodes = List.copyOf(nodes);
    voters = List.copyOf(voters);
    check(sequence, nodes, voters);
    if (signature.length != VerifyingKey.SIGNATURE_BYTES) {
      throw new IllegalArgumentException("a signature has 64 bytes, not " + signature.length);
    }
    signature = signature.clone();
  }

  private static void check(long sequence, List<Id> nodes, List<Id> voters) {
    checkArgument(sequence >= 1, "a revocation list is numbered from 1, not %s", sequence);
    checkArgument(
        nodes.size() + voters.size() <= MAX_ENTRIES,
        "a revocation list names at most %s nodes and voters, not %s",
        MAX_ENTRIES,
        nodes.size() + voters.size());
    checkAscending(nodes);
    checkAscending(voters);
  }

  private static void checkAscending(List<Id> ids) {
    for (int i = 1; i < ids.size(); i++) {
      if (ids.get(i - 1).compareTo(ids.get(i)) >= 0) {
        throw new IllegalArgumentException("the ids of a revocation list are not ascending");
      }
    }
  }

  /**
   * An authority makes a list.
   *
   * @param nodes in any order
   * @param voters in any order
   */
  public static RevocationList issue(
      SigningKey authority, long sequence, long issuedMillis, List<Id> nodes, List<Id> voters) {
    List<Id> itsNodes = nodes.stream().distinct().sorted().toList();
    List<Id> itsVoters = voters.stream().distinct().sorted().toList();
    check(sequence, itsNodes, itsVoters);
    byte[] signature = authority.sign(signedBytes(sequence, issuedMillis, itsNodes, itsVoters));
    return new RevocationList(sequence, issuedMillis, itsNodes, itsVoters, signature);
  }

  /**
   * What is signed: {@code "spamwatch-revocations-v1"} in ASCII, sequence (8 bytes), issued (8),
   * the number of nodes (2), the nodes ascending (20 each), the number of voters (2), the voters
   * ascending (20 each), big-endian.
   */
  static byte[] signedBytes(long sequence, long issuedMillis, List<Id> nodes, List<Id> voters) {
    int ids = nodes.size() + voters.size();
    ByteBuffer layout =
        ByteBuffer.allocate(TAG.length + 2 * Long.BYTES + 2 * Short.BYTES + ids * Id.BYTES);
    layout.put(TAG).putLong(sequence).putLong(issuedMillis);
    for (List<Id> list : List.of(nodes, voters)) {
      layout.putShort((short) list.size());
      list.forEach(id -> layout.put(id.toBytes()));
    }
    return layout.array();
  }

  /** Whether an authority has made it. Costs a signature check. */
  public boolean isGenuine(VerifyingKey authority) {
    return authority.verifies(signedBytes(sequence, issuedMillis, nodes, voters), signature);
  }

  @Override
  public byte[] signature() {
    return signature.clone();
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof RevocationList other
        && sequence == other.sequence
        && issuedMillis == other.issuedMillis
        && nodes.equals(other.nodes)
        && voters.equals(other.voters)
        && Arrays.equals(signature, other.signature);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signature);
  }

  @Override
  public String toString() {
    return "revocation list "
        + sequence
        + " of "
        + nodes.size()
        + " nodes and "
        + voters.size()
        + " voters";
  }
}
