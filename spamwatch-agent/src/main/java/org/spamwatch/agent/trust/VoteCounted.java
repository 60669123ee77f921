package org.spamwatch.agent.trust;

import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * What the rule needs of a genuine vote: one voter's last word on a mail.
 *
 * @param voter the voter's pseudonym
 * @param site the peer that stands behind the voter
 * @param message the GUID voted on, which may be a variant of the mail that is judged
 * @param imported whether it was cast in bulk, for a message that had been marked earlier
 */
public record VoteCounted(Id voter, Id site, Id message, VoteValue value, boolean imported) {
  /** What the rule needs of a vote. */
  public static VoteCounted of(Vote vote) {
    boolean imported = vote.origin().equals(VoteOrigin.IMPORT);
    return new VoteCounted(vote.voter(), vote.site(), vote.guid(), vote.value(), imported);
  }
}
