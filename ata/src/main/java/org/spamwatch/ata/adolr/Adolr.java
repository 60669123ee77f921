package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Amplification;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusalCounts;
import org.spamwatch.overlay.lease.RefusedRecord;

/**
 * Approximate object location: publishes objects under feature vectors, and sends messages to every
 * object whose vector overlaps another's on at least THRES features.
 *
 * <p>A query carries the whole vector towards the root of each of its features. A hop that holds
 * records which overlap enough sends the payload to those objects at once, by the DOLR and in the
 * asker's name; the query goes on, so nothing is missed. Source: SpamWatch paper, sections 3.1 to
 * 3.4.
 *
 * <p><em>Differs from the paper</em>: a feature object lives at the feature's root, its replicas
 * and (as records) along the publish path, not at the publisher, so it survives the publisher; and
 * a mapping belongs to its publisher, who alone takes it back.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public final class Adolr implements Application {
  /**
   * What was sent on to an object. The node that handed the query over is part of it: whoever gets
   * to know a query's id could else use it first, with a payload of his own, to keep this hop from
   * serving the query itself. So he can do that only to queries that come by him.
   */
  private record Served(Id via, Id origin, long queryId, Id guid, Id digest) {}

  private record Variant(Id guid, Id digest) {
    static Variant of(Match match) {
      return new Variant(match.guid(), match.digest());
    }
  }

  /**
   * Payloads that are sent in a second for the queries of others that one node hands over, and four
   * times as many at once: what a hop of a busy realm needs.
   */
  private static final int SERVED_PER_SECOND = 1_000;

  /** Bytes of an {@link AskInPerson}, its type included. */
  private static final int STUB_BYTES = 1 + Long.BYTES + 2;

  /**
   * Bytes by which an object's location may answer somebody who has not asked it in person: a type,
   * a number, a GUID and the digest that the payload names.
   */
  private static final int OBJECT_BYTES = 1 + Long.BYTES + Id.BYTES + 1 + Id.BYTES;

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final ReplicaLookup replicaLookup;
  private final Limits limits;
  private final FeatureStore store;
  private final Replication replication;
  private final Publications publications;
  private final Queries queries;
  private final RecentlySeen<Served> served;
  private final TokenBuckets<Id> servedFor;
  private Consumer<RefusedRecord> refusalListener = refused -> {};

  /** An ADOLR on a node; registers itself with it. */
  public Adolr(
      KeyBasedRouting routing,
      Dolr dolr,
      ReplicaLookup replicaLookup,
      Limits limits,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random,
      Signatures signatures) {
    this.routing = routing;
    this.dolr = dolr;
    this.replicaLookup = replicaLookup;
    this.limits = limits;
    this.store = new FeatureStore(routing.self(), limits, leases, timers, signatures);
    this.replication = new Replication(routing, leases, timers, store);
    this.publications =
        new Publications(routing, replicaLookup, leases, timers, random, signatures);
    this.queries = new Queries(routing, dolr, replicaLookup, limits, timers, random);
    this.served = new RecentlySeen<>(limits.maxRemembered());
    this.servedFor =
        new TokenBuckets<>(
            timers, SERVED_PER_SECOND, 4 * SERVED_PER_SECOND, limits.traffic().maxSenders());
    routing.register(this);
  }

  private boolean isFirst(Served sending) {
    return served.add(sending);
  }

  /** Feature records held, for others and for this node. */
  public int recordCount() {
    return store.size();
  }

  /** Feature records that this node did not take, by reason. */
  public RefusalCounts recordsRefused() {
    return store.refused();
  }

  /**
   * Has a vector of an object that this node keeps match at once, here and nowhere else, until
   * {@link #unindex}: unsigned, and nobody is told that this node has published it.
   *
   * @param digest the vector's
   */
  public void index(FeatureVector vector, Id digest, Id guid) {
    store.own().add(guid, digest, vector);
  }

  /** Takes {@link #index} back. */
  public void unindex(FeatureVector vector, Id digest, Id guid) {
    store.own().remove(guid, digest, vector);
  }

  /** What is indexed of objects that match, likewise to {@link #matchesHere}. */
  public List<Match> matchesIndexed(FeatureVector vector, int thres) {
    return store.own(vector, thres, limits.maxGuidsPerQuery());
  }

  /** Vectors indexed. */
  public int indexed() {
    return store.own().size();
  }

  /**
   * Whether this node holds a record of a feature that stands and has not run out, or has indexed a
   * vector with it.
   */
  public boolean knows(Id feature) {
    return store.knows(feature);
  }

  /**
   * What the records held here match, and what is indexed, without asking anybody.
   *
   * @param thres THRES, 1 to |FV|
   */
  public List<Match> matchesHere(FeatureVector vector, int thres) {
    return store.resolve(vector.keys().get(0), vector, thres, limits.maxGuidsPerQuery());
  }

  /** Who is told when another node says that it does not take a record of this one. */
  public void onRefusal(Consumer<RefusedRecord> listener) {
    refusalListener = listener;
  }

  // Publishing ---------------------------------------------------------------------------------

  /**
   * Publishes the mapping from a vector to an object, and renews it until {@link
   * #unpublishApproxObject}. Optimistic: one one-way message a feature, merged where it meets what
   * is known. The object itself is published by the DOLR.
   *
   * <p>Of many publications at once, the first leave immediately and the others at a steady pace:
   * each costs a signature here and where it is held, and each feature a message to every hop.
   */
  public void publishApproxObject(FeatureVector vector, Id guid) {
    publications.publish(vector, guid, false);
  }

  /**
   * Publishes a mapping, looks for the nodes that are to hold each feature's record and gives it to
   * them, for a root or a hop on the way may drop it. Costs about 15 messages a feature, once.
   */
  public void publishInPerson(FeatureVector vector, Id guid) {
    publications.publish(vector, guid, true);
  }

  /** Removes the mapping from a vector to an object, if this node has published it. */
  public void unpublishApproxObject(FeatureVector vector, Id guid) {
    publications.withdraw(vector, guid);
  }

  /** Stops renewing a mapping without withdrawing it: its records run out. */
  public void lapse(FeatureVector vector, Id guid) {
    publications.lapse(vector, guid);
  }

  // Asking -------------------------------------------------------------------------------------

  /**
   * Sends a message to one location of every object whose vector shares at least {@code thres}
   * features with the given one. The location is told this node as the message's origin, whichever
   * hop found it, and may be sent the same message several times, once by each hop that did.
   *
   * <p>With {@link Resolution#FIRST} a query like one that found something in the last 60 seconds
   * goes straight to what that one found.
   *
   * @param thres THRES, 1 to |FV|
   * @param ttl hops that each feature's route may travel
   * @param patience how long to wait for the routes to report; those that have not are asked again
   *     up to five times within it, and those that report implausibly are looked into
   * @param listener told once, on a later turn
   * @throws IllegalArgumentException if THRES is out of range
   */
  public void routeToApproxObject(
      FeatureVector vector,
      int thres,
      Message payload,
      Resolution resolution,
      int ttl,
      Duration patience,
      QueryListener listener) {
    queries.ask(new OpenQuery(vector, thres, payload, resolution, listener), ttl, patience);
  }

  // At a hop -----------------------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof AdolrMessage;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    if (routed.message() instanceof PublishFeature publish) {
      store.merge(publish.record(), routed.via());
    } else if (routed.message() instanceof ApproxQuery query) {
      ApproxQuery resolved = resolve(query, routed);
      if (query.first() && !resolved.found().isEmpty()) {
        report(resolved, routed, End.HIT);
        return Optional.empty();
      }
      return Optional.of(resolved);
    }
    return Optional.of(routed.message());
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof PublishFeature publish) {
      if (keep(publish.record(), routed.via()) && end == RouteEnd.ROOT) {
        replication.replicate(publish.record());
      }
    } else if (routed.message() instanceof ApproxQuery query) {
      End reported = end == RouteEnd.ROOT ? End.ROOT : End.TTL;
      report(resolve(query, routed), routed, reported);
    } else if (routed.message() instanceof FeatureRequest request) {
      answer(request, routed);
    }
  }

  private void askInPerson(long routeId, End end, Routed routed) {
    routing.sendNamed(routed.origin(), routed.via(), new AskInPerson(routeId, end, routed.hops()));
  }

  /** Keeps a record as its root or a replica; the publisher is told if it does not. */
  private boolean keep(FeatureRecord record, Contact via) {
    Optional<Refusal> refusal = store.merge(record, via);
    if (refusal.isPresent() && store.isToBeTold(record, refusal.get())) {
      routing.sendNamed(
          record.publication().publisher(),
          via,
          new RecordRefused(record.feature(), refusal.get()));
    }
    return refusal.isEmpty();
  }

  /**
   * Sends the payload to what this hop matches and no hop before it on this route has matched.
   * Where what they and it have found does not fit one message it has half of the places: else a
   * hop that makes matches up would keep all that come after it from finding anything.
   *
   * <p>In another's name the payload goes to as many only, on the whole route, as may answer.
   */
  private ApproxQuery resolve(ApproxQuery query, Routed routed) {
    int most = limits.maxGuidsPerQuery();
    List<Match> found = new ArrayList<>();
    Set<Variant> known = new LinkedHashSet<>();
    query.found().forEach(match -> known.add(Variant.of(match)));
    int room = Math.max(most / 2, most - query.found().size());
    Map<Id, List<Id>> toServe = new LinkedHashMap<>();
    long places = mayAnswer(query, routed) - query.found().size();
    for (Match match : store.resolve(routed.key(), query.vector(), query.thres(), most)) {
      if (found.size() >= room) {
        break;
      }
      if (known.add(Variant.of(match))) {
        found.add(match);
        if (found.size() <= places && isFirst(served(routed, query, match)) && maySend(routed)) {
          toServe.computeIfAbsent(match.guid(), guid -> new ArrayList<>(1)).add(match.digest());
        }
      }
    }
    toServe.forEach(
        (guid, digests) ->
            dolr.routeToObject(
                guid,
                MatchedPayload.of(query.payload(), digests),
                limits.maxHops(),
                routed.origin()));
    int before = Math.min(query.found().size(), most - found.size());
    found.addAll(0, query.found().subList(0, before));
    return query.with(found);
  }

  /** Objects of a route that may answer its origin, each with a few words, beside its end. */
  private long mayAnswer(ApproxQuery query, Routed routed) {
    long allowed = Amplification.allowed(routed, AdolrWire.bytesOf(query));
    return (allowed - bytesOf(STUB_BYTES)) / bytesOf(OBJECT_BYTES);
  }

  private int bytesOf(int payload) {
    return Amplification.direct(routing.self(), payload);
  }

  /** Whoever hands over what others ask has a bucket for the payloads that are sent for it. */
  private boolean maySend(Routed routed) {
    if (routed.isInPerson()) {
      return true; // and gets them himself
    }
    return servedFor.take(routed.via().id());
  }

  private static Served served(Routed routed, ApproxQuery query, Match match) {
    return new Served(
        routed.via().id(), routed.origin().id(), query.queryId(), match.guid(), match.digest());
  }

  private void report(ApproxQuery query, Routed routed, End end) {
    ApproxEnd whole =
        new ApproxEnd(
            query.routeId(),
            end,
            routed.hops(),
            query.found(),
            replicaLookup.named(routed.key()),
            store.publishers(routed.key(), query.found(), query.routeId()));
    long answers = Math.min(query.found().size(), mayAnswer(query, routed));
    long left =
        Amplification.allowed(routed, AdolrWire.bytesOf(query)) - answers * bytesOf(OBJECT_BYTES);
    if (bytesOf(AdolrWire.bytesOf(whole)) <= left) {
      routing.sendNamed(routed.origin(), routed.via(), whole);
    } else {
      askInPerson(query.routeId(), end, routed);
    }
  }

  private void answer(FeatureRequest request, Routed routed) {
    int listed = store.list(request.feature()).size();
    if (listed == 0) {
      routing.sendNamed(
          routed.origin(), routed.via(), new FeatureFailure(request.routeId(), routed.hops()));
    } else if (!routed.isInPerson()) {
      askInPerson(request.routeId(), End.ROOT, routed);
    } else {
      int pages = (listed + FeatureObject.PAGE - 1) / FeatureObject.PAGE;
      sendPage(request, routed, 0, Math.min(pages, FeatureObject.MAX_PAGES));
    }
  }

  /** Sends a page, and the next once it is acknowledged: nobody else can be flooded with them. */
  private void sendPage(FeatureRequest request, Routed routed, int page, int pages) {
    List<Listed> listed = store.list(request.feature());
    int from = Math.min(page * FeatureObject.PAGE, listed.size());
    int to = Math.min(from + FeatureObject.PAGE, listed.size());
    routing.sendNamed(
        routed.origin(),
        routed.via(),
        new FeatureObject(request.routeId(), routed.hops(), page, pages, listed.subList(from, to)),
        arrived -> {
          if (arrived && page + 1 < pages) {
            sendPage(request, routed, page + 1, pages);
          }
        });
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof ReplicateFeatures replicate) {
      replicate.records().forEach(record -> keep(record, from));
    } else if (message instanceof ApproxAsk ask) {
      Routed routed = new Routed(ask.feature(), ask.query(), from, 1, 0);
      report(resolve(ask.query(), routed), routed, End.ROOT);
    } else if (message instanceof FeatureRequest request) {
      answer(request, new Routed(request.feature(), request, from, 1, 0));
    } else if (message instanceof RecordRefused refused) {
      refusalListener.accept(new RefusedRecord(from, refused.feature(), refused.reason()));
    } else {
      queries.receive(from, message);
    }
  }

  @Override
  public void moved() {
    publications.renewAll();
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    replication.update(neighbour, joined);
  }
}
