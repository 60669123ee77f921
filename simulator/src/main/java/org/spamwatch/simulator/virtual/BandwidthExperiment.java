package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What checks cost others, in messages of whole peers in virtual time: mails that are like nothing
 * that anybody has marked, and some that are copies of what three peers' users have.
 *
 * @param nodes peers, two or more
 * @param mails asked about in each way, by random peers
 * @param marked share of them that are copies of marked mail
 * @param features of a mail
 * @param seed gives the whole run
 */
public record BandwidthExperiment(int nodes, int mails, double marked, int features, long seed) {
  private static final long SECOND = 1_000_000;
  private static final int FARTHEST_MICROS = 200_000;
  private static final int PROBES = 1_000;
  private static final int MARKED_AT = 3;
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SETTLED = Duration.ofDays(3);

  /** How a mail is asked about. */
  public enum Way {
    /** Of the network, each feature's whole route. */
    FULL_ROUTE(Privacy.NETWORK, Integer.MAX_VALUE),
    /** Of the network, each feature's route for two hops. */
    TTL_2(Privacy.NETWORK, 2),
    /** At home, and of the network what is like something announced. */
    SUMMARY(Privacy.SUMMARY, Integer.MAX_VALUE);

    private final Privacy privacy;
    private final int ttl;

    Way(Privacy privacy, int ttl) {
      this.privacy = privacy;
      this.ttl = ttl;
    }
  }

  /**
   * What one way costs.
   *
   * @param features of a mail
   * @param mails asked about
   * @param asked of these of which others were told anything
   * @param hops of a route, in the mean, to the root or the end of its TTL
   * @param packets that all peers sent for them, acknowledgements included
   * @param bytes of these, without frames, encryption and TCP
   */
  public record Row(
      int features, Way way, int mails, int asked, double hops, long packets, long bytes) {}

  /** Checks the ranges. */
  public BandwidthExperiment {
    if (nodes < 2 || mails < 1 || !(marked >= 0 && marked <= 1)) {
      throw new IllegalArgumentException("two peers, a mail and a share from 0 to 1 are needed");
    }
  }

  /** Runs it, a row for each way; tells the stage it is in. */
  public List<Row> run(Consumer<String> progress) {
    return new Run(progress).rows();
  }

  private final class Run {
    private final SplittableRandom random = new SplittableRandom(seed);
    private final PeerNetwork network =
        new PeerNetwork(seed, config(), Latency.plane(seed, FARTHEST_MICROS), Faults.NONE);
    private final Consumer<String> progress;

    Run(Consumer<String> progress) {
      this.progress = progress;
      progress.accept(nodes + " peers joining");
      for (int i = 0; i < nodes; i++) {
        network.add();
        network.simulation().runFor(SECOND);
      }
      network.simulation().runFor(SETTLED.toNanos() / 1_000);
    }

    /** Peers that do so little for themselves that what is counted is sent for checks. */
    private PeerConfig config() {
      return PeerConfig.DEFAULT
          .withSummaries(HourlyUpkeep.summaries())
          .withVotes(HourlyUpkeep.votes(VoteConfig.DEFAULT.retention(), 0, 0))
          .withOverlay(daily())
          .withLeases(HourlyUpkeep.leases());
    }

    private OverlayConfig daily() {
      OverlayConfig usual = OverlayConfig.DEFAULT;
      return new OverlayConfig(
          usual.leafSideSize(), DAY, DAY, DAY, DAY, DAY, usual.lonelyLookup(), usual.retries());
    }

    List<Row> rows() {
      List<Integer> hops = hops();
      List<FeatureVector> asked = mails();
      List<Row> rows = new ArrayList<>();
      for (Way way : Way.values()) {
        progress.accept(features + " features, " + way);
        double mean = hops.stream().mapToInt(h -> Math.min(h, way.ttl)).average().orElse(0);
        rows.add(row(way, asked, mean));
      }
      return rows;
    }

    private List<Integer> hops() {
      for (long number = 0; number < PROBES; number++) {
        network.probe(somebody(), Id.random(random), number);
        network.simulation().runFor(SECOND / 20);
      }
      network.simulation().runFor(20 * SECOND);
      List<Integer> hops = new ArrayList<>();
      for (long number = 0; number < PROBES; number++) {
        network.arrivals(number).forEach(arrival -> hops.add(arrival.hops()));
      }
      return hops;
    }

    private Peer somebody() {
      List<Peer> all = network.running();
      return all.get(random.nextInt(all.size()));
    }

    /** Vectors of mails, of which some have been marked and announced. */
    private List<FeatureVector> mails() {
      List<FeatureVector> vectors = new ArrayList<>();
      for (int i = 0; i < mails; i++) {
        FeatureVector vector = vector();
        vectors.add(vector);
        // As many, and as evenly, as the share says.
        if (Math.floor((i + 1) * marked) > Math.floor(i * marked)) {
          mark(vector);
        }
      }
      network.simulation().runFor(300 * SECOND);
      return vectors;
    }

    private FeatureVector vector() {
      List<Id> keys = new ArrayList<>();
      for (int i = 0; i < features; i++) {
        keys.add(FeatureVector.key(random.nextLong()));
      }
      return new FeatureVector(Scheme.CHAR50, false, keys);
    }

    private void mark(FeatureVector vector) {
      Id guid = Id.random(random);
      for (int i = 0; i < MARKED_AT; i++) {
        Peer at = somebody();
        long now = network.simulation().nowMicros();
        VoteRequest request =
            new SimulatedVoter(random)
                .voteRequest(
                    network.realm(), at.contact().id(), guid, List.of(vector), VoteValue.SPAM, now);
        network.call(at, () -> at.core().vote(request, receipt -> {}));
      }
    }

    private Row row(Way way, List<FeatureVector> vectors, double hops) {
      int asked = 0;
      long packets = 0;
      long bytes = 0;
      for (FeatureVector vector : vectors) {
        PayloadBytes sent = new PayloadBytes(CheckMessages::isOfCheck);
        network.traffic().onSent(sent);
        check(somebody(), vector, way);
        network.traffic().onSent(message -> {});
        asked += sent.packets() > 0 ? 1 : 0;
        packets += sent.packets();
        bytes += sent.bytes();
      }
      return new Row(features, way, vectors.size(), asked, hops, packets, bytes);
    }

    private void check(Peer peer, FeatureVector vector, Way way) {
      CheckRequest question =
          new CheckRequest(
              List.of(vector),
              List.of(),
              SampleVectors.THRES,
              way.ttl,
              MARKED_AT,
              Rule.TRUST,
              way.privacy);
      List<CheckResult> answers = new ArrayList<>(1);
      network.call(peer, () -> peer.core().check(question, answers::add));
      if (!answers.isEmpty()) {
        return; // at home
      }
      network
          .simulation()
          .runUntil(() -> !answers.isEmpty(), network.simulation().nowMicros() + 30 * SECOND);
      if (answers.isEmpty()) {
        throw new IllegalStateException("a simulated peer has not answered in 30 s");
      }
      network.simulation().runFor(SECOND); // what others answer yet
    }
  }
}
