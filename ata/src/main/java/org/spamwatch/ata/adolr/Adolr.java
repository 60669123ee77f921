package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.QueryAnswer;
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.RecordTerms;
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
  private final KeyBasedRouting routing;
  private final FeatureStore store;
  private final Replication replication;
  private final Publications publications;
  private final Queries queries;
  private final QueryResolver resolver;
  private final int maxGuidsPerQuery;
  private Consumer<RefusedRecord> refusalListener = refused -> {};

  /** An ADOLR on a node; registers itself with it. */
  public Adolr(
      KeyBasedRouting routing,
      Dolr dolr,
      ReplicaLookup replicaLookup,
      RecordTerms terms,
      Timers timers,
      RandomGenerator random) {
    Limits limits = terms.limits();
    PayloadDelivery delivery = new PayloadDelivery(dolr, limits.maxHops());
    this.routing = routing;
    this.maxGuidsPerQuery = limits.maxGuidsPerQuery();
    this.store = new FeatureStore(routing.self(), terms, timers);
    this.replication = new Replication(routing, terms.leases(), timers, store);
    this.publications = new Publications(routing, replicaLookup, terms, timers, random);
    this.queries = new Queries(routing, delivery, replicaLookup, limits, timers, random);
    this.resolver = new QueryResolver(routing, delivery, replicaLookup, limits, timers, store);
    routing.register(this);
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
   */
  public void index(FeatureVector vector, Id guid) {
    store.own().add(guid, vector);
  }

  /**
   * As {@link #index} for one of many that are indexed before this node turns to others: it matches
   * once {@link #indexGathered} is done, and costs a tenth where they are a million.
   */
  public void gather(FeatureVector vector, Id guid) {
    store.own().gather(guid, vector);
  }

  /**
   * Has what was gathered match. Takes seconds for a million vectors; to be called beside the
   * node's turn, and nothing else of the ADOLR may be used until it is done.
   *
   * @param turns runs a part of it on the node's turn, and returns when it is done
   */
  public void indexGathered(Consumer<Runnable> turns) {
    store.own().putGathered(turns);
  }

  /** Takes {@link #index} back. */
  public void unindex(FeatureVector vector, Id guid) {
    store.own().remove(guid, vector);
  }

  /** What is indexed of objects that match, without asking anybody; no records of others. */
  public List<Match> matchesIndexed(FeatureVector vector, int thres) {
    return store.own(vector, thres, maxGuidsPerQuery);
  }

  /**
   * What is indexed of objects that share evidence with a mail, enough to be compared with it,
   * those first that share more kinds; nobody is asked, and no query of others finds them so.
   *
   * @param evidence keys under {@code Scheme.EVIDENCE}
   * @param most objects
   */
  public List<Id> sharingIndexed(List<Id> evidence, int most) {
    return store.own().sharing(evidence, most).stream().limit(most).toList();
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
  public MatchesHere matchesHere(FeatureVector vector, int thres) {
    return store.outcome(vector, thres, maxGuidsPerQuery);
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
    queries.ask(new Sought(vector, thres, payload, resolution, ttl), patience, listener);
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
      return resolver.forward(query, routed);
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
      resolver.deliver(query, routed, end == RouteEnd.ROOT ? End.ROOT : End.TTL);
    } else if (routed.message() instanceof FeatureRequest request) {
      resolver.list(request, routed);
    }
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

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof ReplicateFeatures replicate) {
      replicate.records().forEach(record -> keep(record, from));
    } else if (message instanceof ApproxAsk ask) {
      Routed routed = new Routed(ask.feature(), ask.query(), from, 1, 0);
      resolver.deliver(ask.query(), routed, End.ROOT);
    } else if (message instanceof FeatureRequest request) {
      resolver.list(request, new Routed(request.feature(), request, from, 1, 0));
    } else if (message instanceof RecordRefused refused) {
      refusalListener.accept(new RefusedRecord(from, refused.feature(), refused.reason()));
    } else if (message instanceof QueryAnswer answer) {
      queries.receive(from, answer);
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
