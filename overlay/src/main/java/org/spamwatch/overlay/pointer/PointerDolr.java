package org.spamwatch.overlay.pointer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.LazyMap;
import org.spamwatch.overlay.LazySet;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.Evidence;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.LeaseTable;
import org.spamwatch.overlay.lease.Offer;
import org.spamwatch.overlay.lease.Parcel;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusalCounts;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.lease.SignedTable;
import org.spamwatch.overlay.lease.Succession;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.PointerRefused;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;

/**
 * The DOLR by leased pointers: a publication leaves one at every hop towards the object's root, a
 * query goes straight to the server from the first hop that has one.
 *
 * <p>Source: SpamWatch paper, section 2.2. <em>Differs from Tapestry</em>: the root keeps copies of
 * its pointers at leaf neighbours, because its death would otherwise hide the object until the next
 * renewal. Not thread-safe.
 */
public final class PointerDolr implements Dolr, Application {
  /** How long a server may take to acknowledge before the query goes on: two long round trips. */
  private static final Duration SERVER_PATIENCE = Duration.ofMillis(800);

  /** How long a server that did not answer is left out, and how many are at most. */
  private static final Duration SILENT_FOR = Duration.ofMinutes(1);

  private static final int MAX_SILENT = 1_024;

  /** Tombstones signed for others in a second, and at once. */
  private static final int TOMBSTONES_A_SECOND = 20;

  @SuppressWarnings("ArrayRecordComponent") // handed over, never changed and never compared
  private record Held(Contact server, byte[] signature) {}

  private record TakenBack(Id guid, Id origin, Id hop, long tenSeconds) {}

  /** Servers that did not answer lately, and what was done about stale pointers. */
  private static final class Troubles {
    final LeftOut silent;
    final LeftOut slow;
    final TokenBuckets<Id> tombstones;
    final RecentlySeen<TakenBack> takenBack = new RecentlySeen<>(MAX_SILENT);

    Troubles(Timers timers) {
      silent = new LeftOut(timers, SILENT_FOR, MAX_SILENT);
      slow = new LeftOut(timers, SILENT_FOR, MAX_SILENT);
      tombstones = new TokenBuckets<>(timers, TOMBSTONES_A_SECOND, TOMBSTONES_A_SECOND, MAX_SILENT);
    }
  }

  private final KeyBasedRouting routing;
  private final LeaseConfig leases;
  private final Timers timers;
  private final RandomGenerator random;
  private final Signatures signatures;
  private final SignedTable<Id, Held> pointers;
  private final Succession succession;
  private final Map<Id, Timers.Timer> published = new LazyMap<>();
  private @Nullable Troubles troubles; // from the first on
  private final Set<Id> served = new LazySet<>();
  private final List<ObjectApplication> applications = new ArrayList<>(1);
  private Consumer<RefusedRecord> refusalListener = refused -> {};
  private long lastSequence;

  /** A DOLR with the default leases. */
  public PointerDolr(
      KeyBasedRouting routing,
      Limits limits,
      Timers timers,
      RandomGenerator random,
      Signatures signatures) {
    this(routing, limits, LeaseConfig.DEFAULT, timers, random, signatures);
  }

  /** A DOLR on a node; registers itself with it. */
  public PointerDolr(
      KeyBasedRouting routing,
      Limits limits,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random,
      Signatures signatures) {
    this.routing = routing;
    this.leases = leases;
    this.timers = timers;
    this.random = random;
    this.signatures = signatures;
    this.pointers =
        new SignedTable<>(
            routing.self(),
            limits.maxPointers(),
            limits.maxPointersPerObject(),
            signatures,
            leases,
            limits,
            timers);
    this.succession = new Succession(routing, timers, leases.replicas(), new Holdings());
    routing.register(this);
  }

  /** Pointers held for others and for this node, those not swept yet included. */
  public int pointerCount() {
    return pointers.size();
  }

  /** Pointers of others that this node did not take, by reason. */
  public RefusalCounts refused() {
    return pointers.refused();
  }

  /** Who is told when another node says that it does not take a pointer of this one. */
  public void onRefusal(Consumer<RefusedRecord> listener) {
    refusalListener = listener;
  }

  /** The servers that this node has live pointers to. */
  public List<Contact> pointersTo(Id guid) {
    return pointers.records(guid).stream().map(Held::server).toList();
  }

  @Override
  public void register(ObjectApplication application) {
    applications.add(application);
  }

  // Publishing ---------------------------------------------------------------------------------

  @Override
  public void publish(Id guid) {
    Timers.Timer renewal = published.get(guid);
    if (renewal == null) {
      scheduleRenewal(guid);
    }
    send(guid, false);
  }

  private void scheduleRenewal(Id guid) {
    Timers.Timer renewal =
        timers.afterMicros(
            leases.renewalMicros(random),
            () -> {
              scheduleRenewal(guid);
              send(guid, false);
            });
    published.put(guid, renewal);
  }

