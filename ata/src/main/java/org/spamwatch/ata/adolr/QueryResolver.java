package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.overlay.Amplification;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;

/**
 * What a hop does with the queries of others: resolves them against the records that it holds,
 * sends their payloads on, and tells the asker where a route has ended.
 */
final class QueryResolver {
  /**
   * What was sent on to an object. The node that handed the query over is part of it: whoever gets
   * to know a query's id could else use it first, with a payload of his own, to keep this hop from
   * serving the query itself. So he can do that only to queries that come by him.
   */
  private record Served(Id via, Id origin, long queryId, Id guid, Id digest) {}

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
  private final PayloadDelivery delivery;
  private final ReplicaLookup replicaLookup;
  private final int maxGuidsPerQuery;
  private final FeatureStore store;
  private final RecentlySeen<Served> served;
  private final TokenBuckets<Id> servedFor;

  QueryResolver(
      KeyBasedRouting routing,
      PayloadDelivery delivery,
      ReplicaLookup replicaLookup,
      Limits limits,
      Timers timers,
      FeatureStore store) {
    this.routing = routing;
    this.delivery = delivery;
    this.replicaLookup = replicaLookup;
    this.maxGuidsPerQuery = limits.maxGuidsPerQuery();
    this.store = store;
    this.served = new RecentlySeen<>(limits.maxRemembered());
    this.servedFor =
        new TokenBuckets<>(
            timers, SERVED_PER_SECOND, 4 * SERVED_PER_SECOND, limits.traffic().maxSenders());
  }

  /** A query comes by; returns how it goes on, or empty if it has ended here. */
  Optional<Message> forward(ApproxQuery query, Routed routed) {
    ApproxQuery resolved = resolve(query, routed);
    if (query.first() && !resolved.found().isEmpty()) {
      report(resolved, routed, End.HIT);
      return Optional.empty();
    }
    return Optional.of(resolved);
  }

  /** A query ends here. */
  void deliver(ApproxQuery query, Routed routed, End end) {
    report(resolve(query, routed), routed, end);
  }

  /**
   * Sends the payload to what this hop matches and no hop before it on this route has matched.
   * Where what they and it have found does not fit one message it has half of the places: else a
   * hop that makes matches up would keep all that come after it from finding anything.
   *
   * <p>In another's name the payload goes to as many only, on the whole route, as may answer.
   */
  private ApproxQuery resolve(ApproxQuery query, Routed routed) {
    List<Match> found = new ArrayList<>();
    Set<Variant> known = new LinkedHashSet<>();
    query.found().forEach(match -> known.add(match.variant()));
    int room = Math.max(maxGuidsPerQuery / 2, maxGuidsPerQuery - query.found().size());
    List<Match> toServe = new ArrayList<>();
    long places = mayAnswer(query, routed) - query.found().size();
    List<Match> matches =
        store.resolve(routed.key(), query.vector(), query.thres(), maxGuidsPerQuery);
    for (Match match : matches) {
      if (found.size() >= room) {
        break;
      }
      if (known.add(match.variant())) {
        found.add(match);
        if (found.size() <= places && served.add(served(routed, query, match)) && maySend(routed)) {
          toServe.add(match);
        }
      }
    }
    delivery.send(toServe, query.payload(), routed.origin());
    int before = Math.min(query.found().size(), maxGuidsPerQuery - found.size());
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

  private void askInPerson(long routeId, End end, Routed routed) {
    routing.sendNamed(routed.origin(), routed.via(), new AskInPerson(routeId, end, routed.hops()));
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

  /** Sends a feature object to whoever asks for it in person; whoever does not is told to. */
  void list(FeatureRequest request, Routed routed) {
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
}
