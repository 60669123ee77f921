package org.spamwatch.agent.vote;

/**
 * What became of a vote that was cast here.
 *
 * @param accepted whether it is on this peer's disk, and so will reach the root sooner or later
 * @param holders how many peers have confirmed that it is on theirs, this one included
 * @param confirmed whether the root and all its replicas are among them
 * @param reason one line: why it was not accepted, or what is still missing; empty otherwise
 * @param retryMillis after how long a vote that was not accepted would be; 0 if never
 */
public record VoteReceipt(
    boolean accepted, int holders, boolean confirmed, String reason, long retryMillis) {
  /** A receipt of a vote that was accepted, or never will be. */
  public VoteReceipt(boolean accepted, int holders, boolean confirmed, String reason) {
    this(accepted, holders, confirmed, reason, 0);
  }
}