  @Override
  public void lapse(Id guid) {
    Timers.Timer renewal = published.remove(guid);
    if (renewal != null) {
      renewal.cancel();
    }
  }

  @Override
  public void unpublish(Id guid) {
    if (published.containsKey(guid)) {
      lapse(guid);
      send(guid, true);
    }
  }

  private void send(Id guid, boolean withdrawn) {
    routing.route(guid, new Publish(pointer(guid, withdrawn)));
  }

  private Pointer pointer(Id guid, boolean withdrawn) {
    // Rises over restarts too, as long as the clock does.
    lastSequence = Math.max(lastSequence + 1, timers.nowMicros());
    return Pointer.signed(
        signatures, guid, routing.self(), lastSequence, leases.millis(), withdrawn);
  }

  private boolean keep(Pointer pointer, Contact via) {
    return pointers.offer(offer(pointer), evidence(pointer), via).isEmpty();
  }

  /** Keeps a pointer as its root or a replica; the server is told if it does not. */
  private boolean keepAsHolder(Pointer pointer, Contact via) {
    Offer<Id, Held> offer = offer(pointer);
    Optional<Refusal> refusal = pointers.offer(offer, evidence(pointer), via);
    if (refusal.isPresent() && pointers.isToBeTold(offer, evidence(pointer), refusal.get())) {
      routing.send(pointer.server(), new PointerRefused(pointer.guid(), refusal.get()));
    }
    return refusal.isEmpty();
  }

  private Evidence<Held> evidence(Pointer pointer) {
    return Evidence.of(() -> pointer.statement(signatures.realm()), pointer.proof());
  }

  private static Offer<Id, Held> offer(Pointer pointer) {
    return new Offer<>(
        pointer.guid(),
        pointer.server().id(),
        new Held(pointer.server(), pointer.proof().signature()),
        Publisher.of(pointer.server(), pointer.proof()),
        pointer.sequence(),
        pointer.withdrawn(),
        pointer.leaseMillis());
  }

  @Override
  public void serve(Id guid) {
    served.add(guid);
  }

  @Override
  public void stopServing(Id guid) {
    served.remove(guid);
  }

  private boolean serves(Id guid) {
    return served.contains(guid) || published.containsKey(guid);
  }

  // Locating -----------------------------------------------------------------------------------

  @Override
  public void routeToObject(Id guid, Message message, int ttl, Contact origin) {
    routing.route(guid, new Locate(guid, origin, message), ttl, Optional.empty());
  }

