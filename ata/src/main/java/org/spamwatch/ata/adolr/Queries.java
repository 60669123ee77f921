package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/**
 * This node's own queries: sends each out by a route for every feature, and gathers their ends.
 *
 * <p>A route that has not reported after a quarter of the patience, a half and three quarters is
 * asked again, through a first hop of chance: its message may have been lost with the node that
 * held it, or swallowed by a bad one.
 */
final class Queries {
  /** Queries under way at once; further ones end unanswered. */
  static final int MAX_OPEN = 4096;

  /** How often a route is tried at most. */
  private static final int ATTEMPTS = 4;

  /** Leaf neighbours that a further attempt chooses its first hop from. */
  private static final int OTHER_HOPS = 16;

  private record Route(OpenQuery query, int index) {}

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final Limits limits;
  private final Timers timers;
  private final RandomGenerator random;
  private final FoundObjects foundObjects;
  private final Map<Long, Route> routes = new LinkedHashMap<>(2);
  private int open;

  Queries(
      KeyBasedRouting routing, Dolr dolr, Limits limits, Timers timers, RandomGenerator random) {
    this.routing = routing;
    this.dolr = dolr;
    this.limits = limits;
    this.timers = timers;
    this.random = random;
    this.foundObjects = new FoundObjects(timers);
  }

  void ask(OpenQuery query, int ttl, Duration patience) {
    List<Match> known =
        query.resolution == Resolution.FIRST
            ? foundObjects.find(query.vector, query.thres)
            : List.of();
    if (!known.isEmpty()) {
      reach(query, known);
      later(query, new QueryOutcome(known, 0, 0, 0));
    } else if (open >= MAX_OPEN) {
      later(query, query.outcome(limits.maxGuidsPerQuery()));
    } else {
      open++;
      long queryId = random.nextLong();
      long[] routeIds = new long[query.vector.size()];
      for (int index = 0; index < routeIds.length; index++) {
        routeIds[index] = random.nextLong();
        routes.put(routeIds[index], new Route(query, index));
      }
      for (int index = 0; index < routeIds.length; index++) {
        send(query, queryId, index, routeIds[index], ttl, Optional.empty());
      }
      await(
          query,
          patience.dividedBy(ATTEMPTS),
          ATTEMPTS,
          attemptsLeft -> {
            if (attemptsLeft == 0) {
              finish(query, routeIds);
            } else {
              askAgain(query, queryId, routeIds, ttl);
            }
          });
    }
  }

  private void await(OpenQuery query, Duration span, int attempts, IntConsumer whenOver) {
    query.timer =
        timers.after(
            span,
            () -> {
              if (attempts > 1) {
                await(query, span, attempts - 1, whenOver);
              }
              whenOver.accept(attempts - 1);
            });
  }

  private void later(OpenQuery query, QueryOutcome outcome) {
    timers.afterMicros(0, () -> query.listener.complete(outcome));
  }

  private void send(
      OpenQuery query, long queryId, int index, long routeId, int ttl, Optional<Contact> hint) {
    Id feature = query.vector.keys().get(index);
    boolean first = query.resolution == Resolution.FIRST;
    Message message =
        query.resolution == Resolution.NAIVE
            ? new FeatureRequest(routeId, feature)
            : new ApproxQuery(
                queryId, routeId, query.vector, query.thres, first, query.payload, List.of());
    routing.route(feature, message, ttl, hint);
  }

  private void askAgain(OpenQuery query, long queryId, long[] routeIds, int ttl) {
    for (int index = 0; index < routeIds.length; index++) {
      if (routes.containsKey(routeIds[index])) {
        Optional<Contact> hint = otherHop(query.vector.keys().get(index));
        send(query, queryId, index, routeIds[index], ttl, hint);
      }
    }
  }

  private Optional<Contact> otherHop(Id feature) {
    List<Contact> closer =
        routing.replicaSet(feature, OTHER_HOPS).stream()
            .filter(contact -> contact.id().isCloserTo(feature, routing.self().id()))
            .toList();
    return closer.isEmpty()
        ? Optional.empty()
        : Optional.of(closer.get(random.nextInt(closer.size())));
  }

  /** An answer has come; one that no open route awaits is dropped. */
  void receive(Message message) {
    if (message instanceof ApproxEnd end) {
      Route route = routes.get(end.routeId());
      if (route != null) {
        route.query().found(route.index(), end.found());
        ended(end.routeId(), route, end.hops());
      }
    } else if (message instanceof FeatureObject object) {
      Route route = routes.get(object.routeId());
      if (route != null
          && route
              .query()
              .listed(
                  route.index(),
                  object.page(),
                  object.pages(),
                  object.objects(),
                  limits.maxRecordsPerFeature())) {
        ended(object.routeId(), route, object.hops());
      }
    } else if (message instanceof FeatureFailure failure) {
      Route route = routes.get(failure.routeId());
      if (route != null) {
        ended(failure.routeId(), route, failure.hops());
      }
    }
  }

  private void ended(long routeId, Route route, int hops) {
    routes.remove(routeId);
    if (route.query().ended(route.index(), hops)) {
      finish(route.query(), new long[0]);
    }
  }

  private void finish(OpenQuery query, long[] unanswered) {
    for (long routeId : unanswered) {
      routes.remove(routeId);
    }
    open--;
    if (query.timer != null) {
      query.timer.cancel();
    }
    if (query.resolution == Resolution.NAIVE) {
      query.count();
    }
    QueryOutcome outcome = query.outcome(limits.maxGuidsPerQuery());
    if (query.resolution == Resolution.NAIVE) {
      reach(query, outcome.matches());
    }
    foundObjects.add(query.vector, query.thres, outcome.matches());
    query.listener.complete(outcome);
  }

  private void reach(OpenQuery query, List<Match> matches) {
    Set<Id> guids = new LinkedHashSet<>();
    matches.forEach(match -> guids.add(match.guid()));
    guids.forEach(
        guid -> dolr.routeToObject(guid, query.payload, limits.maxHops(), routing.self()));
  }
}
