package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** A vote among peers that stop, start, come and go. Seeds replay. */
class VoteLifeTest {
  private static final long SECOND = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(7);
  private final SimulatedVoter voter = new SimulatedVoter(random);
  private final FeatureVector spam = vector();
  private final Id guid = Id.random(random);

  private static PeerNetwork network(int peers) {
    return network(peers, 6, PeerConfig.DEFAULT);
  }

  private static PeerNetwork network(int peers, long seed, PeerConfig config) {
    PeerNetwork network = new PeerNetwork(seed, config, Latency.plane(seed, 100_000), Faults.NONE);
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

  private Peer elsewhere(PeerNetwork network) {
    Peer root = network.root(guid);
    return network.running().stream().filter(peer -> peer != root).findFirst().orElseThrow();
  }

  private VoteRequest voteRequest(PeerNetwork network, Peer peer, VoteValue value) {
    return voter.voteRequest(
        network.realm(),
        peer.contact().id(),
        guid,
        List.of(spam),
        value,
        network.simulation().nowMicros());
  }

  private List<VoteResult> cast(PeerNetwork network, Peer peer, VoteValue value) {
    List<VoteResult> receipts = new ArrayList<>();
    VoteRequest voteRequest = voteRequest(network, peer, value);
    network.call(peer, () -> peer.core().vote(voteRequest, receipts::add));
    return receipts;
  }

  private CheckResult check(PeerNetwork network, Peer peer) {
    List<CheckResult> answers = new ArrayList<>();
    CheckRequest question =
        new CheckRequest(List.of(spam), Threshold.STANDARD, Integer.MAX_VALUE, 1);
    network.call(peer, () -> peer.core().check(question, answers::add));
    network.simulation().runFor(5 * SECOND);
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  private void everybodySays(PeerNetwork network, Verdict verdict) {
    for (Peer peer : network.running()) {
      assertThat(check(network, peer).verdict()).isEqualTo(verdict);
    }
  }

  private static void cutOff(PeerNetwork network, Peer peer) {
    Endpoint lonely = peer.contact().endpoint();
    network.links().partition((a, b) -> a.equals(lonely) != b.equals(lonely));
  }

  private static void heal(PeerNetwork network) {
    network.links().partition((a, b) -> false);
  }

  /** However long it is cut off, and though it has given all others up. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void aVoteOfAPeerThatReachesNobodyStaysPendingUntilOthersHaveIt(long seed) {
    PeerNetwork network = network(6, seed, PeerConfig.DEFAULT);
    Peer marker = elsewhere(network);
    cutOff(network, marker);
    List<VoteResult> receipts = cast(network, marker, VoteValue.SPAM);
    network.simulation().runFor(300 * SECOND);
    assertThat(marker.core().node().leaves()).isEmpty();
    assertThat(marker.core().status().pendingVotes()).isEqualTo(1);
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).accepted()).isTrue();
    assertThat(receipts.get(0).holders()).isEqualTo(1);
    assertThat(receipts.get(0).reason()).contains("kept here");
    heal(network);
    network.simulation().runFor(600 * SECOND);
    assertThat(marker.core().status().pendingVotes()).isZero();
    everybodySays(network, Verdict.SPAM);
  }

  @Test
  void aVoteInARealmOfOneIsConfirmedAtOnce() {
    PeerNetwork network = network(1);
    Peer only = network.running().get(0);
    List<VoteResult> receipts = cast(network, only, VoteValue.SPAM);
    network.simulation().runFor(SECOND);
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).reason()).isEmpty();
    assertThat(only.core().status().pendingVotes()).isZero();
  }

  @Test
  void aVoteOnDiskSurvivesTheCrashOfItsPeerBeforeAnybodyElseHasIt() {
    PeerNetwork network = network(6);
    Peer marker = elsewhere(network);
    cutOff(network, marker);
    List<VoteResult> receipts = cast(network, marker, VoteValue.SPAM);
    network.simulation().runFor(3 * SECOND);
    assertThat(receipts).hasSize(1);
    network.crash(marker);
    heal(network);
    network.simulation().runFor(60 * SECOND);
    everybodySays(network, Verdict.UNKNOWN);
    Peer restarted = network.restart(marker);
    network.simulation().runFor(120 * SECOND);
    assertThat(restarted.core().status().pendingVotes()).isZero();
    everybodySays(network, Verdict.SPAM);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 100, 150, 200, 300})
  void theRootsCrashOnTheWayFromCastToConfirmationLosesNothing(int millis) {
    PeerNetwork network = network(6);
    Peer marker = elsewhere(network);
    Peer root = network.root(guid);
    List<VoteResult> receipts = cast(network, marker, VoteValue.SPAM);
    network.simulation().runFor(millis * 1000L);
    network.crash(root);
    network.simulation().runFor(120 * SECOND);
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).accepted()).isTrue();
    assertThat(marker.core().status().pendingVotes()).isZero();
    everybodySays(network, Verdict.SPAM);
  }

  @Test
  void aVoteIsWithdrawnThroughAnotherPeerThanTheOneThatMarked() {
    PeerNetwork network = network(8);
    cast(network, network.running().get(0), VoteValue.SPAM);
    network.simulation().runFor(5 * SECOND);
    everybodySays(network, Verdict.SPAM);
    List<VoteResult> receipts = cast(network, network.running().get(7), VoteValue.WITHDRAWN);
    network.simulation().runFor(5 * SECOND);
    assertThat(receipts.get(0).holders()).isGreaterThanOrEqualTo(4);
    everybodySays(network, Verdict.UNKNOWN);
  }

  private long peersWithARecord(PeerNetwork network) {
    return network.running().stream()
        .filter(peer -> spam.keys().stream().anyMatch(peer.core().adolr()::knows))
        .count();
  }

  @Test
  void thePeerThatMarkedStopsRenewingWhatIsWithdrawnElsewhere() {
    PeerNetwork network = network(8);
    cast(network, network.running().get(0), VoteValue.SPAM);
    network.simulation().runFor(5 * SECOND);
    assertThat(peersWithARecord(network)).isPositive();
    cast(network, network.running().get(7), VoteValue.WITHDRAWN);
    network.simulation().runFor(10 * SECOND);
    assertThat(peersWithARecord(network)).isZero();
  }

  /** Told or not, it finds out when it repeats its voter's word. */
  @Test
  void thePeerThatMarkedLearnsOfAWithdrawalThatItWasCutOffFrom() {
    PeerConfig d = PeerConfig.DEFAULT;
    LeaseConfig hour = new LeaseConfig(Duration.ofHours(1), d.leases().replicas());
    PeerNetwork network = network(8, 6, d.withLeases(hour));
    Peer marker = elsewhere(network);
    cast(network, marker, VoteValue.SPAM);
    network.simulation().runFor(5 * SECOND);
    cutOff(network, marker);
    network.simulation().runFor(120 * SECOND);
    Peer other =
        network.running().stream().filter(peer -> peer != marker).findFirst().orElseThrow();
    cast(network, other, VoteValue.WITHDRAWN);
    network.simulation().runFor(60 * SECOND);
    heal(network);
    network.simulation().runFor(3600 * SECOND);
    assertThat(peersWithARecord(network)).isZero();
    everybodySays(network, Verdict.UNKNOWN);
  }

  @Test
  void aReplayOfAWithdrawnVoteBringsNothingBack() {
    PeerNetwork network = network(6);
    Peer peer = elsewhere(network);
    VoteRequest first = voteRequest(network, peer, VoteValue.SPAM);
    network.call(peer, () -> peer.core().vote(first, receipt -> {}));
    network.simulation().runFor(5 * SECOND);
    cast(network, peer, VoteValue.WITHDRAWN);
    network.simulation().runFor(5 * SECOND);
    for (Peer replayer : network.running()) {
      network.call(replayer, () -> replayer.core().vote(first, receipt -> {}));
      network.simulation().runFor(60 * SECOND);
      assertThat(replayer.core().status().pendingVotes()).isZero();
    }
    everybodySays(network, Verdict.UNKNOWN);
  }

  @Test
  void newcomersAreEntrustedWithVotesUntilNoneOfTheFirstHoldersIsLeft() {
    PeerNetwork network = network(6);
    List<Peer> first = network.running();
    cast(network, first.get(0), VoteValue.SPAM);
    network.simulation().runFor(5 * SECOND);
    for (Peer leaver : first) {
      network.add();
      network.simulation().runFor(60 * SECOND);
      network.crash(leaver);
      network.simulation().runFor(120 * SECOND);
    }
    assertThat(network.running()).hasSize(6).doesNotContainAnyElementsOf(first);
    everybodySays(network, Verdict.SPAM);
    List<Peer> second = network.running();
    second.forEach(network::crash);
    network.simulation().runFor(SECOND);
    second.forEach(network::restart);
    network.simulation().runFor(120 * SECOND);
    everybodySays(network, Verdict.SPAM);
  }
}
