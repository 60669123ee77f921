package org.spamwatch.agent.vote;

import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * What came back for a {@link VoteMessage.VotesWanted}: votes, or that nobody keeps the message.
 */
public sealed interface VoteAnswer {
  /** The check that it answers. */
  long checkId();

  /** Votes of a message, a page of them. */
  record Found(Contact from, VotesFound votes) implements VoteAnswer {
    @Override
    public long checkId() {
      return votes.checkId();
    }
  }

  /** Nobody keeps votes of the message. */
  record Missing(Id guid, long checkId) implements VoteAnswer {}

  /** A peer keeps votes of the message, and wants to be asked in person. */
  record Held(Contact from, VotesHeld votes) implements VoteAnswer {
    @Override
    public long checkId() {
      return votes.checkId();
    }
  }
}
