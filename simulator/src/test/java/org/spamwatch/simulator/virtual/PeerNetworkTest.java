package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** Whole peers under virtual time: the life of a vote and of a check. Seeds replay. */
class PeerNetworkTest {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(99);

  private PeerNetwork network(int peers, Faults faults) {
    PeerNetwork network = new PeerNetwork(5, PeerConfig.DEFAULT, Latency.plane(5, 100_000), faults);
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

  /** A copy that shares only the first few features. */
  private FeatureVector changed(FeatureVector vector, int shared) {
    List<Id> keys = new ArrayList<>(vector.keys().subList(0, shared));
    while (keys.size() < 10) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }

  private static VoteResult cast(PeerNetwork network, Peer peer, VoteRequest voteRequest) {
    List<VoteResult> receipts = new ArrayList<>();
    network.call(peer, () -> peer.core().vote(voteRequest, receipts::add));
    network.simulation().runFor(5 * SECOND);
    assertThat(receipts).hasSize(1);
    return receipts.get(0);
  }

  private static CheckResult check(PeerNetwork network, Peer peer, FeatureVector vector) {
    List<CheckResult> answers = new ArrayList<>();
    CheckRequest question =
        new CheckRequest(List.of(vector), SampleVectors.THRES, Integer.MAX_VALUE, 1);
    network.call(peer, () -> peer.core().check(question, answers::add));
    network.simulation().runFor(5 * SECOND);
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  private VoteRequest voteRequest(
      PeerNetwork network,
      Peer at,
      SimulatedVoter voter,
      FeatureVector vector,
      Id guid,
      VoteValue value) {
    return voter.voteRequest(
        network.realm(),
        at.contact().id(),
        guid,
        List.of(vector),
        value,
        network.simulation().nowMicros());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 17})
  void everyPeerRecognisesAChangedCopyOfWhatOneMarked(int peers) {
    PeerNetwork network = network(peers, Faults.NONE);
    FeatureVector spam = vector();
    Id guid = Id.random(random);
    SimulatedVoter voter = new SimulatedVoter(random);
    VoteResult receipt =
        cast(
            network,
            network.running().get(0),
            voteRequest(network, network.running().get(0), voter, spam, guid, VoteValue.SPAM));
    assertThat(receipt.accepted()).isTrue();
    assertThat(receipt.holders()).isGreaterThanOrEqualTo(Math.min(4, peers));
    assertThat(receipt.reason()).isEmpty();
    for (Peer peer : network.running()) {
      CheckResult copy = check(network, peer, changed(spam, 3));
      assertThat(copy.verdict()).as("%s", copy).isEqualTo(Verdict.SPAM);
      assertThat(copy.shared()).isEqualTo(3);
      assertThat(copy.complete()).isTrue();
      assertThat(check(network, peer, changed(spam, 2)).verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(check(network, peer, vector()).verdict()).isEqualTo(Verdict.UNKNOWN);
    }
  }

  @Test
  void aWithdrawnVoteNoLongerCountsAnywhere() {
    PeerNetwork network = network(5, Faults.NONE);
    FeatureVector spam = vector();
    Id guid = Id.random(random);
    SimulatedVoter voter = new SimulatedVoter(random);
    Peer marker = network.running().get(1);
    cast(network, marker, voteRequest(network, marker, voter, spam, guid, VoteValue.SPAM));
    cast(network, marker, voteRequest(network, marker, voter, spam, guid, VoteValue.WITHDRAWN));
    for (Peer peer : network.running()) {
      CheckResult answer = check(network, peer, spam);
      assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(answer.spamVotes()).isZero();
    }
  }

  @Test
  void hamVotesCountAgainstAndAVoterCountsOnceOverAllVariants() {
    PeerNetwork network = network(5, Faults.NONE);
    FeatureVector spam = vector();
    SimulatedVoter first = new SimulatedVoter(random);
    SimulatedVoter second = new SimulatedVoter(random);
    Peer peer = network.running().get(2);
    cast(network, peer, voteRequest(network, peer, first, spam, Id.random(random), VoteValue.SPAM));
    FeatureVector variant = changed(spam, 8);
    cast(
        network,
        peer,
        voteRequest(network, peer, first, variant, Id.random(random), VoteValue.SPAM));
    CheckResult twice = check(network, network.running().get(4), spam);
    assertThat(twice.matches()).hasSize(2);
    assertThat(twice.spamVotes()).isEqualTo(1);
    cast(network, peer, voteRequest(network, peer, second, spam, Id.random(random), VoteValue.HAM));
    CheckResult contested = check(network, network.running().get(4), spam);
    assertThat(contested.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(contested.hamVotes()).isEqualTo(1);
  }

  @Test
  void votesSurviveTheCrashOfRootMarkerAndEveryoneInTurn() {
    PeerNetwork network = network(6, Faults.NONE);
    FeatureVector spam = vector();
    Id guid = Id.random(random);
    SimulatedVoter voter = new SimulatedVoter(random);
    cast(
        network,
        network.running().get(0),
        voteRequest(network, network.running().get(0), voter, spam, guid, VoteValue.SPAM));
    for (int round = 0; round < 6; round++) {
      Peer victim = network.running().get(0);
      network.crash(victim);
      network.simulation().runFor(90 * SECOND);
      assertThat(check(network, network.running().get(0), spam).verdict()).isEqualTo(Verdict.SPAM);
      network.restart(victim);
      network.simulation().runFor(60 * SECOND);
    }
    for (Peer peer : network.running()) {
      assertThat(check(network, peer, spam).verdict()).isEqualTo(Verdict.SPAM);
    }
  }

  @Test
  void everythingComesBackAfterAPowerCut() {
    PeerNetwork network = network(5, Faults.NONE);
    FeatureVector spam = vector();
    SimulatedVoter voter = new SimulatedVoter(random);
    cast(
        network,
        network.running().get(3),
        voteRequest(
            network, network.running().get(3), voter, spam, Id.random(random), VoteValue.SPAM));
    List<Peer> all = network.running();
    all.forEach(network::crash);
    network.simulation().runFor(SECOND);
    all.forEach(network::restart);
    network.simulation().runFor(120 * SECOND);
    for (Peer peer : network.running()) {
      assertThat(check(network, peer, spam).verdict()).isEqualTo(Verdict.SPAM);
    }
  }

  @Test
  void losingMessagesLosesNoVote() {
    PeerNetwork network = network(8, new Faults(.02, .02, 30_000));
    for (int i = 0; i < 30; i++) {
      FeatureVector spam = vector();
      SimulatedVoter voter = new SimulatedVoter(random);
      Peer peer = network.running().get(i % 8);
      VoteResult receipt =
          cast(
              network,
              peer,
              voteRequest(network, peer, voter, spam, Id.random(random), VoteValue.SPAM));
      assertThat(receipt.accepted()).isTrue();
      assertThat(check(network, network.running().get((i + 3) % 8), spam).verdict())
          .isEqualTo(Verdict.SPAM);
    }
  }

  @Test
  void aForgedVoteIsRefused() {
    PeerNetwork network = network(3, Faults.NONE);
    FeatureVector spam = vector();
    VoteRequest honest =
        voteRequest(
            network,
            network.running().get(0),
            new SimulatedVoter(random),
            spam,
            Id.random(random),
            VoteValue.SPAM);
    assertThat(cast(network, network.running().get(1), honest).reason()).contains("site");
    VoteRequest elsewhere = new VoteRequest(honest.vote(), List.of(vector()));
    assertThat(cast(network, network.running().get(0), elsewhere).accepted()).isFalse();
    VoteRequest other =
        new SimulatedVoter(random)
            .voteRequest(
                Id.random(random),
                network.running().get(0).contact().id(),
                Id.random(random),
                List.of(spam),
                VoteValue.SPAM,
                0);
    assertThat(cast(network, network.running().get(0), other).reason()).contains("realm");
  }

  @Test
  void everyTraceEndsAtTheRootAndNamesItsHops() {
    PeerNetwork network = network(40, Faults.NONE);
    for (Peer peer : network.running()) {
      Id key = Id.random(random);
      List<Optional<TracedRoute>> routes = new ArrayList<>();
      network.call(peer, () -> peer.core().trace(key, routes::add));
      network.simulation().runFor(5 * SECOND);
      assertThat(routes).hasSize(1);
      TracedRoute route = routes.get(0).orElseThrow();
      assertThat(route.end()).isEqualTo(RouteEnd.ROOT);
      assertThat(route.last()).isEqualTo(network.root(key).contact());
      assertThat(route.path()).startsWith(peer.contact()).doesNotHaveDuplicates();
    }
  }

  @Test
  void aTraceThatNobodyAnswersIsAnsweredWithNothing() {
    PeerNetwork network = network(2, Faults.NONE);
    Peer peer = network.running().get(0);
    Id other = network.running().get(1).contact().id();
    List<Optional<TracedRoute>> routes = new ArrayList<>();
    network.call(peer, () -> peer.core().node().leave()); // it hears no answer from now on
    network.call(peer, () -> peer.core().trace(other, routes::add));
    network.simulation().runFor(SECOND);
    assertThat(routes).isEmpty();
    network.simulation().runFor(5 * SECOND);
    assertThat(routes).containsExactly(Optional.empty());
  }
}
