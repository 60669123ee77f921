package org.spamwatch.agent.imap;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.vote.VoteValue;

/** The peer that is asked, and the person as whom is voted there. Safe for any thread. */
public interface Peer {
  /** Is it spam to others? */
  CheckAnswer check(ReadMail mail) throws AgentException;

  /**
   * What the person says of a mail by having moved it.
   *
   * @param mail one that is addressable
   */
  VoteAnswer vote(ReadMail mail, VoteValue value) throws AgentException;
}
