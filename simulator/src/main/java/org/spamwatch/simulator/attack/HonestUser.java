package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A person at a peer, who marks and checks mail and notices how long it takes. For one thread at a
 * time.
 */
final class HonestUser {
  private static final int WARMING = 100;
  private static final int CONTROL = 50;

  private final PeerProcess peer;
  private final Id realm;
  private final SplittableRandom random;
  private final SimulatedVoter voter;
  private final List<Double> millis = new ArrayList<>();
  private int unanswered;

  /** A user of a peer that is ready. */
  public HonestUser(PeerProcess peer, SplittableRandom random) throws PeerClientException {
    this.peer = peer;
    this.realm = peer.client().status().realm();
    this.random = random;
    this.voter = new SimulatedVoter(random);
  }

  /** The peer's realm. */
  public Id realm() {
    return realm;
  }

  /** A text that nobody has seen before. */
  public RandomText text() {
    return RandomText.draw(random);
  }

  /** Votes on a mail of such a text; returns whether the peer accepted the vote. */
  public boolean vote(RandomText text, VoteValue value) {
    long nowMicros = System.currentTimeMillis() * 1000;
    VoteRequest voteRequest = voter.voteRequest(realm, peer.id(), text.address(), value, nowMicros);
    long begun = System.nanoTime();
    try {
      VoteAnswer receipt = peer.client().vote(voteRequest.vote(), voteRequest.vectors());
      millis.add((System.nanoTime() - begun) / 1e6);
      return receipt.accepted();
    } catch (PeerClientException e) {
      unanswered++;
      return false;
    }
  }

  /** Whether a mail of such a text is spam, by what the peer says. */
  public boolean findsSpam(RandomText text) {
    return check(text).filter(answer -> answer.verdict() == Verdict.SPAM).isPresent();
  }

  /** What the peer says of a mail of such a text; nothing if it does not answer. */
  public Optional<CheckAnswer> check(RandomText text) {
    long begun = System.nanoTime();
    try {
      CheckAnswer answer = peer.client().check(MailFeatures.of(text.address()), CheckOptions.USUAL);
      millis.add((System.nanoTime() - begun) / 1e6);
      return Optional.of(answer);
    } catch (PeerClientException e) {
      unanswered++;
      return Optional.empty();
    }
  }

  /** Another user of the peer, of whose answers none is counted yet. */
  HonestUser another(SplittableRandom itsRandom) throws PeerClientException {
    return new HonestUser(peer, itsRandom);
  }

  /**
   * Asks so often that what is measured from then on is not how long Java takes to get going.
   *
   * @return another user, of whom it was measured while nobody attacks
   */
  HonestUser warmedUp(RandomText text, SplittableRandom others) throws PeerClientException {
    for (int i = 0; i < WARMING; i++) {
      check(text);
    }
    HonestUser control = another(others.split());
    for (int i = 0; i < CONTROL; i++) {
      control.check(text);
    }
    return control;
  }

  /** Marks and checks that got no answer so far. */
  public int unanswered() {
    return unanswered;
  }

  /** Marks and checks that were answered so far. */
  public int answered() {
    return millis.size();
  }

  /** The time in milliseconds within which a share of the answers came, 0 to 1; 0 without any. */
  public double millis(double share) {
    List<Double> sorted = millis.stream().sorted().toList();
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
  }
}
