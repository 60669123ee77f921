package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.Handover;
import org.spamwatch.overlay.lease.LeaseConfig;

/**
 * Approximate object location: publishes objects under feature vectors, and sends messages to every
 * object whose vector overlaps another's on at least THRES features.
 *
 * <p>A query carries the whole vector towards the root of each of its features. A hop that holds
 * records which overlap enough sends the payload to those objects at once, by the DOLR; the query
 * goes on, so nothing is missed. Source: SpamWatch paper, sections 3.1 to 3.4.
 *
 * <p><em>Differs from the paper</em>: a feature object lives at the feature's root, its replicas
 * and (as records) along the publish path, not at the publisher, so it survives the publisher.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public final class Adolr implements Application {
  /** Queries of this node's own under way at once; further ones end at once, unanswered. */
  private static final int MAX_OPEN = 4096;

  private static final int RECORDS_PER_MESSAGE = 8;

  private record Publication(Id guid, Id digest) {}

  private record Served(Id origin, long queryId, Id guid, Id digest) {}

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final Limits limits;
  private final LeaseConfig leases;
  private final Timers timers;
  private final RandomGenerator random;
  private final FeatureStore store;
  private final Map<Publication, FeatureVector> published = new LinkedHashMap<>(2);
  private final Map<Long, OpenQuery> open = new LinkedHashMap<>(2);
  private final RecentlySeen<Served> served;
  private long lastSequence;

  /** An ADOLR on a node; registers itself with it. */
  public Adolr(
      KeyBasedRouting routing,
      Dolr dolr,
      Limits limits,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random) {
    this.routing = routing;
    this.dolr = dolr;
    this.limits = limits;
    this.leases = leases;
    this.timers = timers;
    this.random = random;
    this.store = new FeatureStore(limits, leases, timers);
    this.served = new RecentlySeen<>(limits.maxRemembered());
    routing.register(this);
  }

  /** Feature records held, for others and for this node. */
  public int recordCount() {
    return store.size();
  }

  // Publishing ---------------------------------------------------------------------------------

  /**
   * Publishes the mapping from a vector to an object, and renews it until {@link
   * #unpublishApproxObject}. Optimistic: one one-way message a feature, merged where it meets what
   * is known. The object itself is published by the DOLR.
   */
  public void publishApproxObject(FeatureVector vector, Id guid) {
    Publication publication = new Publication(guid, vector.compact().digest());
    boolean first = published.put(publication, vector) == null;
    send(publication.guid(), vector, false);
    if (first) {
      scheduleRenewal(publication);
    }
  }

  /** Removes the mapping from a vector to an object, if this node has published it. */
  public void unpublishApproxObject(FeatureVector vector, Id guid) {
    if (published.remove(new Publication(guid, vector.compact().digest())) != null) {
      send(guid, vector, true);
    }
  }

  /** Stops renewing a mapping without withdrawing it: its records run out. */
  public void lapse(FeatureVector vector, Id guid) {
    published.remove(new Publication(guid, vector.compact().digest()));
  }

  private void scheduleRenewal(Publication publication) {
    timers.afterMicros(
        leases.renewalMicros(random),
        () -> {
          FeatureVector vector = published.get(publication);
          if (vector != null) {
            send(publication.guid(), vector, false);
            scheduleRenewal(publication);
          }
        });
  }

  private void send(Id guid, FeatureVector vector, boolean withdrawn) {
    // Rises over restarts too, as long as the clock does.
    lastSequence = Math.max(lastSequence + 1, timers.nowMicros());
    for (Id feature : vector.keys()) {
      routing.route(
          feature,
          new PublishFeature(
              new FeatureRecord(
                  feature,
                  guid,
                  vector.compact(),
                  routing.self(),
                  lastSequence,
                  leases.millis(),
                  withdrawn)));
    }
  }

  // Asking -------------------------------------------------------------------------------------

  /**
   * Sends a message to one location of every object whose vector shares at least {@code thres}
   * features with the given one.
   *
   * @param thres THRES, 1 to |FV|
   * @param ttl hops that each feature's route may travel
   * @param patience how long to wait for the routes to report
   */
  public void routeToApproxObject(
      FeatureVector vector,
      int thres,
      Message payload,
      Resolution resolution,
      int ttl,
      Duration patience,
      QueryListener listener) {
    OpenQuery query = new OpenQuery(vector, thres, payload, resolution, listener);
    if (open.size() >= MAX_OPEN) {
      listener.complete(query.outcome());
      return;
    }
    long queryId = random.nextLong();
    open.put(queryId, query);
    query.timer = timers.after(patience, () -> finish(queryId));
    for (int index = 0; index < vector.size(); index++) {
      Message message =
          resolution == Resolution.NAIVE
              ? new FeatureRequest(queryId, index, vector.keys().get(index))
              : new ApproxQuery(
                  queryId,
                  index,
                  vector,
                  thres,
                  resolution == Resolution.FIRST,
                  payload,
                  List.of());
      routing.route(vector.keys().get(index), message, ttl, Optional.empty());
    }
  }

  private void finish(long queryId) {
    OpenQuery query = open.remove(queryId);
    if (query == null) {
      return;
    }
    if (query.timer != null) {
      query.timer.cancel();
    }
    if (query.resolution == Resolution.NAIVE) {
      query.count(limits.maxGuidsPerQuery());
      query
          .outcome()
          .matches()
          .forEach(match -> reach(match.guid(), query.payload, routing.self()));
    }
    query.listener.complete(query.outcome());
  }

  private void reach(Id guid, Message payload, Contact origin) {
    dolr.routeToObject(guid, payload, limits.maxHops(), origin);
  }

  // At a hop -----------------------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof AdolrMessage;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    if (routed.message() instanceof PublishFeature publish) {
      store.merge(publish.record());
    } else if (routed.message() instanceof ApproxQuery query) {
      ApproxQuery resolved = resolve(query, routed.origin());
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
      store.merge(publish.record());
      if (end == RouteEnd.ROOT) {
        replicate(publish.record());
      }
    } else if (routed.message() instanceof ApproxQuery query) {
      report(resolve(query, routed.origin()), routed, end == RouteEnd.ROOT ? End.ROOT : End.TTL);
    } else if (routed.message() instanceof FeatureRequest request) {
      answer(request, routed);
    }
  }

  /** Sends the payload to what this hop matches and no hop before it on this route has matched. */
  private ApproxQuery resolve(ApproxQuery query, Contact origin) {
    List<Match> found = new ArrayList<>(query.found());
    for (Match match : store.resolve(query.vector(), query.thres(), limits.maxGuidsPerQuery())) {
      boolean known =
          found.stream()
              .anyMatch(f -> f.guid().equals(match.guid()) && f.digest().equals(match.digest()));
      if (known || found.size() >= limits.maxGuidsPerQuery()) {
        continue;
      }
      found.add(match);
      if (served.add(new Served(origin.id(), query.queryId(), match.guid(), match.digest()))) {
        reach(match.guid(), query.payload(), origin);
      }
    }
    return new ApproxQuery(
        query.queryId(),
        query.index(),
        query.vector(),
        query.thres(),
        query.first(),
        query.payload(),
        found);
  }

  private void report(ApproxQuery query, Routed routed, End end) {
    routing.send(
        routed.origin(),
        new ApproxEnd(query.queryId(), query.index(), end, routed.hops(), query.found()));
  }

  private void answer(FeatureRequest request, Routed routed) {
    List<Listed> listed = store.list(request.feature());
    if (listed.isEmpty()) {
      routing.send(
          routed.origin(), new FeatureFailure(request.queryId(), request.index(), routed.hops()));
      return;
    }
    int pages =
        Math.min(
            (listed.size() + FeatureObject.PAGE - 1) / FeatureObject.PAGE, FeatureObject.MAX_PAGES);
    for (int page = 0; page < pages; page++) {
      int from = page * FeatureObject.PAGE;
      int to = Math.min(from + FeatureObject.PAGE, listed.size());
      routing.send(
          routed.origin(),
          new FeatureObject(
              request.queryId(),
              request.index(),
              routed.hops(),
              page,
              pages,
              listed.subList(from, to)));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof ReplicateFeatures replicate) {
      replicate.records().forEach(store::merge);
    } else if (message instanceof ApproxEnd end) {
      OpenQuery query = open.get(end.queryId());
      if (query != null) {
        query.found(end.found(), limits.maxGuidsPerQuery());
        ended(end.queryId(), query, end.index(), end.hops());
      }
    } else if (message instanceof FeatureObject object) {
      OpenQuery query = open.get(object.queryId());
      if (query != null
          && object.index() < query.vector.size()
          && query.listed(
              object.index(),
              object.page(),
              object.pages(),
              object.objects(),
              limits.maxRecordsPerFeature())) {
        ended(object.queryId(), query, object.index(), object.hops());
      }
    } else if (message instanceof FeatureFailure failure) {
      OpenQuery query = open.get(failure.queryId());
      if (query != null) {
        ended(failure.queryId(), query, failure.index(), failure.hops());
      }
    }
  }

  private void ended(long queryId, OpenQuery query, int index, int hops) {
    if (query.ended(index, hops)) {
      finish(queryId);
    }
  }

  // Replicas -----------------------------------------------------------------------------------

  private void replicate(FeatureRecord record) {
    for (Contact member : routing.replicaSet(record.feature(), leases.replicas())) {
      if (!member.id().equals(routing.self().id())) {
        routing.send(member, new ReplicateFeatures(List.of(record)));
      }
    }
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    Handover.afterChange(routing, store.features(), neighbour, joined, leases.replicas())
        .forEach(
            (receiver, features) -> {
              List<FeatureRecord> all = new ArrayList<>();
              features.forEach(feature -> all.addAll(store.held(feature)));
              for (int i = 0; i < all.size(); i += RECORDS_PER_MESSAGE) {
                int end = Math.min(i + RECORDS_PER_MESSAGE, all.size());
                routing.send(receiver, new ReplicateFeatures(all.subList(i, end)));
              }
            });
  }
}
