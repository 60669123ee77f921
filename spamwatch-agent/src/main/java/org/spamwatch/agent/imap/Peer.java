package org.spamwatch.agent.imap;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;

/** The peer that is asked, and the person as whom is voted there. Safe for any thread. */
public interface Peer {
  /** Is it spam to others? */
  CheckAnswer check(AddressedMail mail) throws AgentException;

  /** What the person says of a mail by having moved it. */
  VoteAnswer vote(AddressedMail mail, VoteValue value) throws AgentException;
}
