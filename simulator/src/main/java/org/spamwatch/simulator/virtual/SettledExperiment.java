package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What a settled network promises, counted: routes end at the right root, what somebody marked is
 * found from everywhere, and nothing is held longer than its lease.
 *
 * @param peers size of the network
 * @param loss share of messages lost, 0 to 1
 * @param routes messages routed to random keys from random peers
 * @param marks spams marked, each by its own voter at a random peer
 * @param checks how many peers check a changed copy of each
 * @param resolution where checks are resolved
 * @param seed gives the whole run but the latencies
 * @param latency between the peers, in the order in which they join
 */
public record SettledExperiment(
    int peers,
    double loss,
    int routes,
    int marks,
    int checks,
    Resolution resolution,
    long seed,
    Latency latency) {
  private static final long SECOND = 1_000_000;
  private static final Duration LEASE = Duration.ofMinutes(10);

  /**
   * What came of it.
   *
   * @param rightRoutes routes that ended once, at the oracle's root
   * @param meanHops overlay hops of those
   * @param found checks of changed copies that were answered "spam"
   * @param checked such checks
   * @param falselyFound checks of unrelated mail, as many, that were answered "spam"
   * @param outlived records and pointers still held after every vote was withdrawn and the lease
   *     was over
   * @param overRate messages that peers dropped because somebody sent too many: none of these does
   * @param maintenancePerPeerSecond messages a peer sends in a second while nobody uses it
   */
  public record Result(
      int rightRoutes,
      double meanHops,
      int found,
      int checked,
      int falselyFound,
      long outlived,
      long overRate,
      double maintenancePerPeerSecond) {}

  /** Checks the ranges. */
  public SettledExperiment {
    if (peers < 1 || routes < 0 || marks < 0 || checks < 0) {
      throw new IllegalArgumentException("sizes are positive and counts not negative");
    }
  }

  /** Runs it; tells the stage it is in. */
  public Result run(Consumer<String> progress) {
    PeerNetwork network =
        new PeerNetwork(
            seed,
            PeerConfig.DEFAULT
                .withLeases(new LeaseConfig(LEASE, LeaseConfig.DEFAULT.replicas()))
                .withResolution(resolution),
            latency,
            new Faults(loss, loss / 2, 10_000));
    EnginePace pace = new EnginePace(network);
    grow(network, progress);
    progress.accept("settled: " + pace.lap());
    double maintenance = maintenance(network);
    progress.accept("left alone for a minute: " + pace.lap());
    progress.accept("routing " + routes + " messages");
    Routes right = route(network);
    progress.accept("marking " + marks + " spams");
    List<Marked> marked = mark(network);
    progress.accept("checking changed copies");
    int found = 0;
    int falselyFound = 0;
    for (Marked one : marked) {
      for (int i = 0; i < checks; i++) {
        SplittableRandom random = network.random();
        FeatureVector copy = SampleVectors.changed(one.vector(), 3, random);
        found += check(network, copy) ? 1 : 0;
        falselyFound += check(network, SampleVectors.random(random)) ? 1 : 0;
      }
    }
    progress.accept("withdrawing and waiting for the leases to end");
    long outlived = withdraw(network, marked);
    progress.accept("used: " + pace.lap());
    return new Result(
        right.right(),
        right.meanHops(),
        found,
        marks * checks,
        falselyFound,
        outlived,
        network.running().stream().mapToLong(p -> p.core().node().counters().overRate()).sum(),
        maintenance);
  }

  private void grow(PeerNetwork network, Consumer<String> progress) {
    for (int i = 0; i < peers; i++) {
      network.add();
      network.simulation().runFor(SECOND / 5);
      if (i % 100 == 99) {
        progress.accept((i + 1) + " peers joining");
      }
    }
    network.simulation().runFor(120 * SECOND);
  }

  private double maintenance(PeerNetwork network) {
    long before = network.links().totals().get(0);
    network.simulation().runFor(60 * SECOND);
    return (network.links().totals().get(0) - before) / 60.0 / peers;
  }

  private record Routes(int right, double meanHops) {}

  private Routes route(PeerNetwork network) {
    SplittableRandom random = network.random();
    List<Peer> all = network.running();
    Map<Long, Id> keys = new LinkedHashMap<>();
    for (long number = 0; number < routes; number++) {
      Id key = Id.random(random);
      keys.put(number, key);
      network.probe(all.get(random.nextInt(all.size())), key, number);
      network.simulation().runFor(SECOND / 100);
    }
    network.simulation().runFor(20 * SECOND);
    int right = 0;
    long hops = 0;
    for (Map.Entry<Long, Id> entry : keys.entrySet()) {
      List<RouteProbe.Arrival> ends = network.arrivals(entry.getKey());
      if (ends.size() == 1
          && ends.get(0).end() == RouteEnd.ROOT
          && ends.get(0).at().equals(network.root(entry.getValue()).contact())) {
        right++;
        hops += ends.get(0).hops();
      }
    }
    return new Routes(right, right == 0 ? 0 : (double) hops / right);
  }

  /** A spam, who marked it, and where. */
  private record Marked(SimulatedVoter voter, Peer peer, Id guid, FeatureVector vector) {
    void vote(PeerNetwork network, VoteValue value) {
      voter.vote(network, peer, guid, List.of(vector), value);
      network.simulation().runFor(SECOND / 10);
    }
  }

  private List<Marked> mark(PeerNetwork network) {
    SplittableRandom random = network.random();
    List<Peer> all = network.running();
    List<Marked> marked = new ArrayList<>();
    for (int i = 0; i < marks; i++) {
      Marked one =
          new Marked(
              new SimulatedVoter(random),
              all.get(random.nextInt(all.size())),
              Id.random(random),
              SampleVectors.random(random));
      one.vote(network, VoteValue.SPAM);
      marked.add(one);
    }
    network.simulation().runFor(10 * SECOND);
    return marked;
  }

  private static boolean check(PeerNetwork network, FeatureVector vector) {
    List<Peer> all = network.running();
    Peer peer = all.get(network.random().nextInt(all.size()));
    List<CheckResult> answers = new ArrayList<>(1);
    CheckRequest question =
        new CheckRequest(List.of(vector), SampleVectors.THRES, Integer.MAX_VALUE, 1);
    network.call(peer, () -> peer.core().check(question, answers::add));
    network
        .simulation()
        .runUntil(() -> !answers.isEmpty(), network.simulation().nowMicros() + 10 * SECOND);
    return !answers.isEmpty() && answers.get(0).verdict() == Verdict.SPAM;
  }

  private static long withdraw(PeerNetwork network, List<Marked> marked) {
    marked.forEach(one -> one.vote(network, VoteValue.WITHDRAWN));
    network.simulation().runFor(LEASE.toNanos() / 1000 + 120 * SECOND);
    long outlived = 0;
    for (Peer peer : network.running()) {
      PeerStatus status = peer.core().status();
      outlived += status.features() + status.pointers();
    }
    return outlived;
  }
}
