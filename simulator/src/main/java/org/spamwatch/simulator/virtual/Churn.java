package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Peers that come and go: exponentially distributed sessions of a given median, each ended by a
 * crash. The number of peers stays the same, but for those that are away.
 */
final class Churn {
  private static final int SEEDS = 4;

  private final PeerNetwork network;
  private final double meanMicros;
  private final Optional<Duration> away;
  private final SplittableRandom random;
  private final List<Peer> mortals = new ArrayList<>();
  private final List<Peer> lasting = new ArrayList<>();
  private boolean begun;
  private long departures;

  Churn(PeerNetwork network, Duration medianSession, Optional<Duration> away) {
    this.network = network;
    this.meanMicros = medianSession.toNanos() / 1000.0 / Math.log(2);
    this.away = away;
    this.random = network.random().split();
  }

  /** Adds a peer that knows some running ones; its session, if there is churn, begins. */
  Peer add() {
    return enter(network.add(seeds()));
  }

  private Peer enter(Peer peer) {
    mortals.add(peer);
    if (begun) {
      live(peer);
    }
    return peer;
  }

  /** Four random running peers: what a host cache holds, or an operator wrote down. */
  private List<Endpoint> seeds() {
    List<Endpoint> seeds = new ArrayList<>(SEEDS);
    int running = mortals.size() + lasting.size();
    for (int i = 0; i < Math.min(SEEDS, running); i++) {
      seeds.add(any(random).contact().endpoint());
    }
    return seeds;
  }

  /** Exempts some peers: they stay. */
  List<Peer> spare(int count) {
    while (lasting.size() < count && !mortals.isEmpty()) {
      lasting.add(takeOut(random.nextInt(mortals.size())));
    }
    return lasting;
  }

  /** From now on sessions end. */
  void begin() {
    begun = true;
    mortals.forEach(this::live);
  }

  private void live(Peer peer) {
    long session = Math.round(-Math.log(1 - random.nextDouble()) * meanMicros);
    network.simulation().after(session, () -> end(peer));
  }

  private void end(Peer peer) {
    departures++;
    network.crash(peer);
    takeOut(mortals.indexOf(peer));
    if (away.isEmpty()) {
      add();
    } else {
      network
          .simulation()
          .after(away.get().toNanos() / 1000, () -> enter(network.restart(peer, seeds())));
    }
  }

  private Peer takeOut(int index) {
    Peer last = mortals.remove(mortals.size() - 1);
    return index == mortals.size() ? last : mortals.set(index, last);
  }

  long departures() {
    return departures;
  }

  /** Some running peer. */
  Peer any(SplittableRandom chance) {
    int index = chance.nextInt(mortals.size() + lasting.size());
    return index < mortals.size() ? mortals.get(index) : lasting.get(index - mortals.size());
  }

  /** Some running peer that has joined. */
  Peer anyJoined(SplittableRandom chance) {
    Peer peer = any(chance);
    while (!peer.core().node().isJoined()) {
      peer = any(chance);
    }
    return peer;
  }
}
