package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.spamwatch.agent.ham.HamConfig;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.peer.Answer;
import org.spamwatch.agent.peer.Ballot;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.Question;
import org.spamwatch.agent.peer.Receipt;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.live.PeerNetwork;
import org.spamwatch.simulator.live.PeerNetwork.Peer;
import org.spamwatch.simulator.live.SimulatedVoter;

/**
 * The peers of an experiment, in virtual time: the very node code, and no driver. Mailboxes vote
 * through the peers in turn, each with a key of its own. One seed gives one run. Not thread-safe.
 */
final class Site {
  private static final long SECOND = 1_000_000;

  /** No call takes longer: a check is answered within four seconds. */
  private static final long PATIENCE = 30 * SECOND;

  private final OwnHam ham;
  private final PeerNetwork network;
  private final List<Peer> peers = new ArrayList<>();
  private final Map<String, Voter> voters = new LinkedHashMap<>();
  private int next;

  private record Voter(SimulatedVoter key, Peer peer) {}

  Site(int size, long seed) {
    ham = new OwnHam(HamConfig.DEFAULT, new SplittableRandom(seed)::nextLong);
    // A mailbox marks in minutes what came in over years.
    PeerConfig config = PeerConfig.DEFAULT.withVotes(VoteConfig.DEFAULT.withQuotas(0, 0));
    network = new PeerNetwork(seed, config, Latency.constant(1_000), Faults.NONE, ham);
    for (int i = 0; i < size; i++) {
      peers.add(network.add());
      network.simulation().runFor(2 * SECOND);
    }
  }

  /** Somebody marks a mail; returns its identity, or nothing if it has too little text. */
  Optional<Id> mark(AddressedMail mail, String mailbox) {
    if (!mail.isAddressable()) {
      return Optional.empty();
    }
    Voter voter = voters.computeIfAbsent(mailbox, name -> voter());
    Id guid = mail.guid().orElseThrow();
    Ballot ballot =
        voter
            .key()
            .ballot(
                network.realm(),
                voter.peer().contact().id(),
                guid,
                mail.vectors(),
                Verdict.SPAM,
                network.simulation().nowMicros());
    AtomicReference<Receipt> receipt = new AtomicReference<>();
    network.call(voter.peer(), () -> voter.peer().core().vote(ballot, receipt::set));
    await(receipt);
    network.simulation().runFor(SECOND); // publications leave at a steady pace
    return Optional.of(guid);
  }

  private Voter voter() {
    return new Voter(new SimulatedVoter(network.random()), nextPeer());
  }

  private Peer nextPeer() {
    return peers.get(next++ % peers.size());
  }

  /** The site's users keep a mail: from now on its text is known as ordinary at every peer. */
  void learn(AddressedMail mail) {
    if (mail.isAddressable()) {
      long nowMillis = network.simulation().nowMicros() / 1_000;
      ham.learn(HamSource.KEPT, MailFeatures.of(mail), OptionalLong.empty(), nowMillis);
    }
  }

  /** What the site's peers, asked in turn, say of a mail. */
  Answer check(AddressedMail mail) {
    return check(mail, nextPeer(), 1, Threshold.STANDARD);
  }

  /** Whether a check of a mail leads to a certain message. */
  boolean finds(AddressedMail mail, Id guid) {
    return mail.isAddressable()
        && check(mail).matches().stream().anyMatch(match -> match.guid().equals(guid));
  }

  /** What the peer of a mailbox says of a mail. */
  Answer check(AddressedMail mail, String mailbox) {
    return check(mail, mailbox, 1);
  }

  /** Likewise, if so many votes are needed. */
  Answer check(AddressedMail mail, String mailbox, int votesNeeded) {
    return check(mail, peerOf(mailbox), votesNeeded, Threshold.STANDARD);
  }

  /** Likewise at a THRES of the experiment's. */
  Answer check(AddressedMail mail, String mailbox, Threshold threshold) {
    return check(mail, peerOf(mailbox), 1, threshold);
  }

  private Peer peerOf(String mailbox) {
    return voters.computeIfAbsent(mailbox, name -> voter()).peer();
  }

  private Answer check(AddressedMail mail, Peer peer, int votesNeeded, Threshold threshold) {
    Question question =
        new Question(
            mail.vectors(),
            mail.probes().stream().map(ProbeKeys::of).toList(),
            threshold,
            Integer.MAX_VALUE,
            votesNeeded);
    AtomicReference<Answer> answer = new AtomicReference<>();
    network.call(peer, () -> peer.core().check(question, answer::set));
    return await(answer);
  }

  private <T> T await(AtomicReference<T> result) {
    long limit = network.simulation().nowMicros() + PATIENCE;
    network.simulation().runUntil(() -> result.get() != null, limit);
    T got = result.get();
    if (got == null) {
      throw new IllegalStateException("a simulated peer has not answered in 30 s");
    }
    return got;
  }
}
