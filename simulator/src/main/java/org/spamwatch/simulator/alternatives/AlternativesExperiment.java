package org.spamwatch.simulator.alternatives;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.alternatives.Alternative.Publication;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What each way of publishing by features, and of asking by them, costs and loses, on networks of
 * the real overlay that are alike.
 *
 * @param peers size of the networks, 3 or more
 * @param loss share of messages lost, 0 to 1
 * @param spams of which three peers each publish a near-copy
 * @param crashed share of the peers that crash at once in the end, 0 to 1
 * @param seed gives the whole run but the latencies
 * @param latency between the peers, in the order in which they join
 */
public record AlternativesExperiment(
    int peers, double loss, int spams, double crashed, long seed, Latency latency) {
  private static final long SECOND = 1_000_000;

  /**
   * What publishing a vector, or asking by one, has taken in the mean.
   *
   * @param messages at every hop, and what acknowledges them
   * @param bytes theirs, encoded, without frames, encryption and TCP
   * @param roundTrips answers for which it waits, of each feature
   */
  public record Cost(double messages, double bytes, double roundTrips) {}

  /** Of some near-copies those that an asker was not told of. */
  public record Lost(int lost, int of) {
    /** In percent. */
    @JsonIgnore
    public double percent() {
      return of == 0 ? 0 : 100.0 * lost / of;
    }
  }

  /**
   * What asking costs, and finds.
   *
   * @param known a question about a further copy of what was published
   * @param millisToObject until the question's message has come to the first object
   * @param millis until the asker has all answers
   * @param unknown a question about mail that nobody has published
   * @param apart not found of what was published one after the other
   * @param atOnce not found of what three peers published at once
   * @param falselyFound objects found for unknown mail
   */
  public record Answers(
      Cost known,
      double millisToObject,
      double millis,
      Cost unknown,
      Lost apart,
      Lost atOnce,
      int falselyFound) {}

  /**
   * What came of one way.
   *
   * @param publish publishing a vector
   * @param answers before any peer crashed
   * @param afterCrash not found, after some have, of what was published one after the other
   */
  public record Row(
      int peers, String publishing, String asking, Cost publish, Answers answers, Lost afterCrash) {
    /** Whether it is what peers do. */
    @JsonIgnore
    public boolean isProduct() {
      return publishing.equals(Alternative.PRODUCT.publishes)
          && asking.equals(Alternative.PRODUCT.asks);
    }
  }

  /** A network without peers. */
  PeerNetwork newNetwork() {
    return new PeerNetwork(seed, PeerConfig.DEFAULT, latency, new Faults(loss, 0, 0));
  }

  /** Lets all peers join, one after the other, and settle; tells of each at once. */
  void grow(PeerNetwork network, Consumer<Peer> joined, Consumer<String> progress) {
    for (int i = 0; i < peers; i++) {
      joined.accept(network.add());
      network.simulation().runFor(SECOND / 5);
      if (i % 200 == 199) {
        progress.accept((i + 1) + " peers joining");
      }
    }
    network.simulation().runFor(120 * SECOND);
  }

  /** Runs it but for {@link #publishOnMiss}; tells the stage it is in, and each row. */
  public void run(Consumer<String> progress, Consumer<Row> rows) {
    for (Publication publication : Publication.values()) {
      Trial trial = new Trial(this, publication, progress);
      progress.accept("publishing by " + publication);
      Cost publish = trial.publish();
      List<Alternative> asking = new ArrayList<>(List.of(Alternative.values()));
      asking.removeIf(each -> each.publication != publication);
      List<Answers> before = asking.stream().map(each -> trial.ask(each.asking)).toList();
      progress.accept("crashing peers");
      trial.crash(crashed);
      for (int i = 0; i < asking.size(); i++) {
        Lost lost = trial.ask(asking.get(i).asking).apart();
        Alternative of = asking.get(i);
        rows.accept(new Row(peers, of.publishes, of.asks, publish, before.get(i), lost));
      }
    }
  }

  /** What it is worth if whoever finds nothing publishes too, and what it costs. */
  public List<PublishOnMiss.Row> publishOnMiss(Consumer<String> progress) {
    progress.accept("publishing on a miss");
    return new PublishOnMiss(this, progress).run();
  }
}
