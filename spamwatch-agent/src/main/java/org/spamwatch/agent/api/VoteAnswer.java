package org.spamwatch.agent.api;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.overlay.Id;

/**
 * What became of a vote.
 *
 * @param accepted whether it is on the peer's disk, and so will reach the others
 * @param message the GUID voted on
 * @param sequence the vote's sequence number
 * @param holders peers that have confirmed that it is on their disks
 * @param reason one line: why it is not accepted, or what is still missing; else empty
 * @param standing of a withdrawal: the digests of each variant for which the voter's word still
 *     stands, if there are any, to be withdrawn too
 */
public record VoteAnswer(
    boolean accepted,
    Id message,
    long sequence,
    int holders,
    String reason,
    Optional<List<List<Id>>> standing) {
  /** The answer to the client. */
  public static VoteAnswer of(VoteResult result) {
    return new VoteAnswer(
        result.accepted(),
        result.message(),
        result.sequence(),
        result.holders(),
        result.reason(),
        Optional.of(result.standing()).filter(variants -> !variants.isEmpty()));
  }
}
