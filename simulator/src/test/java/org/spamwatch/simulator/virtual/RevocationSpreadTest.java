package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.revocation.RevocationMessage.ListKnown;
import org.spamwatch.agent.revocation.RevocationMessage.ListTold;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Revocations.Taken;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** Revocation lists among peers of a closed realm, and what becomes of votes. Seeds replay. */
class RevocationSpreadTest {
  private static final long SECOND = 1_000_000;
  private static final SigningKey AUTHORITY = key(1);
  private static final SigningKey STRANGER = key(2);

  private final SplittableRandom random = new SplittableRandom(7);

  private static SigningKey key(int fill) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    java.util.Arrays.fill(seed, (byte) fill);
    return SigningKey.ofSeed(seed);
  }

  private static PeerNetwork network(int peers, Faults faults) {
    PeerNetwork network = new PeerNetwork(6, PeerConfig.DEFAULT, Latency.plane(6, 100_000), faults);
    network.revocableBy(AUTHORITY.verifyingKey());
    for (int i = 0; i < peers; i++) {
      network.add();
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(60 * SECOND);
    return network;
  }

  private static RevocationList list(
      SigningKey by, long sequence, List<Id> nodes, List<Id> voters) {
    return RevocationList.issue(by, sequence, 1, nodes, voters);
  }

  private static Taken revoke(PeerNetwork network, Peer at, RevocationList list) {
    List<Taken> taken = new ArrayList<>();
    network.call(at, () -> taken.add(at.core().revoke(list)));
    return taken.get(0);
  }

  private static List<Long> sequences(PeerNetwork network) {
    return network.running().stream()
        .map(peer -> peer.core().revocations().sequence())
        .distinct()
        .toList();
  }

  private void mark(
      PeerNetwork network, Peer at, SimulatedVoter voter, Id guid, FeatureVector spam) {
    VoteRequest voteRequest =
        voter.voteRequest(
            network.realm(),
            at.contact().id(),
            guid,
            List.of(spam),
            VoteValue.SPAM,
            network.simulation().nowMicros());
    network.call(at, () -> at.core().vote(voteRequest, receipt -> {}));
    network.simulation().runFor(5 * SECOND);
  }

  private static CheckResult check(PeerNetwork network, Peer peer, FeatureVector vector) {
    List<CheckResult> answers = new ArrayList<>();
    CheckRequest question =
        new CheckRequest(List.of(vector), Threshold.STANDARD, Integer.MAX_VALUE, 1);
    network.call(peer, () -> peer.core().check(question, answers::add));
    network.simulation().runFor(6 * SECOND);
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  private static void everybodySays(PeerNetwork network, FeatureVector spam, Verdict verdict) {
    for (Peer peer : network.running()) {
      assertThat(check(network, peer, spam).verdict()).isEqualTo(verdict);
    }
  }

  @Test
  void aListReachesEverybodyOnceThoughMessagesAreLost() {
    PeerNetwork network = network(40, new Faults(.02, .02, 30_000));
    long before = network.traffic().byKind().getOrDefault("ListTold", 0L);
    RevocationList list = list(AUTHORITY, 5, List.of(Id.ofHex("01")), List.of());
    assertThat(revoke(network, network.running().get(3), list)).isEqualTo(Taken.NEWER);
    network.simulation().runFor(10 * SECOND);
    assertThat(sequences(network)).containsExactly(5L);
    long told = network.traffic().byKind().getOrDefault("ListTold", 0L) - before;
    assertThat(told).as("lists sent to 39 peers").isLessThan(2 * 39);
    network.simulation().runFor(1800 * SECOND);
    assertThat(network.traffic().byKind().getOrDefault("ListTold", 0L) - before).isEqualTo(told);
  }

  @Test
  void anOlderOrForgedListChangesNothingWhoeverSendsIt() {
    PeerNetwork network = network(12, Faults.NONE);
    Peer liar = network.running().get(4);
    revoke(network, liar, list(AUTHORITY, 5, List.of(Id.ofHex("01")), List.of()));
    network.simulation().runFor(10 * SECOND);
    assertThat(revoke(network, liar, list(AUTHORITY, 4, List.of(), List.of())))
        .isEqualTo(Taken.OLD);
    RevocationList forged = list(STRANGER, 9, List.of(Id.ofHex("02")), List.of());
    assertThat(revoke(network, liar, forged)).isEqualTo(Taken.FORGED);
    RevocationList old = list(AUTHORITY, 4, List.of(), List.of());
    for (Peer peer : network.running()) {
      network.call(
          liar,
          () -> {
            for (int i = 0; i < 5; i++) {
              liar.core().node().send(peer.contact(), new ListKnown(Long.MAX_VALUE));
              liar.core().node().send(peer.contact(), new ListTold(forged));
              liar.core().node().send(peer.contact(), new ListTold(old));
            }
          });
    }
    network.simulation().runFor(1200 * SECOND);
    assertThat(sequences(network)).containsExactly(5L);
    assertThat(network.running())
        .filteredOn(peer -> peer != liar)
        .as("one forged list is looked at, then the liar is not listened to")
        .allMatch(peer -> peer.core().revocations().refused() == 1);
    RevocationList next = list(AUTHORITY, 6, List.of(), List.of());
    revoke(network, network.running().get(0), next);
    network.simulation().runFor(10 * SECOND);
    assertThat(network.running())
        .filteredOn(peer -> peer != liar)
        .allMatch(peer -> peer.core().revocations().sequence() == 6);
  }

  @Test
  void whoWasAwayLearnsOfItWhenItComesBack() {
    PeerNetwork network = network(10, Faults.NONE);
    Peer away = network.running().get(2);
    network.crash(away);
    revoke(
        network, network.running().get(0), list(AUTHORITY, 1, List.of(), List.of(Id.ofHex("01"))));
    network.simulation().runFor(60 * SECOND);
    Peer back = network.restart(away);
    assertThat(back.core().revocations().sequence()).isZero();
    network.simulation().runFor(60 * SECOND);
    assertThat(sequences(network)).containsExactly(1L);
  }

  @Test
  void votesOfARevokedSiteOrVoterCountNowhereUntilTheyAreTakenBack() {
    PeerNetwork network = network(10, Faults.NONE);
    Peer site = network.running().get(1);
    SimulatedVoter atSite = new SimulatedVoter(random);
    SimulatedVoter elsewhere = new SimulatedVoter(random);
    FeatureVector first = SampleVectors.random(random);
    FeatureVector second = SampleVectors.random(random);
    mark(network, site, atSite, Id.random(random), first);
    mark(network, network.running().get(2), elsewhere, Id.random(random), second);
    everybodySays(network, first, Verdict.SPAM);
    everybodySays(network, second, Verdict.SPAM);
    List<Id> nodes = List.of(site.contact().id());
    revoke(network, network.running().get(7), list(AUTHORITY, 1, nodes, List.of(elsewhere.id())));
    network.simulation().runFor(30 * SECOND);
    everybodySays(network, first, Verdict.UNKNOWN);
    everybodySays(network, second, Verdict.UNKNOWN);
    assertThat(refusal(network, site, atSite)).contains("revoked");
    assertThat(refusal(network, network.running().get(3), elsewhere)).contains("revoked");
    revoke(network, network.running().get(8), list(AUTHORITY, 2, List.of(), List.of()));
    network.simulation().runFor(120 * SECOND);
    everybodySays(network, first, Verdict.SPAM);
    everybodySays(network, second, Verdict.SPAM);
  }

  @Test
  void aVoterOfARevokedSiteIsHeardThroughAnother() {
    PeerNetwork network = network(8, Faults.NONE);
    Peer site = network.running().get(1);
    SimulatedVoter voter = new SimulatedVoter(random);
    FeatureVector spam = SampleVectors.random(random);
    Id guid = Id.random(random);
    mark(network, site, voter, guid, spam);
    revoke(network, site, list(AUTHORITY, 1, List.of(site.contact().id()), List.of()));
    network.simulation().runFor(30 * SECOND);
    everybodySays(network, spam, Verdict.UNKNOWN);
    mark(network, network.running().get(5), voter, guid, spam);
    everybodySays(network, spam, Verdict.SPAM);
  }

  private String refusal(PeerNetwork network, Peer at, SimulatedVoter voter) {
    List<VoteResult> receipts = new ArrayList<>();
    VoteRequest voteRequest =
        voter.voteRequest(
            network.realm(),
            at.contact().id(),
            Id.random(random),
            List.of(SampleVectors.random(random)),
            VoteValue.SPAM,
            network.simulation().nowMicros());
    network.call(at, () -> at.core().vote(voteRequest, receipts::add));
    network.simulation().runFor(SECOND);
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).accepted()).isFalse();
    return receipts.get(0).reason();
  }
}
