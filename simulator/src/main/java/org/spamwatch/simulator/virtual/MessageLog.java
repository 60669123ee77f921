package org.spamwatch.simulator.virtual;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Somebody's mail at a simulated peer: mails are checked and marked there as a live peer does it,
 * while the network's virtual time goes on until the answer is there. Not thread-safe.
 */
public final class MessageLog {
  /** In microseconds. No call takes longer: a check is answered within four seconds. */
  private static final long PATIENCE = 30_000_000;

  private final PeerNetwork network;
  private final Peer peer;
  private final SimulatedVoter voter;

  /** The mailbox of a voter whose votes a peer certifies. */
  public MessageLog(PeerNetwork network, Peer peer, SimulatedVoter voter) {
    this.network = network;
    this.peer = peer;
    this.voter = voter;
  }

  /** The peer it is at. */
  public Peer peer() {
    return peer;
  }

  /** The pseudonym of whoever reads it. */
  public Id voter() {
    return voter.id();
  }

  /** What the peer says of a mail. */
  public CheckResult check(AddressedMail mail, int votesNeeded, Threshold threshold) {
    return check(network, peer, mail, votesNeeded, threshold);
  }

  /** What the peer says of a mail by the standard THRES if others may be told so much of it. */
  public CheckResult check(AddressedMail mail, int votesNeeded, Privacy privacy) {
    return check(network, peer, mail, votesNeeded, Threshold.STANDARD, privacy);
  }

  /** What a peer says of a mail, whoever asks. */
  public static CheckResult check(
      PeerNetwork network, Peer peer, AddressedMail mail, int votesNeeded, Threshold threshold) {
    return check(network, peer, mail, votesNeeded, threshold, Privacy.SUMMARY);
  }

  private static CheckResult check(
      PeerNetwork network,
      Peer peer,
      AddressedMail mail,
      int votesNeeded,
      Threshold threshold,
      Privacy privacy) {
    CheckRequest question =
        new CheckRequest(
            mail.vectors(),
            mail.probes().stream().map(ProbeKeys::of).toList(),
            threshold,
            Integer.MAX_VALUE,
            votesNeeded,
            Rule.TRUST,
            privacy);
    return await(network, peer, receiver -> peer.core().check(question, receiver));
  }

  /** Its reader's vote; nothing if the mail has too little text. */
  public Optional<VoteResult> mark(AddressedMail mail, VoteValue value) {
    if (!mail.isAddressable()) {
      return Optional.empty();
    }
    VoteRequest voteRequest =
        voter.voteRequest(
            network.realm(), peer.contact().id(), mail, value, network.simulation().nowMicros());
    return Optional.of(await(network, peer, receiver -> peer.core().vote(voteRequest, receiver)));
  }

  private static <T> T await(PeerNetwork network, Peer peer, Consumer<Consumer<T>> call) {
    AtomicReference<T> result = new AtomicReference<>();
    network.call(peer, () -> call.accept(result::set));
    long limit = network.simulation().nowMicros() + PATIENCE;
    network.simulation().runUntil(() -> result.get() != null, limit);
    T got = result.get();
    if (got == null) {
      throw new IllegalStateException("a simulated peer has not answered in 30 s");
    }
    return got;
  }
}
