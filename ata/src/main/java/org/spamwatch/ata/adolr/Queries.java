package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Timers;

/**
 * This node's own queries: sends each out by a route for every feature, and gathers their ends.
 *
 * <p>A route that does not report in time is tried again over a first hop not used yet. If it was
 * silent, or its end is implausible as the feature's root, the feature's vicinity is searched and
 * the nodes found there are asked in person. Once one route of a query is known to have been
 * swallowed or lied about, the ends of the others are not believed either: two more of the nodes
 * about each feature are asked. Without liars that costs next to nothing; a lying root that does
 * nothing but deny what it holds is outvoted by the roots of the other features.
 */
final class Queries {
  /** Queries under way at once; further ones end unanswered. */
  static final int MAX_OPEN = 4096;

  /** How often the silent routes of a query are looked after, the end of its patience included. */
  private static final int LOOKS = 5;

  /** Routes of a query that are silent at once when they are not just late. */
  private static final int SEVERAL = 2;

  /** First hops that a route may be tried over: one for each look but the last. */
  private static final int FIRST_HOPS = LOOKS;

  /** Nodes asked in person where a route was swallowed or its end is implausible. */
  private static final int ASKED_OF_SUSPECT = 3;

  /** Nodes asked in person where only other routes of the query were. */
  private static final int ASKED_BESIDE = 2;

  private static final Duration ANSWER_WITHIN = Duration.ofMillis(600);

  /**
   * What an end may answer.
   *
   * @param asked whom; null if it was a route that asked
   * @param told what the end of a route has said instead of answering, which was then asked
   */
  private record Attempt(QueryRoute route, @Nullable Contact asked, @Nullable ToldToAsk told) {}

  private record ToldToAsk(Contact from, AskInPerson stub) {}

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final ReplicaLookup replicaLookup;
  private final Limits limits;
  private final Timers timers;
  private final RandomGenerator random;
  private final FoundObjects foundObjects;
  private final Map<Long, Attempt> attempts = new LinkedHashMap<>();
  private int open;

