package org.spamwatch.agent.peer;

import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.overlay.Id;

/**
 * A genuine vote that bore on a judgement.
 *
 * @param voter the voter's pseudonym
 * @param timeMillis when it was cast, by the voter's clock
 */
public record VoteSeen(Id voter, Verdict verdict, VoteOrigin origin, long timeMillis) {}
