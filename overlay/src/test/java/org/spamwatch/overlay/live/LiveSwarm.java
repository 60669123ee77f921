package org.spamwatch.overlay.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.node.OverlayConfig;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.wire.Note;

/** Overlay nodes on loopback sockets and one loop, and the oracle that knows all of them. */
final class LiveSwarm implements AutoCloseable {
  /** Bamboo's maintenance, forty times as fast: the ring settles within a test's patience. */
  private static final OverlayConfig BRISK =
      new OverlayConfig(
          8,
          Duration.ofMillis(250),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofMillis(200),
          3);

  /** All nodes handshake on one process's few threads: none is to give up and begin anew. */
  private static final LinkLimits PATIENT =
      LiveFixture.withTimeouts(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofMinutes(5));

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final LiveLoop loop = LiveLoop.open();
  private final SplittableRandom seeds;
  private final List<Peer> peers = new ArrayList<>();
  private final Map<String, CompletableFuture<Contact>> arrivals = new LinkedHashMap<>();

  LiveSwarm(long seed) {
    seeds = new SplittableRandom(seed);
  }

  List<Peer> peers() {
    return peers;
  }

  Peer add() throws ListenException {
    return add(LiveFixture.DIALECTS);
  }

  Peer add(Dialects dialects) throws ListenException {
    List<Endpoint> bootstrap =
        peers.isEmpty() ? List.of() : List.of(peers.get(0).live.self().endpoint());
    Peer peer = new Peer(randomKey(), dialects);
    peers.add(peer);
    peer.live.start(peer.node, LiveFixture.REALM, Optional.empty(), bootstrap);
    return peer;
  }

  /** The live node whose id is closest to a key. */
  Peer oracleRoot(Id key) {
    return peers.stream()
        .min(Comparator.comparing(Peer::id, (a, b) -> a.isCloserTo(key, b) ? -1 : 1))
        .orElseThrow();
  }

  private SigningKey randomKey() {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    seeds.nextBytes(seed);
    return SigningKey.ofSeed(seed);
  }

  Id randomPoint() {
    return Id.random(seeds);
  }

  /** Done once every node has joined and has exactly the leaf set that the oracle gives it. */
  CompletableFuture<Void> settled() {
    List<CompletableFuture<Void>> each = new ArrayList<>();
    for (Peer peer : peers) {
      List<Id> expected = leavesByOracle(peer.id());
      each.add(peer.until(() -> peer.node.isJoined() && peer.leaves().equals(expected)));
    }
    return CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new));
  }

  private List<Id> leavesByOracle(Id self) {
    List<Id> ring =
        peers.stream()
            .map(Peer::id)
            .filter(id -> !id.equals(self))
            .sorted(Comparator.comparing(self::clockwiseTo))
            .toList();
    int side = BRISK.leafSideSize();
    List<Id> leaves = new ArrayList<>(ring.subList(0, Math.min(side, ring.size())));
    leaves.addAll(ring.subList(Math.max(leaves.size(), ring.size() - side), ring.size()));
    return leaves.stream().sorted().toList();
  }

  /** Sends one note by some way and says at which node it ended. */
  CompletableFuture<Contact> follow(Peer from, String name, Runnable sending) {
    CompletableFuture<Contact> arrival = new CompletableFuture<>();
    from.live.execute(
        () -> {
          arrivals.put(name, arrival);
          sending.run();
        });
    return arrival;
  }

  private void arrived(Message message, Contact at) {
    CompletableFuture<Contact> arrival = arrivals.get(((Note) message).text());
    if (arrival != null) {
      arrival.complete(at);
    }
  }

  @Override
  public void close() {
    peers.forEach(peer -> peer.live.close());
    loop.close();
  }

  /** One node with a DOLR and an application of the tests. */
  final class Peer implements Application, ObjectApplication {
    final LiveNode live;
    final OverlayNode node;
    final PointerDolr dolr;

    Peer(SigningKey key, Dialects dialects) throws ListenException {
      LiveConfig config = LiveConfig.at(key, "127.0.0.1", 0).withLinks(PATIENT);
      live = LiveNode.bind(config, dialects, loop);
      node =
          new OverlayNode(
              live.self(), BRISK, Limits.DEFAULT, live.timers(), live.outbox(), seeds.split());
      dolr =
          new PointerDolr(
              node,
              new RecordTerms(
                  Limits.DEFAULT,
                  LeaseConfig.DEFAULT,
                  new SharedSecretSignatures(live.self().id(), 1)),
              live.timers(),
              seeds.split());
      node.register(this);
      dolr.register(this);
    }

    Id id() {
      return live.self().id();
    }

    List<Id> leaves() {
      return node.leaves().stream().map(Contact::id).distinct().sorted().toList();
    }

    /** Done once a condition holds on the node's own turn. */
    CompletableFuture<Void> until(BooleanSupplier condition) {
      CompletableFuture<Void> held = new CompletableFuture<>();
      live.execute(() -> look(condition, held));
      return held;
    }

    private void look(BooleanSupplier condition, CompletableFuture<Void> held) {
      if (condition.getAsBoolean()) {
        held.complete(null);
      } else {
        live.timers().after(LOOK_AGAIN, () -> look(condition, held));
      }
    }

    @Override
    public boolean accepts(Message message) {
      return message instanceof Note;
    }

    @Override
    public void deliver(Routed routed, RouteEnd end) {
      arrived(routed.message(), live.self());
    }

    @Override
    public void receive(Contact from, Message message) {}

    @Override
    public void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops) {
      arrived(message, live.self());
    }

    @Override
    public void locationFailed(Id guid, Message message) {
      CompletableFuture<Contact> arrival = arrivals.get(((Note) message).text());
      if (arrival != null) {
        arrival.completeExceptionally(new AssertionError("no location of " + guid.brief()));
      }
    }
  }
}
