package org.spamwatch.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkCounts;
import org.spamwatch.agent.bulk.BulkMessage;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** Bulk counts among peers of a realm. Seeds replay. */
class BulkSpreadTest {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final BulkConfig CONFIG = new BulkConfig(true, 400_000, 5, Duration.ofDays(1), 20);

  private static PeerNetwork network(int peers, Faults faults) {
    PeerConfig config = PeerConfig.DEFAULT.withBulk(CONFIG);
    PeerNetwork network = new PeerNetwork(5, config, Latency.plane(5, 100_000), faults);
    for (int i = 0; i < peers; i++) {
      network.add();
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(MINUTE);
    return network;
  }

  private static FeatureVector text(long number) {
    return FeatureVector.of(Scheme.CHAR50, false, new SplittableRandom(number).longs(24).toArray());
  }

  private static BulkCount seen(PeerNetwork network, Peer peer, FeatureVector mail, int people) {
    List<BulkCount> answer = new ArrayList<>();
    List<String> names = IntStream.range(0, people).mapToObj(i -> "user" + i).toList();
    BulkCounts counts = peer.core().bulk().orElseThrow();
    network.call(peer, () -> answer.add(counts.seen(List.of(mail), names)));
    return answer.get(0);
  }

  private static int total(PeerNetwork network, Peer peer, FeatureVector mail) {
    return seen(network, peer, mail, 0).total();
  }

  @Test
  void tenSitesWithFourCopiesEachTellNobodyAndWithFiveTellAll() {
    PeerNetwork network = network(10, new Faults(.01, 0, 1_000));
    network.running().forEach(peer -> seen(network, peer, text(1), 4));
    network.running().forEach(peer -> seen(network, peer, text(2), 5));
    network.simulation().runFor(30 * MINUTE);
    for (Peer peer : network.running()) {
      assertThat(total(network, peer, text(1))).isEqualTo(4);
      assertThat(seen(network, peer, text(2), 0)).isEqualTo(new BulkCount(5, 45, 9, 20));
    }
  }

  /** Longer than a message: told in pieces, later in deltas of one. */
  @Test
  void aLongContributionComesInPiecesAndWhatFollowsAsADelta() {
    PeerNetwork network = network(4, new Faults(.02, 0, 1_000));
    Peer busy = network.running().get(0);
    for (int text = 0; text < 120; text++) {
      seen(network, busy, text(text), 10);
    }
    List<Integer> lengths = new ArrayList<>();
    network
        .running()
        .get(1)
        .bribe(
            (from, message, wire) -> {
              if (message instanceof Direct direct
                  && direct.payload() instanceof BulkMessage.CountsTold told) {
                lengths.add(told.length());
              }
              return true;
            });
    network.simulation().runFor(20 * MINUTE);
    for (Peer peer : network.running()) {
      assertThat(total(network, peer, text(7))).isEqualTo(peer == busy ? 10 : 5);
    }
    assertThat(lengths)
        .isNotEmpty()
        .allSatisfy(length -> assertThat(length).isGreaterThan(BulkMessage.MAX_PIECE));
    lengths.clear();
    seen(network, busy, text(500), 10);
    network.simulation().runFor(20 * MINUTE);
    for (Peer peer : network.running()) {
      assertThat(total(network, peer, text(500))).isEqualTo(peer == busy ? 10 : 5);
    }
    assertThat(lengths).isNotEmpty().allSatisfy(length -> assertThat(length).isLessThan(2_000));
  }

  @Test
  void aPeerThatLostItsDiskIsBelievedAnewAndOneThatIsSilentIsForgotten() {
    PeerNetwork network = network(4, Faults.NONE);
    Peer first = network.running().get(0);
    Peer other = network.running().get(1);
    seen(network, first, text(1), 9);
    network.simulation().runFor(15 * MINUTE);
    assertThat(total(network, other, text(1))).isEqualTo(5);
    List<Endpoint> seeds = List.of(other.contact().endpoint());
    network.crash(first);
    network.simulation().runFor(5 * MINUTE);
    Peer again = network.reinstall(first, seeds);
    network.simulation().runFor(2 * MINUTE);
    seen(network, again, text(2), 9);
    network.simulation().runFor(15 * MINUTE);
    assertThat(total(network, other, text(2))).isEqualTo(5);
    assertThat(total(network, other, text(1))).as("what it has forgotten").isZero();
    network.crash(again);
    network.simulation().runFor(3 * 24 * 60 * MINUTE);
    assertThat(total(network, other, text(2))).isZero();
  }

  @Test
  void aClientTellsItsHostAndIsToldByIt() {
    PeerNetwork network = network(3, Faults.NONE);
    Peer client = network.addClient(List.of(network.running().get(0).contact().endpoint()));
    network.simulation().runFor(2 * MINUTE);
    Endpoint at = client.node().host().orElseThrow().endpoint();
    Peer host = network.at(at).orElseThrow();
    seen(network, client, text(1), 8);
    seen(network, host, text(2), 8);
    network.simulation().runFor(15 * MINUTE);
    assertThat(total(network, host, text(1))).isEqualTo(5);
    assertThat(total(network, client, text(2))).isEqualTo(5);
  }

  @Test
  void peersOfOtherParametersRefuseEachOtherAndKeepTheirOwn() {
    PeerNetwork network = network(3, Faults.NONE);
    network.configure(
        PeerConfig.DEFAULT.withBulk(new BulkConfig(true, 800_000, 5, Duration.ofDays(1), 20)));
    Peer other = network.add();
    network.simulation().runFor(MINUTE);
    network.running().forEach(peer -> seen(network, peer, text(1), 6));
    network.simulation().runFor(30 * MINUTE);
    for (Peer peer : network.running()) {
      assertThat(total(network, peer, text(1))).isEqualTo(peer == other ? 6 : 16);
    }
    assertThat(other.core().bulk().orElseThrow().status().refused())
        .containsKey("other parameters");
  }
}
