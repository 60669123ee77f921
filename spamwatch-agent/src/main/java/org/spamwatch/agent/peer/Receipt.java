package org.spamwatch.agent.peer;

import org.spamwatch.overlay.Id;

/**
 * What became of a {@link Ballot}.
 *
 * @param accepted whether the vote is on this peer's disk, and so will reach the root
 * @param message the GUID voted on
 * @param sequence the vote's sequence number
 * @param holders peers that have confirmed that it is on their disks, this one included
 * @param reason one line: why it was not accepted, or what is still missing; empty otherwise
 * @param retryMillis after how long a vote over its voter's quota would be accepted; 0 for another
 */
public record Receipt(
    boolean accepted, Id message, long sequence, int holders, String reason, long retryMillis) {
  /** A receipt of a vote that is not over a quota. */
  public Receipt(boolean accepted, Id message, long sequence, int holders, String reason) {
    this(accepted, message, sequence, holders, reason, 0);
  }
}
