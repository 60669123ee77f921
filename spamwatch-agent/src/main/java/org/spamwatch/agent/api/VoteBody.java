package org.spamwatch.agent.api;

import java.util.HexFormat;
import java.util.List;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * A vote that its voter has signed.
 *
 * @param vectors those whose digests are signed; without probes. A withdrawal needs none: its
 *     digests name what is taken back
 */
public record VoteBody(
    @Count(least = 0, most = Vote.MAX_DIGESTS) List<MailBody.Vector> vectors, Signed vote) {
  /** Copies the list. */
  public VoteBody {
    vectors = List.copyOf(vectors);
  }

  /** What is sent of a vote. */
  public static VoteBody of(Vote vote, List<FeatureVector> vectors) {
    return new VoteBody(
        vectors.stream().map(vector -> MailBody.Vector.of(vector, List.of())).toList(),
        Signed.of(vote));
  }

  /** The vote and its vectors as they were sent. */
  public VoteRequest request() throws BadJsonException {
    if (vectors.isEmpty() && vote.verdict() != VoteValue.WITHDRAWN) {
      throw new BadJsonException("\"vectors\" is empty, which only a withdrawal's may be");
    }
    return new VoteRequest(vote.read(), MailBody.Vector.read(vectors));
  }

  /**
   * The vote.
   *
   * @param site the peer that stands behind the voter
   * @param message its GUID
   * @param digests of the vectors
   * @param sequence grows with each vote of the voter on the message
   * @param key the voter's public one, Ed25519, in hexadecimal digits
   * @param signature by this key, in hexadecimal digits
   */
  public record Signed(
      Id realm,
      Id site,
      Id message,
      @Count(most = Vote.MAX_DIGESTS) List<Id> digests,
      VoteValue verdict,
      VoteOrigin origin,
      long sequence,
      long time,
      String key,
      String signature) {
    /** Copies the list. */
    public Signed {
      digests = List.copyOf(digests);
    }

    private static Signed of(Vote vote) {
      return new Signed(
          vote.realm(),
          vote.site(),
          vote.guid(),
          vote.digests(),
          vote.value(),
          vote.origin(),
          vote.sequence(),
          vote.timeMillis(),
          HexFormat.of().formatHex(vote.publicKey()),
          HexFormat.of().formatHex(vote.signature()));
    }

    private Vote read() throws BadJsonException {
      byte[] publicKey = bytes("key", key, Vote.KEY_BYTES);
      byte[] signed = bytes("signature", signature, Vote.SIGNATURE_BYTES);
      try {
        return new Vote(
            realm, site, message, digests, verdict, origin, sequence, time, publicKey, signed);
      } catch (IllegalArgumentException e) {
        throw new BadJsonException(String.valueOf(e.getMessage()));
      }
    }

    private static byte[] bytes(String name, String digits, int length) throws BadJsonException {
      if (digits.length() != 2 * length || !digits.matches("[0-9a-fA-F]*")) {
        throw new BadJsonException("\"" + name + "\" is not " + 2 * length + " hexadecimal digits");
      }
      return HexFormat.of().parseHex(digits);
    }
  }
}
