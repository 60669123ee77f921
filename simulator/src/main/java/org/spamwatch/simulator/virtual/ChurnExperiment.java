package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;

/**
 * What a network promises while its peers come and go.
 *
 * <p>First it grows and settles, and objects are published in it. From then on every peer lives for
 * an exponentially distributed session and crashes without a word; in its place another starts at
 * once, with a new id and an empty store ({@link Churn}). Meanwhile messages are routed from random
 * joined peers to random keys. Such a route is right if it ended exactly once, as the root's, at
 * the peer that was, among the running peers that had joined, the closest to the key at that
 * moment; a route that has not ended after half a minute is lost, also if its origin crashed. At
 * the end, while churn goes on, what was published is looked for ({@link PublishedObjects}).
 *
 * @param nodes size of the network
 * @param medianSession half of all sessions are shorter
 * @param loss share of messages lost, 0 to 1
 * @param span how long churn lasts before what was published is looked for
 * @param away if present a crashed peer comes back after this long with its id and its disk, and
 *     nobody takes its place
 * @param routesPerSecond messages routed each second, in the whole network
 * @param objects how many of each kind are published
 * @param seed gives the whole run
 */
public record ChurnExperiment(
    int nodes,
    Duration medianSession,
    double loss,
    Duration span,
    Optional<Duration> away,
    int routesPerSecond,
    int objects,
    long seed) {
  private static final long SECOND = 1_000_000;

  /** Longer than the retries of any route last. */
  private static final long LOST_AFTER = 30 * SECOND;

  private static final int FARTHEST_MICROS = 200_000;

  /** Where the routes ended. */
  public record Routes(long asked, long right, long wrong, long lost, long repeated, double hops) {
    /** The right ones as a share of all. */
    public double share() {
      return asked == 0 ? 1 : (double) right / asked;
    }
  }

  /** Objects of one kind looked for and found. */
  public record Found(int asked, int found) {
    /** The found ones as a share of all. */
    public double share() {
      return asked == 0 ? 1 : (double) found / asked;
    }
  }

  /**
   * What came of it.
   *
   * @param votes spams marked at the beginning, looked for as a mail is checked
   * @param pointers objects that some lasting peer serves, and that nobody published again
   * @param features mappings from vectors to objects that nobody published again
   * @param departures sessions that ended
   * @param maintenance messages that a peer sends in a second, all but those of the routes measured
   * @param routing the messages of these
   * @param kinds all messages that a peer sends in a second, by what they are
   */
  public record Result(
      Routes routes,
      Found votes,
      Found pointers,
      Found features,
      long departures,
      double maintenance,
      double routing,
      Map<String, Double> kinds) {
    /** Copies the map. */
    public Result {
      kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
    }
  }

  /** Checks the ranges. */
  public ChurnExperiment {
    if (nodes < 2 || routesPerSecond < 0 || objects < 0 || !(loss >= 0 && loss < 1)) {
      throw new IllegalArgumentException(
          "a network has 2 nodes or more and loses a share of 0 to less than 1");
    }
    if (medianSession.compareTo(Duration.ofSeconds(1)) < 0 || span.isNegative()) {
      throw new IllegalArgumentException("sessions last a second or more, and the span 0 or more");
    }
  }

  /** Runs it; tells the stage it is in. */
  public Result run(Consumer<String> progress) {
    PeerNetwork network =
        new PeerNetwork(
            seed, PeerConfig.DEFAULT, Latency.plane(seed, FARTHEST_MICROS), new Faults(loss, 0, 0));
    final EnginePace pace = new EnginePace(network);
    Churn churn = new Churn(network, medianSession, away);
    grow(network, churn, progress);
    progress.accept("publishing");
    PublishedObjects publications = new PublishedObjects(network, churn, objects);
    publications.publish();
    churn.begin();
    long sentBefore = network.traffic().all();
    Map<String, Long> kindsBefore = network.traffic().byKind();
    long probesBefore = network.traffic().forProbes();
    Measured measured = new Measured(network, churn);
    long seconds = span.toSeconds();
    for (long second = 0; second < seconds; second++) {
      if (second % 300 == 0) {
        progress.accept(
            "minute " + second / 60 + ", " + churn.departures() + " departures, " + measured);
      }
      measured.routeFor(SECOND, routesPerSecond);
    }
    double peerSeconds = Math.max(1.0, (double) seconds * nodes);
    long forProbes = network.traffic().forProbes() - probesBefore;
    long sent = network.traffic().all() - sentBefore;
    Map<String, Double> kinds = new TreeMap<>();
    network
        .traffic()
        .byKind()
        .forEach(
            (kind, count) ->
                kinds.put(kind, (count - kindsBefore.getOrDefault(kind, 0L)) / peerSeconds));
    long departures = churn.departures();
    network.simulation().runFor(LOST_AFTER);
    progress.accept("looking for what was published");
    PublishedObjects.Sought sought = publications.seek();
    progress.accept(pace.lap());
    return new Result(
        measured.result(),
        sought.votes(),
        sought.pointers(),
        sought.features(),
        departures,
        (sent - forProbes) / peerSeconds,
        forProbes / peerSeconds,
        kinds);
  }

  private void grow(PeerNetwork network, Churn churn, Consumer<String> progress) {
    for (int i = 0; i < nodes; i++) {
      churn.add();
      network.simulation().runFor(SECOND / 5);
      if (i % 250 == 249) {
        progress.accept((i + 1) + " peers joining");
      }
    }
    network.simulation().runFor(120 * SECOND);
  }

  /** The routes under way and how those before them ended. */
  private static final class Measured {
    private static final int MOST = 1 << 22;

    private final PeerNetwork network;
    private final Churn churn;
    private final SplittableRandom random;
    private final Id[] keys = new Id[MOST];
    private final byte[] ends = new byte[MOST];
    private final byte[] wrongs = new byte[MOST];
    private int asked;
    private long hops;

    Measured(PeerNetwork network, Churn churn) {
      this.network = network;
      this.churn = churn;
      this.random = network.random().split();
      network.onArrival(this::arrived);
    }

    void routeFor(long micros, int count) {
      for (int i = 0; i < count && asked < MOST; i++) {
        keys[asked] = Id.random(random);
        network.probe(churn.anyJoined(random), keys[asked], asked);
        asked++;
        network.simulation().runFor(micros / count);
      }
      network.simulation().runFor(count == 0 ? micros : micros % count);
    }

    private void arrived(RouteProbe.Arrival arrival, long number) {
      int index = (int) number;
      ends[index]++;
      boolean right =
          arrival.end() == RouteEnd.ROOT
              && network
                  .closest(keys[index], peer -> peer.node().isJoined())
                  .filter(root -> root.contact().equals(arrival.at()))
                  .isPresent();
      wrongs[index] += (byte) (right ? 0 : 1);
      hops += arrival.hops();
    }

    Routes result() {
      long right = 0;
      long wrong = 0;
      long lost = 0;
      long repeated = 0;
      for (int i = 0; i < asked; i++) {
        if (ends[i] == 0) {
          lost++;
        } else if (wrongs[i] > 0) {
          wrong++;
        } else if (ends[i] > 1) {
          repeated++;
        } else {
          right++;
        }
      }
      return new Routes(
          asked, right, wrong, lost, repeated, (double) hops / Math.max(1, asked - lost));
    }

    @Override
    public String toString() {
      Routes so = result();
      return String.format(
          "routes: %d asked, %d wrong, %d repeated, %d open or lost",
          so.asked(), so.wrong(), so.repeated(), so.lost());
    }
  }
}
