package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummaryListener;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.agent.summary.SummarySpread;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * How what is marked at some peers comes into the summaries of all, and what it costs. Messages are
 * marked at random honest peers, each at three of them, at a steady rate; a share of the peers, but
 * none of the first sixteen, lies ({@link SummaryLiar}); peers may come and go ({@link Churn}).
 *
 * @param nodes size of the network
 * @param campaigns new messages an hour, in the whole network
 * @param span how long messages are marked
 * @param loss share of messages lost, 0 to 1
 * @param liars share of the peers that lie, 0 to 1
 * @param session if present the median session of a peer, which then crashes and is replaced
 * @param seed gives the whole run
 */
public record SummariesExperiment(
    int nodes,
    int campaigns,
    Duration span,
    double loss,
    double liars,
    Optional<Duration> session,
    long seed) {
  private static final long SECOND = 1_000_000;
  private static final int SEEDS = 16;

  /** After a mark, how long a peer may lack it before it counts as lost. */
  private static final long SETTLED = 180 * SECOND;

  private static final int FARTHEST_MICROS = 200_000;

  /**
   * What came of it.
   *
   * @param marks made, each at one peer
   * @param messages marked
   * @param pairs of a mark and an honest peer that ran from then to the end and long enough
   * @param lost of these without the announcement
   * @param synchronised share of the honest peers that say they are, at the end
   * @param medianMillis from the mark to the peer's summary, over all pairs
   * @param slowestMillis of 99 %
   * @param indexBytes that index and filter of a peer take at the end, in the mean
   * @param bytes that a peer sends in an hour, in the mean, by the message's name; acknowledgements
   *     included, frames, encryption and TCP not
   */
  public record Result(
      int marks,
      int messages,
      long pairs,
      long lost,
      double synchronised,
      long medianMillis,
      long slowestMillis,
      long indexBytes,
      Map<String, Long> bytes) {
    /** Copies the map. */
    public Result {
      bytes = Collections.unmodifiableMap(new TreeMap<>(bytes));
    }

    /** All bytes that a peer sends for announcements in an hour. */
    public long allBytes() {
      return bytes.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** One announcement: by which peer, and since when its voter calls the message spam. */
  private record Mark(Peer at, Id guid, long micros) {
    List<Id> name() {
      return List.of(at.contact().id(), guid);
    }
  }

  /** Runs it; tells the stage it is in. */
  public Result run(Consumer<String> progress) {
    PeerConfig config = PeerConfig.DEFAULT.withSummaries(SummaryConfig.DEFAULT);
    PeerNetwork network =
        new PeerNetwork(
            seed, config, Latency.plane(seed, FARTHEST_MICROS), new Faults(loss, 0, 10_000));
    return new Run(network).measure(progress);
  }

  /** One run. */
  private final class Run {
    private final PeerNetwork network;
    private final SplittableRandom random;
    private final Churn churn;
    private final Map<Peer, Long> honest = new LinkedHashMap<>(); // since when each runs
    private final Map<List<Id>, Mark> marks = new LinkedHashMap<>();
    private final List<Long> delays = new ArrayList<>();
    private final Set<Peer> met = new LinkedHashSet<>();
    private int made;

    Run(PeerNetwork network) {
      this.network = network;
      this.random = new SplittableRandom(seed);
      this.churn = new Churn(network, session.orElse(Duration.ofDays(1)), Optional.empty());
    }

    Result measure(Consumer<String> progress) {
      progress.accept(nodes + " peers joining");
      for (int i = 0; i < nodes; i++) {
        churn.add();
        greet();
        network.simulation().runFor(SECOND / 5);
      }
      network.simulation().runFor(120 * SECOND);
      if (session.isPresent()) {
        churn.begin();
      }
      PayloadBytes bytes = new PayloadBytes(SummaryMessage.class::isInstance);
      network.traffic().onSent(bytes);
      long pause = 3600 * SECOND / campaigns;
      long end = network.simulation().nowMicros() + span.toNanos() / 1000;
      int minute = 0;
      while (network.simulation().nowMicros() < end) {
        campaign();
        network.simulation().runFor(pause);
        greet();
        if (network.simulation().nowMicros() > end - span.toNanos() / 1000 + 60 * SECOND * minute) {
          progress.accept("minute " + minute++ + ", " + marks.size() + " marks");
        }
      }
      Map<String, Long> sent = bytes.perHour(span, nodes);
      network.simulation().runFor(SETTLED);
      return result(sent);
    }

    /** Listens to those that are new, and corrupts some of them. */
    private void greet() {
      for (Peer peer : network.running()) {
        if (!met.add(peer)) {
          continue;
        }
        if (made++ >= SEEDS && random.nextDouble() < liars) {
          peer.bribe(new SummaryLiar(peer.contact(), random.split()));
          continue;
        }
        long since = network.simulation().nowMicros();
        honest.put(peer, since);
        peer.core().summaries().orElseThrow().listen(new Stopwatch(since));
      }
    }

    private void campaign() {
      Id guid = Id.random(random);
      List<FeatureVector> vectors = List.of(AnnouncedMessages.vector(random));
      List<Peer> running = honest.keySet().stream().filter(network::runs).toList();
      for (int i = 0; i < AnnouncedMessages.MARKED_AT; i++) {
        Peer at = running.get(random.nextInt(running.size()));
        long now = network.simulation().nowMicros();
        VoteRequest request =
            new SimulatedVoter(random)
                .voteRequest(
                    network.realm(), at.contact().id(), guid, vectors, VoteValue.SPAM, now);
        Mark mark = new Mark(at, guid, now);
        if (marks.putIfAbsent(mark.name(), mark) == null) {
          network.call(at, () -> at.core().vote(request, receipt -> {}));
        }
      }
    }

    private Result result(Map<String, Long> sent) {
      List<Peer> running = honest.keySet().stream().filter(network::runs).toList();
      long now = network.simulation().nowMicros();
      long pairs = 0;
      long lost = 0;
      long synchronised = 0;
      long index = 0;
      for (Peer peer : running) {
        SummarySpread summaries = peer.core().summaries().orElseThrow();
        synchronised += summaries.isSynchronised() ? 1 : 0;
        index += SummariesModel.bytes(peer.core().status().announcements().orElseThrow().summary());
        if (now - honest.getOrDefault(peer, now) < SETTLED) {
          continue;
        }
        for (Mark mark : marks.values()) {
          if (network.runs(mark.at())) { // else its origin may not have told anybody in time
            pairs++;
            lost += summaries.announces(mark.at().contact().id(), mark.guid()) ? 0 : 1;
          }
        }
      }
      Collections.sort(delays);
      return new Result(
          marks.size(),
          (int) marks.values().stream().map(Mark::guid).distinct().count(),
          pairs,
          lost,
          (double) synchronised / Math.max(1, running.size()),
          delays.isEmpty() ? 0 : delays.get(delays.size() / 2) / 1000,
          delays.isEmpty() ? 0 : delays.get(delays.size() * 99 / 100) / 1000,
          index / Math.max(1, running.size()),
          sent);
    }

    /** Takes the time from each mark to one peer's summary, if the peer ran at the mark. */
    private final class Stopwatch implements SummaryListener {
      private final long since;

      Stopwatch(long since) {
        this.since = since;
      }

      @Override
      public void announced(Id origin, Announcement announcement, long timeMillis) {
        Mark mark = marks.get(List.of(origin, announcement.guid()));
        if (mark != null && mark.micros() >= since) {
          delays.add(network.simulation().nowMicros() - mark.micros());
        }
      }

      @Override
      public void takenBack(Id origin, Id guid) {}

      @Override
      public void forgotten(Id origin, Id guid) {}
    }
  }
}
