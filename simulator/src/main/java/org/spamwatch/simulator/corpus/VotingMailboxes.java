package org.spamwatch.simulator.corpus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/** Mailboxes that mark spam at live peers, each with a key of its own. Thread-safe. */
final class VotingMailboxes {
  private final List<PeerClient> peers;
  private final Id realm;
  private final List<Id> sites = new ArrayList<>();
  private final SplittableRandom random;
  private final Map<String, SimulatedVoter> voters = new LinkedHashMap<>();
  private final AtomicInteger unconfirmed = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /**
   * Mailboxes at peers of one realm.
   *
   * @param seed of the keys
   */
  VotingMailboxes(List<PeerClient> peers, long seed) throws PeerClientException {
    this.peers = List.copyOf(peers);
    this.random = new SplittableRandom(seed);
    this.realm = peers.get(0).status().realm();
    for (PeerClient peer : peers) {
      sites.add(peer.status().id());
    }
  }

  /** A mailbox marks a mail as spam at one of the peers, by a number. */
  void mark(AddressedMail mail, String mailbox, int number) throws PeerClientException {
    int peer = number % peers.size();
    VoteRequest voteRequest;
    synchronized (voters) {
      long nowMicros = System.currentTimeMillis() * 1000;
      voteRequest =
          voters
              .computeIfAbsent(mailbox, box -> new SimulatedVoter(random))
              .voteRequest(realm, sites.get(peer), mail, VoteValue.SPAM, nowMicros);
    }
    VoteAnswer receipt = peers.get(peer).vote(voteRequest.vote(), voteRequest.vectors());
    if (!receipt.accepted()) {
      refused.incrementAndGet();
    } else if (!receipt.reason().isEmpty()) {
      unconfirmed.incrementAndGet();
    }
  }

  /** Marks accepted but not confirmed in time. */
  int unconfirmed() {
    return unconfirmed.get();
  }

  /** Marks not accepted. */
  int refused() {
    return refused.get();
  }
}