  Queries(
      KeyBasedRouting routing,
      Dolr dolr,
      ReplicaLookup replicaLookup,
      Limits limits,
      Timers timers,
      RandomGenerator random) {
    this.routing = routing;
    this.dolr = dolr;
    this.replicaLookup = replicaLookup;
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
      query.queryId = random.nextLong();
      query.ttl = ttl;
      for (int index = 0; index < query.vector.size(); index++) {
        query.routes.add(new QueryRoute(query, index));
      }
      query.routes.forEach(route -> send(route, Optional.empty()));
      look(query, patience.dividedBy(LOOKS), LOOKS);
    }
  }

  private void look(OpenQuery query, Duration span, int looksLeft) {
    query.timer =
        timers.after(
            span,
            () -> {
              if (looksLeft == 1) {
                finish(query);
              } else {
                look(query, span, looksLeft - 1);
                lookAfterSilent(query);
                query.listener.goesOn(query.outcome(limits.maxGuidsPerQuery()));
              }
            });
  }

  private void later(OpenQuery query, QueryOutcome outcome) {
    timers.afterMicros(0, () -> query.listener.complete(outcome));
  }

  private void send(QueryRoute route, Optional<Contact> hint) {
    long routeId = expect(route, null);
    Message message =
        route.query.resolution == Resolution.NAIVE
            ? new FeatureRequest(routeId, route.feature())
            : approxQuery(route.query, routeId);
    routing.route(route.feature(), message, route.query.ttl, hint);
  }

  private static ApproxQuery approxQuery(OpenQuery query, long routeId) {
    boolean first = query.resolution == Resolution.FIRST;
    return new ApproxQuery(
        query.queryId, routeId, query.vector, query.thres, first, query.payload, List.of());
  }

  private long expect(QueryRoute route, @Nullable Contact asked) {
    return expect(new Attempt(route, asked, null));
  }

  private long expect(Attempt attempt) {
    long routeId = random.nextLong();
    attempts.put(routeId, attempt);
    QueryRoute route = attempt.route();
    route.routeIds.add(routeId);
    return routeId;
  }

  /**
   * Sends silent routes again. A single one may only be late the first time; several, or one that
   * stays silent, were swallowed.
   */
  private void lookAfterSilent(OpenQuery query) {
    List<QueryRoute> silent = query.routes.stream().filter(QueryRoute::isSilent).toList();
    boolean several = silent.size() >= SEVERAL;
    for (QueryRoute route : silent) {
      boolean late = !route.retried && !several;
      sendAgain(route);
      if (!late) {
        betrayed(query);
        search(route);
      }
    }
  }

  private void sendAgain(QueryRoute route) {
    if (!route.retried) {
      route.retried = true;
      List<Contact> hops = routing.firstHops(route.feature(), FIRST_HOPS);
      route.unusedHops.addAll(hops.subList(Math.min(1, hops.size()), hops.size()));
    }
    boolean none = route.unusedHops.isEmpty();
    send(route, none ? Optional.empty() : Optional.of(route.unusedHops.remove(0)));
  }

  // Looking into it ----------------------------------------------------------------------------

  /** Only routes that were to go as far as the root have an end that can be wrong. */
  private boolean maySearch(OpenQuery query) {
    return query.resolution != Resolution.NAIVE && query.ttl >= limits.maxHops();
  }

  private void search(QueryRoute route) {
    if (route.searched || !maySearch(route.query)) {
      return;
    }
    route.searched = true;
    replicaLookup.find(
        route.feature(),
        closest -> {
          OpenQuery query = route.query;
          if (!query.isOver) {
            if (!isAmong(route.suspected, closest)) {
              betrayed(query);
            }
            askAll(route, closest, ASKED_OF_SUSPECT);
          }
        });
  }

  /** Whether a node is one of the closest to a key, give or take one that has just joined. */
  private static boolean isAmong(@Nullable Contact contact, List<Contact> closest) {
    return contact == null || closest.stream().anyMatch(other -> other.id().equals(contact.id()));
  }

  /**
   * A route of the query was swallowed, or its end reported by a node that is not the root. Then
   * the ends of the others may be lies too, however plausible: more nodes are asked about each.
   */
  private void betrayed(OpenQuery query) {
    if (!query.betrayed && maySearch(query)) {
      query.betrayed = true;
      List<QueryRoute> believed =
          query.routes.stream().filter(route -> route.ended && !route.searched).toList();
      for (QueryRoute route : believed) {
        route.ended = false;
        query.reopen(route.index);
      }
      believed.forEach(route -> askAll(route, route.named, ASKED_BESIDE));
    }
  }

  /** Asks the closest of some nodes in person; the route is over when they have answered. */
  private void askAll(QueryRoute route, List<Contact> closest, int most) {
    int asked = 0;
    for (Contact contact : closest) {
      boolean other = !contact.id().equals(routing.self().id());
      if (other && asked < most && route.asked.add(contact.id())) {
        asked++;
        askInPerson(route, contact);
      }
    }
    if (asked == 0) {
      ended(route, 0);
    } else {
      timers.after(ANSWER_WITHIN, () -> endedUnlessAllSilent(route));
    }
  }

  private void endedUnlessAllSilent(QueryRoute route) {
    if (route.answers > 0) {
      ended(route, 0);
    } else if (!route.query.isOver) {
      search(route); // whoever was named does not exist
    }
  }

  private void askInPerson(QueryRoute route, Contact contact) {
    long routeId = expect(route, contact);
    route.awaited++;
    routing.send(
        contact,
        new ApproxAsk(route.feature(), approxQuery(route.query, routeId)),
        arrived -> {
          if (!arrived && attempts.containsKey(routeId)) {
            answeredInPerson(route, routeId);
          }
        });
  }

  private void answeredInPerson(QueryRoute route, long routeId) {
    attempts.remove(routeId);
    if (--route.awaited == 0) {
      endedUnlessAllSilent(route);
    }
  }

  // Answers ------------------------------------------------------------------------------------

  /** An answer has come; one that no open route awaits is dropped. */
  void receive(Contact from, Message message) {
    if (message instanceof AskInPerson stub) {
      Attempt attempt = attempts.get(stub.routeId());
      if (attempt != null && attempt.asked() == null && attempt.told() == null) {
        attempts.remove(stub.routeId());
        askEnd(from, attempt.route(), stub);
      }
    } else if (message instanceof ApproxEnd end) {
      Attempt attempt = attempts.get(end.routeId());
      if (attempt != null) {
        received(from, attempt, end);
      }
    } else if (message instanceof FeatureObject object) {
      Attempt attempt = attempts.get(object.routeId());
      if (attempt != null
          && attempt
              .route()
              .query
              .listed(
                  attempt.route().index,
                  object.page(),
                  object.pages(),
                  object.objects(),
                  limits.maxRecordsPerFeature())) {
        ended(attempt.route(), object.hops());
      }
    } else if (message instanceof FeatureFailure failure) {
      Attempt attempt = attempts.get(failure.routeId());
      if (attempt != null) {
        ended(attempt.route(), failure.hops());
      }
    }
  }

  /** A route has ended at a node that does not know yet that it is this one that asks. */
  private void askEnd(Contact end, QueryRoute route, AskInPerson stub) {
    long routeId = expect(new Attempt(route, null, new ToldToAsk(end, stub)));
    Message question =
        route.query.resolution == Resolution.NAIVE
            ? new FeatureRequest(routeId, route.feature())
            : new ApproxAsk(route.feature(), approxQuery(route.query, routeId));
    routing.send(end, question);
  }

  private void received(Contact from, Attempt attempt, ApproxEnd reported) {
    QueryRoute route = attempt.route();
    ToldToAsk told = attempt.told();
    if (told != null && !told.from().id().equals(from.id())) {
      return;
    }
    ApproxEnd end = told == null ? reported : reported.at(told.stub());
    if (attempt.asked() != null) {
      if (attempt.asked().id().equals(from.id())) {
        told(route, from, end);
        route.answers++;
        answeredInPerson(route, end.routeId());
      }
      return;
    }
    attempts.remove(end.routeId());
    told(route, from, end);
    route.asked.add(from.id());
    if (route.retried && attempts.containsKey(route.routeIds.iterator().next())) {
      betrayed(route.query); // another first hop leads there, so the first one was swallowed
    }
    reported(route, end);
    if (!route.query.isOver) {
      weigh(from, route, end);
    }
  }

  private static void told(QueryRoute route, Contact from, ApproxEnd end) {
    route.query.found(route.index, from.id(), end.found());
    route.query.published(from, end.publishers());
  }

  /** Tells the asker once every route has reported, believed or not. */
  private void reported(QueryRoute route, ApproxEnd end) {
    route.reported = true;
    OpenQuery query = route.query;
    query.reported(end.hops());
    if (!query.isReported && query.routes.stream().allMatch(QueryRoute::hasReported)) {
      query.isReported = true;
      query.listener.reported(query.outcome(limits.maxGuidsPerQuery()));
    }
  }

  private void weigh(Contact from, QueryRoute route, ApproxEnd end) {
    if (end.end() == End.ROOT
        && maySearch(route.query)
        && !replicaLookup.isPlausible(route.feature(), from, end.named())) {
      route.suspected = from;
      search(route);
    } else if (!route.ended) {
      route.named = end.named();
      if (route.query.betrayed && end.end() == End.ROOT && !route.searched) {
        askAll(route, route.named, ASKED_BESIDE);
      } else {
        ended(route, end.hops());
      }
    }
  }

  private void ended(QueryRoute route, int hops) {
    if (route.query.isOver || route.ended) {
      return;
    }
    route.ended = true;
    if (route.query.ended(route.index, hops)) {
      finish(route.query);
    }
  }

  private void finish(OpenQuery query) {
    if (query.isOver) {
      return;
    }
    query.isOver = true;
    query.routes.forEach(route -> route.routeIds.forEach(attempts::remove));
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
    Map<Id, List<Id>> digests = new LinkedHashMap<>();
    for (Match match : matches) {
      digests.computeIfAbsent(match.guid(), guid -> new ArrayList<>(1)).add(match.digest());
    }
    digests.forEach(
        (guid, its) ->
            dolr.routeToObject(
                guid, MatchedPayload.of(query.payload, its), limits.maxHops(), routing.self()));
  }
}
