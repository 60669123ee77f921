package org.spamwatch.agent.campaign;

import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * A vote on a campaign.
 *
 * @param voter the voter's pseudonym
 * @param site the site behind the voter
 * @param timeMillis when it was cast, by the voter's clock
 */
public record CampaignVote(Id voter, Id site, VoteValue value, long timeMillis) {}
