package org.spamwatch.agent.vote;

import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * What became of a {@link VoteRequest}.
 *
 * @param message the GUID voted on
 * @param sequence the vote's sequence number
 * @param holders peers that have confirmed that it is on their disks, this one included; 0 if it
 *     was not accepted
 * @param reason one line: why it was not accepted, or what is still missing; empty otherwise
 * @param retryMillis after how long a vote over its voter's quota would be accepted; 0 for another
 * @param roomBytes the memory that votes may take, if none is left for it; 0 otherwise
 * @param standing of a withdrawal: what the voter has said of other variants of the message that
 *     are like the mail, and has not taken back; the digests of each, to be withdrawn too
 */
public record VoteResult(
    Outcome outcome,
    Id message,
    long sequence,
    int holders,
    String reason,
    long retryMillis,
    long roomBytes,
    List<List<Id>> standing) {
  /** Whether a vote is kept, and if not what stands against it. */
  public enum Outcome {
    /** The root and all its replicas have it on disk. */
    CONFIRMED,
    /** It is on this peer's disk, and so will reach the root sooner or later. */
    KEPT,
    /** It is not in order, or its voter has said something newer. */
    REFUSED,
    /** Its voter has voted on so many messages that this one has to wait. */
    OVER_QUOTA,
    /** There is no memory for it, since own users' votes do not give way. */
    NO_ROOM,
    /** It would only wait for the disk. */
    DISK_BEHIND
  }

  /** Copies the list. */
  public VoteResult {
    standing = standing.stream().map(List::copyOf).toList();
  }

  private VoteResult(Outcome outcome, Vote vote, int holders, String reason) {
    this(outcome, vote.guid(), vote.sequence(), holders, reason, 0, 0, List.of());
  }

  /** A vote that all who are to keep it have confirmed. */
  public static VoteResult confirmed(Vote vote, int holders) {
    return new VoteResult(Outcome.CONFIRMED, vote, holders, "");
  }

  /**
   * A vote that not all who are to keep it have confirmed.
   *
   * @param missing what is still missing
   */
  static VoteResult kept(Vote vote, int holders, String missing) {
    return new VoteResult(Outcome.KEPT, vote, holders, missing);
  }

  /** A vote that never will be accepted. */
  public static VoteResult refused(Vote vote, String reason) {
    return new VoteResult(Outcome.REFUSED, vote, 0, reason);
  }

  /** A vote over its voter's quota. */
  public static VoteResult overQuota(Vote vote, String reason, long retryMillis) {
    return new VoteResult(
        Outcome.OVER_QUOTA, vote.guid(), vote.sequence(), 0, reason, retryMillis, 0, List.of());
  }

  /** A vote for which own users' votes leave no memory. */
  static VoteResult noRoom(Vote vote, long roomBytes) {
    String reason =
        "own users' votes fill the %d MB of memory that votes may take; give the peer a larger heap"
            .formatted(roomBytes / 1_000_000);
    return new VoteResult(
        Outcome.NO_ROOM, vote.guid(), vote.sequence(), 0, reason, 0, roomBytes, List.of());
  }

  /** A vote that would only wait for the disk. */
  static VoteResult diskBehind(Vote vote) {
    return new VoteResult(Outcome.DISK_BEHIND, vote, 0, VoteFault.DISK_BEHIND.text());
  }

  /** This result, with what else is to be withdrawn. */
  public VoteResult withStanding(List<List<Id>> others) {
    return new VoteResult(
        outcome, message, sequence, holders, reason, retryMillis, roomBytes, others);
  }

  /** Whether the vote is on this peer's disk. */
  public boolean accepted() {
    return outcome == Outcome.CONFIRMED || outcome == Outcome.KEPT;
  }
}
