package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.simulator.virtual.ChurnExperiment.Found;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What is published before churn begins and looked for after it, in three kinds: spams marked by
 * voters (the product: votes kept by root and replicas, vectors published by whoever is the root);
 * pointers to objects that a few lasting peers serve; and mappings from vectors to objects. The
 * latter two are published once and not renewed within their lease, so that only replication and
 * hand-over keep them.
 *
 * <p>Each is looked for from five random peers. A search whose asker crashed before it was over has
 * no result and is not counted.
 */
final class PublishedObjects {
  private static final long SECOND = 1_000_000;
  private static final int SERVERS = 8;
  private static final int ASKERS = 5;
  private static final int KEPT_FEATURES = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** What was found of each kind. */
  record Sought(Found votes, Found pointers, Found features) {}

  private final PeerNetwork network;
  private final Churn churn;
  private final int count;
  private final SplittableRandom random;
  private final List<FeatureVector> marked = new ArrayList<>();
  private final List<Id> served = new ArrayList<>();
  private final List<FeatureVector> mapped = new ArrayList<>();
  private final Set<Long> reached = new LinkedHashSet<>();

  PublishedObjects(PeerNetwork network, Churn churn, int count) {
    this.network = network;
    this.churn = churn;
    this.count = count;
    this.random = network.random().split();
  }

  void publish() {
    List<Peer> servers = churn.spare(SERVERS);
    servers.forEach(server -> server.core().dolr().register(new Server()));
    for (int i = 0; i < count; i++) {
      mark();
      serve(servers.get(i % servers.size()));
      map();
      network.simulation().runFor(SECOND / 10);
    }
    network.simulation().runFor(30 * SECOND);
  }

  private void mark() {
    FeatureVector vector = SampleVectors.random(random);
    SimulatedVoter voter = new SimulatedVoter(random);
    Peer peer = churn.any(random);
    Id guid = Id.random(random);
    voter.vote(network, peer, guid, List.of(vector), VoteValue.SPAM);
    marked.add(vector);
  }

  private void serve(Peer server) {
    Id guid = Id.random(random);
    network.call(server, () -> server.core().dolr().publish(guid));
    served.add(guid);
  }

  private void map() {
    FeatureVector vector = SampleVectors.random(random);
    Id guid = Id.random(random);
    Peer peer = churn.any(random);
    network.call(peer, () -> peer.core().adolr().publishApproxObject(vector, guid));
    mapped.add(vector);
  }

  /** Looks for everything. */
  Sought seek() {
    return new Sought(seekVotes(), seekPointers(), seekFeatures());
  }

  private interface Search {
    /** Begins to look for the object of an index; the answer goes to {@link #reached}. */
    void begin(Peer asker, int object, long number);
  }

  private Found seek(Search search) {
    List<Peer> askers = new ArrayList<>();
    reached.clear();
    for (int i = 0; i < count * ASKERS; i++) {
      Peer asker = churn.anyJoined(random);
      int object = i % count;
      long number = i;
      askers.add(asker);
      network.call(asker, () -> search.begin(asker, object, number));
      network.simulation().runFor(SECOND / 20);
    }
    network.simulation().runFor(10 * SECOND);
    int asked = 0;
    int found = 0;
    for (int i = 0; i < askers.size(); i++) {
      if (reached.contains((long) i) || network.runs(askers.get(i))) {
        asked++;
        found += reached.contains((long) i) ? 1 : 0;
      }
    }
    return new Found(asked, found);
  }

  private void note(boolean found, long number) {
    if (found) {
      reached.add(number);
    }
  }

  private Found seekVotes() {
    return seek(
        (asker, object, number) -> {
          FeatureVector copy = SampleVectors.changed(marked.get(object), KEPT_FEATURES, random);
          asker
              .core()
              .check(
                  new CheckRequest(List.of(copy), SampleVectors.THRES, Integer.MAX_VALUE, 1),
                  answer -> note(answer.verdict() == Verdict.SPAM, number));
        });
  }

  private Found seekPointers() {
    return seek(
        (asker, object, number) ->
            asker
                .core()
                .dolr()
                .routeToObject(
                    served.get(object),
                    new RouteProbe.Probe(number),
                    Integer.MAX_VALUE,
                    asker.contact()));
  }

  private Found seekFeatures() {
    return seek(
        (asker, object, number) -> {
          FeatureVector copy = SampleVectors.changed(mapped.get(object), KEPT_FEATURES, random);
          asker
              .core()
              .adolr()
              .routeToApproxObject(
                  copy,
                  SampleVectors.THRES.forSize(copy.scheme(), copy.size()),
                  new RouteProbe.Probe(number),
                  Resolution.FULL,
                  Integer.MAX_VALUE,
                  PATIENCE,
                  outcome -> note(!outcome.matches().isEmpty(), number));
        });
  }

  /** What a lasting peer does with a message to an object of its own. */
  private final class Server implements ObjectApplication {
    @Override
    public boolean accepts(Message message) {
      return message instanceof RouteProbe.Probe;
    }

    @Override
    public void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops) {
      if (message instanceof RouteProbe.Probe probe && served.contains(guid)) {
        reached.add(probe.number());
      }
    }

    @Override
    public void locationFailed(Id guid, Message message) {}
  }
}
