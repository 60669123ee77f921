package org.spamwatch.agent.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.VoterAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.Voter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** Where a person votes, and with which key: the same for all votes of a command. */
record Booth(PeerClient client, Id realm, Id site, Voter voter, boolean marksEvidence) {
  /**
   * At a peer. Its own people, whom it believes, sign with the key of this process's user, and
   * everybody else with the one that the peer keeps for him: a person is one voter on all of his
   * devices.
   */
  static Booth at(PeerClient client, Console console) throws AgentException {
    VoterAnswer answer = client.voter();
    Keyring keys = new Keyring(console.places().userDirectory());
    Voter voter = answer.vouches() ? keys.ownVoter() : keys.device(client.key(answer));
    return new Booth(client, answer.realm(), answer.site(), voter, answer.evidence().orElse(false));
  }

  /** What a mark on a mail speaks for, as the peer is set. */
  List<FeatureVector> marked(AddressedMail mail) {
    return mail.vectors().stream()
        .filter(vector -> marksEvidence || vector.scheme().isOfText())
        .toList();
  }

  /** A vote, signed now. */
  Vote vote(Id guid, List<Id> digests, VoteValue value, VoteOrigin origin) throws KeyException {
    long nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return voter.vote(realm, site, guid, digests, value, origin, nowMicros);
  }
}
