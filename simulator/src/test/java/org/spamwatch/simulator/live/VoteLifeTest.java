package org.spamwatch.simulator.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.peer.Answer;
import org.spamwatch.agent.peer.Ballot;
import org.spamwatch.agent.peer.Judgement;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.Question;
import org.spamwatch.agent.peer.Receipt;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.live.PeerNetwork.Peer;

/** A vote among peers that stop, start, come and go. Seeds replay. */
class VoteLifeTest {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(7);
  private final SimulatedVoter voter = new SimulatedVoter(random);
  private final FeatureVector spam = vector();
  private final Id guid = Id.random(random);

  private static PeerNetwork network(int peers) {
    PeerNetwork network =
        new PeerNetwork(6, PeerConfig.DEFAULT, Latency.plane(6, 100_000), Faults.NONE);
    for (int i = 0; i < peers; i++) {
      network.add();
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(60 * SECOND);
    return network;
  }

  private FeatureVector vector() {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }

  private Peer root(PeerNetwork network) {
    return network.peers().stream()
        .filter(peer -> peer.contact().equals(network.root(guid)))
        .findFirst()
        .orElseThrow();
  }

  private Peer elsewhere(PeerNetwork network) {
    Peer root = root(network);
    return network.peers().stream().filter(peer -> peer != root).findFirst().orElseThrow();
  }

  private Ballot ballot(PeerNetwork network, Peer peer, Verdict verdict) {
    return voter.ballot(
        network.realm(),
        peer.contact().id(),
        guid,
        List.of(spam),
        verdict,
        network.simulation().nowMicros());
  }

  private List<Receipt> cast(PeerNetwork network, Peer peer, Verdict verdict) {
    List<Receipt> receipts = new ArrayList<>();
    Ballot ballot = ballot(network, peer, verdict);
    network.call(peer, () -> peer.core().vote(ballot, receipts::add));
    return receipts;
  }

  private Answer check(PeerNetwork network, Peer peer) {
    List<Answer> answers = new ArrayList<>();
    Question question = new Question(List.of(spam), Threshold.STANDARD, Integer.MAX_VALUE, 1);
    network.call(peer, () -> peer.core().check(question, answers::add));
    network.simulation().runFor(5 * SECOND);
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  private void everybodySays(PeerNetwork network, Judgement judgement) {
    for (Peer peer : network.peers()) {
      assertThat(check(network, peer).judgement()).isEqualTo(judgement);
    }
  }

  @Test
  void aPeerThatReachesNobodyAcceptsAVoteAndTheOthersGetItLater() {
    PeerNetwork network = network(6);
    Peer marker = elsewhere(network);
    network
        .network()
        .partition(
            (a, b) ->
                a.equals(marker.contact().endpoint()) != b.equals(marker.contact().endpoint()));
    List<Receipt> receipts = cast(network, marker, Verdict.SPAM);
    // Once it has found all others dead it takes itself for alone, and waits for nobody.
    network.simulation().runFor(SECOND / 2);
    assertThat(marker.core().status().pendingVotes()).isEqualTo(1);
    network.simulation().runFor(3 * SECOND);
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).accepted()).isTrue();
    assertThat(receipts.get(0).holders()).isEqualTo(1);
    network.network().partition((a, b) -> false);
    network.simulation().runFor(600 * SECOND);
    assertThat(marker.core().status().pendingVotes()).isZero();
    everybodySays(network, Judgement.SPAM);
  }

  @Test
  void aVoteOnDiskSurvivesTheCrashOfItsPeerBeforeAnybodyElseHasIt() {
    PeerNetwork network = network(6);
    Peer marker = elsewhere(network);
    network
        .network()
        .partition(
            (a, b) ->
                a.equals(marker.contact().endpoint()) != b.equals(marker.contact().endpoint()));
    List<Receipt> receipts = cast(network, marker, Verdict.SPAM);
    network.simulation().runFor(3 * SECOND);
    assertThat(receipts).hasSize(1);
    network.crash(marker);
    network.network().partition((a, b) -> false);
    network.simulation().runFor(60 * SECOND);
    everybodySays(network, Judgement.UNKNOWN);
    Peer restarted = network.restart(marker);
    network.simulation().runFor(120 * SECOND);
    assertThat(restarted.core().status().pendingVotes()).isZero();
    everybodySays(network, Judgement.SPAM);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 100, 150, 200, 300})
  void theRootsCrashOnTheWayFromCastToConfirmationLosesNothing(int millis) {
    PeerNetwork network = network(6);
    Peer marker = elsewhere(network);
    Peer root = root(network);
    List<Receipt> receipts = cast(network, marker, Verdict.SPAM);
    network.simulation().runFor(millis * 1000L);
    network.crash(root);
    network.simulation().runFor(120 * SECOND);
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).accepted()).isTrue();
    assertThat(marker.core().status().pendingVotes()).isZero();
    everybodySays(network, Judgement.SPAM);
  }

  @Test
  void aVoteIsWithdrawnThroughAnotherPeerThanTheOneThatMarked() {
    PeerNetwork network = network(8);
    cast(network, network.peers().get(0), Verdict.SPAM);
    network.simulation().runFor(5 * SECOND);
    everybodySays(network, Judgement.SPAM);
    List<Receipt> receipts = cast(network, network.peers().get(7), Verdict.WITHDRAWN);
    network.simulation().runFor(5 * SECOND);
    assertThat(receipts.get(0).holders()).isGreaterThanOrEqualTo(4);
    everybodySays(network, Judgement.UNKNOWN);
  }

  @Test
  void aReplayOfAWithdrawnVoteBringsNothingBack() {
    PeerNetwork network = network(6);
    Peer peer = elsewhere(network);
    Ballot first = ballot(network, peer, Verdict.SPAM);
    network.call(peer, () -> peer.core().vote(first, receipt -> {}));
    network.simulation().runFor(5 * SECOND);
    cast(network, peer, Verdict.WITHDRAWN);
    network.simulation().runFor(5 * SECOND);
    for (Peer replayer : network.peers()) {
      network.call(replayer, () -> replayer.core().vote(first, receipt -> {}));
      network.simulation().runFor(60 * SECOND);
      assertThat(replayer.core().status().pendingVotes()).isZero();
    }
    everybodySays(network, Judgement.UNKNOWN);
  }

  @Test
  void newcomersAreEntrustedWithVotesUntilNoneOfTheFirstHoldersIsLeft() {
    PeerNetwork network = network(6);
    List<Peer> first = network.peers();
    cast(network, first.get(0), Verdict.SPAM);
    network.simulation().runFor(5 * SECOND);
    for (Peer leaver : first) {
      network.add();
      network.simulation().runFor(60 * SECOND);
      network.crash(leaver);
      network.simulation().runFor(120 * SECOND);
    }
    assertThat(network.peers()).hasSize(6).doesNotContainAnyElementsOf(first);
    everybodySays(network, Judgement.SPAM);
    List<Peer> second = network.peers();
    second.forEach(network::crash);
    network.simulation().runFor(SECOND);
    second.forEach(network::restart);
    network.simulation().runFor(120 * SECOND);
    everybodySays(network, Judgement.SPAM);
  }
}
