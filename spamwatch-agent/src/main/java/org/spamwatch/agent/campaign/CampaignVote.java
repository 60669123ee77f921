package org.spamwatch.agent.campaign;

import java.util.Optional;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.overlay.Id;

/**
 * A vote on a campaign.
 *
 * @param voter the voter's pseudonym
 * @param site the site behind the voter, if this peer keeps the vote
 * @param timeMillis when it was cast, by the voter's clock
 */
public record CampaignVote(Id voter, Optional<Id> site, Verdict verdict, long timeMillis) {}
