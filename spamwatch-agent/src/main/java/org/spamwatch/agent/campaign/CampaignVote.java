package org.spamwatch.agent.campaign;

import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.overlay.Id;

/**
 * A vote on a campaign.
 *
 * @param voter the voter's pseudonym
 * @param site the site behind the voter
 * @param timeMillis when it was cast, by the voter's clock
 */
public record CampaignVote(Id voter, Id site, Verdict verdict, long timeMillis) {}
