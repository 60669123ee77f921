package org.spamwatch.simulator.alternatives;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Cost;
import org.spamwatch.simulator.alternatives.LocationMessage.Note;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SampleVectors;

/**
 * Whoever asks and finds nothing publishes what he asked about, so that others find it sooner
 * (SpamWatch paper, section 4.2): the mapping alone, by the product's ADOLR, and no vote. One peer
 * has marked each spam; others, who got the very text, ask for it one after the other, with few
 * hops for each feature.
 */
public final class PublishOnMiss {
  private static final long SECOND = 1_000_000;
  private static final List<Integer> TTLS = List.of(0, 1, 2);
  private static final int ASKERS = 9;
  private static final int THRES = 3;

  /**
   * What came of a TTL.
   *
   * @param ttl hops for each feature
   * @param publishes whether those who find nothing publish
   * @param found questions that found the mark
   * @param known a question about what was marked, with what is published for it
   * @param unknown the same of mail that nobody has marked and one gets
   * @param records held by all peers in the end for a text, of its ten features
   */
  public record Row(
      int peers,
      int ttl,
      boolean publishes,
      int asked,
      int found,
      Cost known,
      Cost unknown,
      double records) {}

  /** A text, and its object. */
  private record Text(FeatureVector vector, Id guid) {}

  private final AlternativesExperiment about;
  private final PeerNetwork network;
  private final SplittableRandom random;
  private long lastNumber;
  private int found;

  PublishOnMiss(AlternativesExperiment about, Consumer<String> progress) {
    this.about = about;
    this.network = about.newNetwork();
    this.random = new SplittableRandom(about.seed() + 1);
    Arrivals arrivals = new Arrivals(network.simulation());
    about.grow(network, peer -> peer.core().dolr().register(arrivals), progress);
  }

  List<Row> run() {
    List<Row> rows = new ArrayList<>();
    for (int ttl : TTLS) {
      rows.add(run(ttl, false));
      rows.add(run(ttl, true));
    }
    return rows;
  }

  private Row run(int ttl, boolean publishes) {
    long before = held();
    List<Text> marked = texts();
    for (Text text : marked) {
      Peer peer = anybody();
      network.call(peer, () -> peer.core().dolr().publish(text.guid()));
      publish(peer, text);
      network.simulation().runFor(SECOND / 20);
    }
    network.simulation().runFor(10 * SECOND);
    found = 0;
    Meter meter = begin();
    for (int i = 0; i < ASKERS; i++) {
      askAll(marked, ttl, publishes);
    }
    Cost known = end(meter, ASKERS * marked.size());
    int foundOfKnown = found;
    double records = (held() - before) / (double) marked.size();
    meter = begin();
    List<Text> unknown = texts();
    askAll(unknown, ttl, publishes);
    return new Row(
        about.peers(),
        ttl,
        publishes,
        ASKERS * marked.size(),
        foundOfKnown,
        known,
        end(meter, unknown.size()),
        records);
  }

  private List<Text> texts() {
    List<Text> texts = new ArrayList<>();
    for (int i = 0; i < about.spams(); i++) {
      texts.add(new Text(SampleVectors.random(random), Id.random(random)));
    }
    return texts;
  }

  private Peer anybody() {
    List<Peer> all = network.running();
    return all.get(random.nextInt(all.size()));
  }

  private void publish(Peer peer, Text text) {
    network.call(peer, () -> peer.core().adolr().publishApproxObject(text.vector(), text.guid()));
  }

  private void askAll(List<Text> texts, int ttl, boolean publishes) {
    for (Text text : texts) {
      Peer asker = anybody();
      Note note = new Note(++lastNumber);
      network.call(
          asker,
          () ->
              asker
                  .core()
                  .adolr()
                  .routeToApproxObject(
                      text.vector(),
                      THRES,
                      note,
                      Resolution.FULL,
                      ttl,
                      FeatureLocation.PATIENCE,
                      outcome -> {
                        if (!outcome.matches().isEmpty()) {
                          found++;
                        } else if (publishes) {
                          asker.core().adolr().publishApproxObject(text.vector(), text.guid());
                        }
                      }));
      network.simulation().runFor(SECOND / 20);
    }
    network.simulation().runFor(10 * SECOND);
  }

  private long held() {
    return network.running().stream().mapToLong(peer -> peer.core().adolr().recordCount()).sum();
  }

  private Meter begin() {
    Meter meter = new Meter();
    network.traffic().onSent(meter);
    return meter;
  }

  private Cost end(Meter meter, int vectors) {
    network.traffic().onSent(message -> {});
    return meter.of(vectors, SampleVectors.SIZE);
  }
}
