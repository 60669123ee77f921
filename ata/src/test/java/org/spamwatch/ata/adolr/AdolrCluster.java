package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.lookup.IterativeLookup;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.virtual.NodeNetwork;
import org.spamwatch.overlay.virtual.SimulatedNode;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;

/**
 * Nodes with an ADOLR on the seeded network. Every message crosses the network in its byte form. A
 * failure replays by the seed.
 */
final class AdolrCluster extends NodeNetwork<AdolrCluster.Peer> {
  static final MessageTable TABLE =
      MessageTable.of(
          Limits.DEFAULT,
          OverlayMessage.TYPES,
          DolrMessage.TYPES,
          LookupMessage.TYPES,
          AdolrMessage.TYPES,
          List.of(Note.TYPE));
  static final Duration PATIENCE = Duration.ofSeconds(10);
  static final long SECRET = 7;
  private static final int FAR = 32;

  /** A note that has come to a location of an object. */
  record Delivery(Contact at, Id guid, Contact origin) {}

  private final Map<Long, List<Delivery>> deliveries = new LinkedHashMap<>();
  private final Limits limits;
  private final LeaseConfig leases;

  AdolrCluster(long seed) {
    this(seed, Limits.DEFAULT, LeaseConfig.DEFAULT);
  }

  AdolrCluster(long seed, Limits limits, LeaseConfig leases) {
    super(new SplittableRandom(seed), Latency.plane(seed, 100_000), Faults.NONE);
    this.limits = limits;
    this.leases = leases;
  }

  Peer peer(int index) {
    return running().get(index);
  }

  Peer anyPeer() {
    return peer(random().nextInt(running().size()));
  }

  Peer add() {
    return add(Id.random(random()));
  }

  Peer add(Id id) {
    Peer peer = new Peer(new Contact(id, newEndpoint("n")));
    List<Endpoint> running = links().running();
    run(peer);
    List<Endpoint> seed =
        running.isEmpty() ? List.of() : List.of(running.get(random().nextInt(running.size())));
    call(peer, () -> peer.node.start(seed));
    return peer;
  }

  AdolrCluster grow(int count) {
    for (int i = 0; i < count; i++) {
      add();
      run(Duration.ofMillis(300));
    }
    run(Duration.ofSeconds(20));
    return this;
  }

  void run(Duration span) {
    simulation().runFor(span.toMillis() * 1000);
  }

  /** Publishes an object and a vector of it, and lets both arrive. */
  void publish(Peer peer, FeatureVector vector, Id guid) {
    call(
        peer,
        () -> {
          peer.dolr.publish(guid);
          peer.adolr.publishApproxObject(vector, guid);
        });
  }

  /** Asks and waits for the outcome. */
  QueryOutcome ask(Peer peer, FeatureVector vector, int thres, Resolution resolution, Note note) {
    return ask(peer, vector, thres, resolution, FAR, note);
  }

  QueryOutcome ask(
      Peer peer, FeatureVector vector, int thres, Resolution resolution, int ttl, Note note) {
    List<QueryOutcome> outcomes = new ArrayList<>();
    call(
        peer,
        () ->
            peer.adolr.routeToApproxObject(
                vector, thres, note, resolution, ttl, PATIENCE, outcomes::add));
    long limit = simulation().nowMicros() + PATIENCE.toMillis() * 1000;
    simulation().runUntil(() -> !outcomes.isEmpty(), limit);
    if (outcomes.size() != 1) {
      throw new AssertionError("a query ended " + outcomes.size() + " times");
    }
    return outcomes.get(0);
  }

  List<Delivery> deliveries(Note note) {
    return deliveries.getOrDefault(note.number(), List.of());
  }

  List<Id> reached(Note note) {
    return deliveries(note).stream().map(Delivery::guid).distinct().sorted().toList();
  }

  /** One node. */
  final class Peer extends SimulatedNode implements ObjectApplication {
    private final List<AdolrMessage> heard = new ArrayList<>();
    private boolean swallowing;
    final OverlayNode node;
    final PointerDolr dolr;
    final Adolr adolr;

    Peer(Contact self) {
      super(AdolrCluster.this, self);
      node =
          new OverlayNode(
              self, OverlayConfig.DEFAULT, limits, timers(), outbox(), random().split());
      RecordTerms terms =
          new RecordTerms(limits, leases, new SharedSecretSignatures(self.id(), SECRET));
      dolr = new PointerDolr(node, terms, timers(), random().split());
      IterativeLookup replicaLookup =
          new IterativeLookup(node, timers(), new SplittableRandom(self.id().high()));
      adolr = new Adolr(node, dolr, replicaLookup, terms, timers(), random().split());
      dolr.register(this);
    }

    @Override
    public OverlayNode node() {
      return node;
    }

    Id id() {
      return contact().id();
    }

    /** The ADOLR's messages sent straight to this node. */
    <M extends AdolrMessage> List<M> heard(Class<M> type) {
      return heard.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** From now on this node acknowledges queries and drops them. */
    void swallowQueries() {
      swallowing = true;
    }

    @Override
    protected void hear(Contact from, Message message) {
      if (message instanceof Direct direct && direct.payload() instanceof AdolrMessage adolrs) {
        heard.add(adolrs);
      }
      if (swallowing && message instanceof Route r && r.payload() instanceof ApproxQuery) {
        outbox().send(from.endpoint(), new HopAck(r.hopId()));
      } else {
        super.hear(from, message);
      }
    }

    @Override
    protected void send(Send send, BiConsumer<Endpoint, Message> links) {
      try {
        links.accept(send.to(), TABLE.decode(TABLE.encode(send.message())));
      } catch (WireException e) {
        throw new AssertionError("a node sent what no node reads: " + send.message(), e);
      }
    }

    @Override
    public boolean accepts(Message message) {
      return message instanceof Note;
    }

    @Override
    public void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops) {
      if (message instanceof Note note) {
        deliveries
            .computeIfAbsent(note.number(), n -> new ArrayList<>())
            .add(new Delivery(contact(), guid, origin));
      }
    }

    @Override
    public void locationFailed(Id guid, Message message) {}
  }
}
