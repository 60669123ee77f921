package org.spamwatch.agent.vote;

import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * What became of a {@link VoteRequest}.
 *
 * @param accepted whether the vote is on this peer's disk, and so will reach the root
 * @param message the GUID voted on
 * @param sequence the vote's sequence number
 * @param holders peers that have confirmed that it is on their disks, this one included
 * @param reason one line: why it was not accepted, or what is still missing; empty otherwise
 * @param retryMillis after how long a vote over its voter's quota would be accepted; 0 for another
 * @param roomBytes the memory that votes may take, if none is left for it; 0 otherwise
 * @param diskBehind whether it is not accepted because too much waits for the disk
 * @param standing of a withdrawal: what the voter has said of other variants of the message that
 *     are like the mail, and has not taken back; the digests of each, to be withdrawn too
 */
public record VoteResult(
    boolean accepted,
    Id message,
    long sequence,
    int holders,
    String reason,
    long retryMillis,
    long roomBytes,
    boolean diskBehind,
    List<List<Id>> standing) {
  /** Copies the list. */
  public VoteResult {
    standing = standing.stream().map(List::copyOf).toList();
  }

  /** A receipt of a vote that is not over a quota, for which there is room. */
  public VoteResult(boolean accepted, Id message, long sequence, int holders, String reason) {
    this(accepted, message, sequence, holders, reason, 0, 0, false, List.of());
  }
}
