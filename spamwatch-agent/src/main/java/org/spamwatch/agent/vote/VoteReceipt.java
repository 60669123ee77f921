package org.spamwatch.agent.vote;

/**
 * What became of a vote that was cast here.
 *
 * @param accepted whether it is on this peer's disk, and so will reach the root sooner or later
 * @param holders how many peers have confirmed that it is on theirs, this one included
 * @param confirmed whether the root and all its replicas are among them
 * @param reason one line: why it was not accepted, or what is still missing; empty otherwise
 * @param retryMillis after how long a vote over its voter's quota would be accepted; 0 for another
 * @param roomBytes the memory that votes may take, if there is none left for it; 0 otherwise
 * @param diskBehind whether it would only wait for the disk
 */
public record VoteReceipt(
    boolean accepted,
    int holders,
    boolean confirmed,
    String reason,
    long retryMillis,
    long roomBytes,
    boolean diskBehind) {
  /** A receipt of a vote that was accepted, or never will be. */
  public VoteReceipt(boolean accepted, int holders, boolean confirmed, String reason) {
    this(accepted, holders, confirmed, reason, 0, 0, false);
  }

  /** A vote over its voter's quota. */
  static VoteReceipt overQuota(String reason, long retryMillis) {
    return new VoteReceipt(false, 0, false, reason, retryMillis, 0, false);
  }

  /** A vote that would only wait for the disk. */
  static VoteReceipt waitingForDisk() {
    return new VoteReceipt(false, 0, false, VoteFault.DISK_BEHIND.text(), 0, 0, true);
  }

  /** A vote for which there is no memory, since own users' votes do not give way. */
  static VoteReceipt noRoom(long roomBytes) {
    String reason =
        "own users' votes fill the %d MB of memory that votes may take; give the peer a larger heap"
            .formatted(roomBytes / 1_000_000);
    return new VoteReceipt(false, 0, false, reason, 0, roomBytes, false);
  }
}
