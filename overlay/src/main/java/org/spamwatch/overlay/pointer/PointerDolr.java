package org.spamwatch.overlay.pointer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.RecordNumbers;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.Evidence;
import org.spamwatch.overlay.lease.Offer;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusalCounts;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.lease.ReplicaMaintenance;
import org.spamwatch.overlay.lease.SignedTable;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.PointerRefused;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.pointer.HeldPointers.Held;

/**
 * The DOLR by leased pointers: a publication leaves one at every hop towards the object's root, a
 * query goes straight to the server from the first hop that has one.
 *
 * <p>Source: SpamWatch paper, section 2.2. <em>Differs from Tapestry</em>: the root keeps copies of
 * its pointers at leaf neighbours, because its death would otherwise hide the object until the next
 * renewal. Not thread-safe.
 */
public final class PointerDolr implements Dolr, Application {
  private final KeyBasedRouting routing;
  private final RecordTerms terms;
  private final SignedTable<Held> pointers;
  private final ReplicaMaintenance replicaMaintenance;
  private final Renewals<Id> renewals;
  private final Pace pace;
  private final Forwarding forwarding;
  private Set<Id> served = Set.of();
  private final List<ObjectApplication> applications = new ArrayList<>(1);
  private Consumer<RefusedRecord> refusalListener = refused -> {};
  private final RecordNumbers numbers;

  /** A DOLR on a node; registers itself with it. */
  public PointerDolr(
      KeyBasedRouting routing, RecordTerms terms, Timers timers, RandomGenerator random) {
    this.routing = routing;
    this.terms = terms;
    this.renewals = new Renewals<>(terms.leases(), timers, random);
    this.pace = new Pace(timers, guid -> send(guid, false));
    this.numbers = new RecordNumbers(timers);
    this.forwarding = new Forwarding(routing, timers);
    timers.onStep(this::moved);
    Limits limits = terms.limits();
    this.pointers =
        new SignedTable<>(
            routing.self(), limits.maxPointers(), limits.maxPointersPerObject(), terms, timers);
    this.replicaMaintenance =
        new ReplicaMaintenance(
            routing, timers, terms.leases().replicas(), new HeldPointers(pointers));
    routing.register(this);
  }

  /** Pointers held for others and for this node, those not swept yet included. */
  public int pointerCount() {
    return pointers.held().size();
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
    if (!renewals.has(guid)) {
      scheduleRenewal(guid);
    }
    pace.add(guid);
  }

  private void scheduleRenewal(Id guid) {
    renewals.schedule(
        guid,
        () -> {
          scheduleRenewal(guid);
          pace.add(guid);
        });
  }

  @Override
  public void lapse(Id guid) {
    renewals.end(guid);
    pace.remove(guid);
  }

  @Override
  public void unpublish(Id guid) {
    if (renewals.end(guid)) {
      pace.remove(guid);
      send(guid, true);
    }
  }

  private void send(Id guid, boolean withdrawn) {
    routing.route(guid, new Publish(pointer(guid, withdrawn)));
  }

  private Pointer pointer(Id guid, boolean withdrawn) {
    return Pointer.signed(
        terms.signatures(),
        guid,
        routing.self(),
        numbers.next(),
        terms.leases().millis(),
        withdrawn);
  }

  private boolean keep(Pointer pointer, Contact via) {
    return pointers.offer(offer(pointer), evidence(pointer), via).isEmpty();
  }

  /** Keeps a pointer as its root or a replica; the server is told if it does not. */
  private boolean keepAsHolder(Pointer pointer, Contact via) {
    Offer<Held> offer = offer(pointer);
    Optional<Refusal> refusal = pointers.offer(offer, evidence(pointer), via);
    if (refusal.isPresent() && pointers.isToBeTold(offer, evidence(pointer), refusal.get())) {
      routing.sendNamed(pointer.server(), via, new PointerRefused(pointer.guid(), refusal.get()));
    }
    return refusal.isEmpty();
  }

  private Evidence<Held> evidence(Pointer pointer) {
    return Evidence.of(() -> pointer.statement(terms.signatures().realm()), pointer.proof());
  }

  private Offer<Held> offer(Pointer pointer) {
    Publisher publisher = Publisher.of(pointer.server(), pointer.proof());
    return new Offer<>(
        pointer.guid(),
        new Held(
            pointer.guid(),
            pointers.held().known(publisher),
            pointer.sequence(),
            pointer.withdrawn(),
            pointer.proof().signature()),
        pointer.leaseMillis());
  }

  @Override
  public void serve(Id guid) {
    served = served.isEmpty() ? new LinkedHashSet<>() : served;
    served.add(guid);
  }

  @Override
  public void stopServing(Id guid) {
    if (!served.isEmpty()) {
      served.remove(guid);
    }
  }

  private boolean serves(Id guid) {
    return served.contains(guid) || renewals.has(guid);
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
        Pointer pointer = publish.pointer();
        routing.sendToReplicas(
            pointer.guid(), terms.leases().replicas(), new Replicate(List.of(pointer)));
      }
    } else if (routed.message() instanceof Locate locate && !resolve(locate, routed)) {
      routing.sendNamed(
          locate.origin(), routed.via(), new LocationFailure(locate.guid(), locate.payload()));
    } else if (routed.message() instanceof ToNode toNode
        && toNode.nodeId().equals(routing.self().id())) {
      ObjectApplication application = applicationFor(toNode.payload());
      if (application != null) {
        application.deliverToNode(toNode.payload(), routed.via());
      }
    }
  }

  /** Sends a query on to a location, if this hop serves the object or knows who does. */
  private boolean resolve(Locate locate, Routed routed) {
    if (serves(locate.guid())) {
      deliverToObject(
          locate.guid(), locate.payload(), locate.origin(), routed.via(), routed.hops());
      return true;
    }
    List<Contact> servers = pointersTo(locate.guid());
    return !servers.isEmpty() && forwarding.resolve(locate, routed, servers);
  }

  private void deliverToObject(Id guid, Message payload, Contact origin, Contact via, int hops) {
    ObjectApplication application = applicationFor(payload);
    if (application != null) {
      application.deliverToObject(guid, payload, origin, via, hops);
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
        deliverToObject(
            toServer.guid(), toServer.payload(), toServer.origin(), from, toServer.hops());
      } else {
        forwarding.staleAt(from, toServer, () -> pointer(toServer.guid(), true));
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

  @Override
  public void update(Contact neighbour, boolean joined) {
    replicaMaintenance.leafSetChanged(neighbour, joined);
  }

  @Override
  public void moved() {
    renewals.published().forEach(pace::add);
  }
}
