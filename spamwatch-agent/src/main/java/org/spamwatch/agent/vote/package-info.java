/**
 * Votes: what a person said of a message, signed ({@link org.spamwatch.agent.vote.Vote}); who keeps
 * them ({@code VoteTable}, at the message's root and its replicas); and how they are kept over
 * restarts ({@link org.spamwatch.agent.vote.VoteStore}, a seam). Node logic only: no I/O, clock or
 * thread.
 */
@NullMarked
package org.spamwatch.agent.vote;

import org.jspecify.annotations.NullMarked;