  @Override
  public void routeToNode(Id nodeId, Message message) {
    routing.route(nodeId, new ToNode(nodeId, message));
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof DolrMessage;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    if (routed.message() instanceof Publish publish) {
      keep(publish.pointer(), routed.via());
    } else if (routed.message() instanceof Locate locate && resolve(locate, routed)) {
      return Optional.empty();
    }
    return Optional.of(routed.message());
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof Publish publish) {
      if (keepAsHolder(publish.pointer(), routed.via()) && end == RouteEnd.ROOT) {
        replicate(publish.pointer());
      }
    } else if (routed.message() instanceof Locate locate && !resolve(locate, routed)) {
      routing.send(locate.origin(), new LocationFailure(locate.guid(), locate.payload()));
    } else if (routed.message() instanceof ToNode toNode
        && toNode.nodeId().equals(routing.self().id())) {
      ObjectApplication application = applicationFor(toNode.payload());
      if (application != null) {
        application.deliverToNode(toNode.payload(), routed.origin());
      }
    }
  }

  /** Sends a query on to a location, if this hop serves the object or knows who does. */
  private boolean resolve(Locate locate, Routed routed) {
    if (serves(locate.guid())) {
      deliverToObject(locate.guid(), locate.payload(), locate.origin(), routed.hops());
      return true;
    }
    List<Contact> servers = new ArrayList<>(pointersTo(locate.guid()));
    servers.removeIf(s -> s.id().equals(routing.self().id()) || isSilent(s.id()));
    for (Contact server : servers) {
      if (troubles == null || !troubles.slow.has(server.id())) {
        toServer(locate, server, routed, true);
        return true;
      }
    }
    if (!servers.isEmpty()) {
      toServer(locate, servers.get(0), routed, false);
    }
    return !servers.isEmpty();
  }

  /**
   * Sends a query to a server. Nobody waits long for one that does not acknowledge: pointers
   * outlive their servers by hours, and whoever asked waits for seconds. It is repeated to
   * meanwhile, so a server that is only slow may get the query, and another one too.
   *
   * @param inHaste whether the query goes on elsewhere if the server is slow
   */
  private void toServer(Locate locate, Contact server, Routed routed, boolean inHaste) {
    Attempt attempt = new Attempt(locate, routed.ttl());
    Timers.Timer patience =
        timers.after(
            SERVER_PATIENCE,
            () -> {
              if (inHaste) {
                troubles().slow.add(server.id());
                attempt.goOn();
              }
            });
    routing.send(
        server,
        new ToServer(locate.guid(), locate.origin(), routed.hops() + 1, locate.payload()),
        arrived -> {
          patience.cancel();
          if (arrived) {
            troubles().slow.remove(server.id());
          } else {
            troubles().silent.add(server.id());
            attempt.goOn();
          }
        });
  }

  /** A query that is with a server, and may go on from here once. */
  private final class Attempt {
    private final Locate locate;
    private final int ttl;
    private boolean wentOn;

    Attempt(Locate locate, int ttl) {
      this.locate = locate;
      this.ttl = ttl;
    }

    void goOn() {
      if (!wentOn) {
        wentOn = true;
        routing.route(locate.guid(), locate, ttl, Optional.empty());
      }
    }
  }

  private void deliverToObject(Id guid, Message payload, Contact origin, int hops) {
    ObjectApplication application = applicationFor(payload);
    if (application != null) {
      application.deliverToObject(guid, payload, origin, hops);
    }
  }

  private @Nullable ObjectApplication applicationFor(Message payload) {
    for (ObjectApplication application : applications) {
      if (application.accepts(payload)) {
        return application;
      }
    }
    return null;
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof ToServer toServer) {
      if (serves(toServer.guid())) {
        deliverToObject(toServer.guid(), toServer.payload(), toServer.origin(), toServer.hops());
      } else {
        staleAt(from, toServer);
      }
    } else if (message instanceof LocationFailure failure) {
      ObjectApplication application = applicationFor(failure.payload());
      if (application != null) {
        application.locationFailed(failure.guid(), failure.payload());
      }
    } else if (message instanceof Replicate replicate) {
      replicate.pointers().forEach(pointer -> keepAsHolder(pointer, from));
    } else if (message instanceof PointerRefused refused) {
      refusalListener.accept(new RefusedRecord(from, refused.guid(), refused.reason()));
    }
  }

  /**
   * A hop sent here by a pointer that no longer holds: mend its table and take the query back on
   * its way, for another node may serve the object; once, or two tables could send it to and fro.
   */
  private void staleAt(Contact hop, ToServer toServer) {
    if (troubles().tombstones.take(hop.id())) {
      routing.send(hop, new Replicate(List.of(pointer(toServer.guid(), true))));
    }
    Contact origin = toServer.origin();
    long tenSeconds = timers.nowMicros() / 10_000_000;
    if (troubles()
        .takenBack
        .add(new TakenBack(toServer.guid(), origin.id(), hop.id(), tenSeconds))) {
      routing.route(toServer.guid(), new Locate(toServer.guid(), origin, toServer.payload()));
    } else {
      routing.send(origin, new LocationFailure(toServer.guid(), toServer.payload()));
    }
  }

  private Troubles troubles() {
    troubles = troubles == null ? new Troubles(timers) : troubles;
    return troubles;
  }

  private boolean isSilent(Id server) {
    return troubles != null && troubles.silent.has(server);
  }

  // Replicas -----------------------------------------------------------------------------------

  private void replicate(Pointer pointer) {
    for (Contact member : routing.replicaSet(pointer.guid(), leases.replicas())) {
      if (!member.id().equals(routing.self().id())) {
        routing.send(member, new Replicate(List.of(pointer)));
      }
    }
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    succession.leafSetChanged(neighbour, joined);
  }

  @Override
  public void moved() {
    new ArrayList<>(published.keySet()).forEach(guid -> send(guid, false));
  }

  private final class Holdings implements Succession.Holdings {
    @Override
    public boolean isEmpty() {
      return pointers.held().size() == 0;
    }

    @Override
    public List<Id> keysBetween(Id first, Id last) {
      return pointers.keysBetween(first, last);
    }

    @Override
    public List<Parcel> take(Set<Id> keys) {
      List<Pointer> some = new ArrayList<>();
      Iterator<Id> rest = keys.iterator();
      while (some.size() < Replicate.MAX_POINTERS && rest.hasNext()) {
        some.addAll(heldOf(rest.next()));
        rest.remove();
      }
      List<Parcel> parcels = new ArrayList<>(2);
      for (int i = 0; i < some.size(); i += Replicate.MAX_POINTERS) {
        int end = Math.min(i + Replicate.MAX_POINTERS, some.size());
        parcels.add(new Parcel(new Replicate(some.subList(i, end)), end - i));
      }
      return parcels;
    }

    @Override
    public List<Publish> routed(Id key) {
      return heldOf(key).stream().map(Publish::new).toList();
    }
  }

  private List<Pointer> heldOf(Id guid) {
    List<Pointer> held = new ArrayList<>();
    for (LeaseTable.Leased<Held> leased : pointers.held().leased(guid)) {
      held.add(
          new Pointer(
              guid,
              leased.record().server(),
              leased.sequence(),
              pointers.held().remainingMillis(leased),
              leased.withdrawn(),
              leased.publisher().proof(leased.record().signature())));
    }
    return held;
  }
}
