package org.spamwatch.agent.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.Voter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/** Where a person votes, and with which key: the same for all votes of a command. */
record Booth(PeerClient client, Id realm, Id site, Voter voter) {
  /** At a peer, with the key of this process's user. */
  static Booth at(PeerClient client, Console console) throws AgentException {
    StatusAnswer status = client.status();
    Voter voter = new Keyring(console.places().userDirectory()).ownVoter();
    return new Booth(client, status.realm(), status.id(), voter);
  }

  /** A vote, signed now. */
  Vote vote(Id guid, List<Id> digests, VoteValue value, VoteOrigin origin) throws KeyException {
    long nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return voter.vote(realm, site, guid, digests, value, origin, nowMicros);
  }
}
