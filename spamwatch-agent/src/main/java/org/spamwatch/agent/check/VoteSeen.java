package org.spamwatch.agent.check;

import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * A genuine vote that bore on a judgement.
 *
 * @param voter the voter's pseudonym
 * @param site the peer that stands behind the voter
 * @param own whether that is one's own site
 * @param weight what the voter's word weighs if not, 0 to 1; an own voter's is 1
 * @param timeMillis when it was cast, by the voter's clock
 */
public record VoteSeen(
    Id voter,
    Id site,
    boolean own,
    double weight,
    VoteValue value,
    VoteOrigin origin,
    long timeMillis) {}
