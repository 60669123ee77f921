package org.spamwatch.agent.vote;

/**
 * What votes take of a peer, and what it could not take.
 *
 * @param bytes memory that votes and vectors take, as estimated
 * @param most memory that they may take
 * @param evicted votes that gave way to others since the start
 * @param leftOut stored votes for which there was no room at the start
 * @param passedOver votes of other peers not looked at because there were too many at once
 */
public record VoteSpace(long bytes, long most, long evicted, long leftOut, long passedOver) {}
