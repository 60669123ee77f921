package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.QueryAnswer;
import org.spamwatch.ata.adolr.QuerySender.Attempt;
import org.spamwatch.ata.adolr.QuerySender.ToldToAsk;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
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

  private final KeyBasedRouting routing;
  private final PayloadDelivery delivery;
  private final ReplicaLookup replicaLookup;
  private final Limits limits;
  private final Timers timers;
  private final RandomGenerator random;
  private final FoundObjects foundObjects;
  private final QuerySender sender;
  private int open;

  Queries(
      KeyBasedRouting routing,
      PayloadDelivery delivery,
      ReplicaLookup replicaLookup,
      Limits limits,
      Timers timers,
      RandomGenerator random) {
    this.routing = routing;
    this.delivery = delivery;
    this.replicaLookup = replicaLookup;
    this.limits = limits;
    this.timers = timers;
    this.random = random;
    this.foundObjects = new FoundObjects(timers);
    this.sender = new QuerySender(routing, random);
  }

  void ask(Sought sought, Duration patience, QueryListener listener) {
    List<Match> known =
        sought.resolution() == Resolution.FIRST
            ? foundObjects.find(sought.vector(), sought.thres())
            : List.of();
    if (!known.isEmpty()) {
      delivery.send(known, sought.payload(), routing.self());
      later(listener, new QueryOutcome(known, 0, 0, 0));
    } else if (open >= MAX_OPEN) {
      later(listener, new QueryOutcome(List.of(), sought.vector().size(), 0, 0));
    } else {
      open++;
      OpenQuery query = new OpenQuery(sought, random.nextLong(), listener);
      query.routes().forEach(route -> sender.route(route, Optional.empty()));
      look(query, patience.dividedBy(LOOKS), LOOKS);
    }
  }

  private void later(QueryListener listener, QueryOutcome outcome) {
    timers.afterMicros(0, () -> listener.complete(outcome));
  }

  private void look(OpenQuery query, Duration span, int looksLeft) {
    query.until(
        timers.after(
            span,
            () -> {
              if (looksLeft == 1) {
                finish(query);
              } else {
                look(query, span, looksLeft - 1);
                lookAfterSilent(query);
                query.listener().goesOn(outcome(query));
              }
            }));
  }

  private QueryOutcome outcome(OpenQuery query) {
    return query.outcome(limits.maxGuidsPerQuery());
  }

  /**
   * Sends silent routes again. A single one may only be late the first time; several, or one that
   * stays silent, were swallowed.
   */
  private void lookAfterSilent(OpenQuery query) {
    List<QueryRoute> silent = query.routes().stream().filter(QueryRoute::isSilent).toList();
    boolean several = silent.size() >= SEVERAL;
    for (QueryRoute route : silent) {
      boolean late = !route.isRetried() && !several;
      sendAgain(route);
      if (!late) {
        betrayed(query);
        search(route);
      }
    }
  }

  private void sendAgain(QueryRoute route) {
    if (!route.isRetried()) {
      List<Contact> hops = routing.firstHops(route.feature(), FIRST_HOPS);
      route.retry(hops.subList(Math.min(1, hops.size()), hops.size()));
    }
    sender.route(route, route.takeHop());
  }

  // Looking into it ----------------------------------------------------------------------------

  /** Only routes that were to go as far as the root have an end that can be wrong. */
  private boolean maySearch(OpenQuery query) {
    return !query.sought().isNaive() && query.sought().ttl() >= limits.maxHops();
  }

  private void search(QueryRoute route) {
    OpenQuery query = route.query;
    if (maySearch(query) && route.beginSearch()) {
      replicaLookup.find(
          route.feature(),
          closest -> {
            if (!query.isOver()) {
              if (route.isSuspectAbsent(closest)) {
                betrayed(query);
              }
              askAll(route, closest, ASKED_OF_SUSPECT);
            }
          });
    }
  }

  /**
   * A route of the query was swallowed, or its end reported by a node that is not the root. Then
   * the ends of the others may be lies too, however plausible: more nodes are asked about each.
   */
  private void betrayed(OpenQuery query) {
    if (!query.isBetrayed() && maySearch(query)) {
      query.betrayed();
      List<QueryRoute> believed =
          query.routes().stream().filter(r -> r.isEnded() && !r.isSearched()).toList();
      believed.forEach(QueryRoute::reopen);
      believed.forEach(route -> askAll(route, route.named(), ASKED_BESIDE));
    }
  }

  /** Asks the closest of some nodes in person; the route is over when they have answered. */
  private void askAll(QueryRoute route, List<Contact> closest, int most) {
    int asked = 0;
    for (Contact contact : closest) {
      boolean other = !contact.id().equals(routing.self().id());
      if (other && asked < most && route.concerns(contact)) {
        asked++;
        route.await();
        sender.ask(route, contact, () -> awaitOneFewer(route));
      }
    }
    if (asked == 0) {
      ended(route, 0);
    } else {
      timers.after(ANSWER_WITHIN, () -> endedUnlessAllSilent(route));
    }
  }

  private void awaitOneFewer(QueryRoute route) {
    if (route.awaitOneFewer()) {
      endedUnlessAllSilent(route);
    }
  }

  private void endedUnlessAllSilent(QueryRoute route) {
    if (route.isAnsweredInPerson()) {
      ended(route, 0);
    } else if (!route.query.isOver()) {
      search(route); // whoever was named does not exist
    }
  }

  // Answers ------------------------------------------------------------------------------------

  /** An answer has come; one that no open route awaits is dropped. */
  void receive(Contact from, QueryAnswer answer) {
    sender.attempt(answer.routeId()).ifPresent(attempt -> answered(from, attempt, answer));
  }

  private void answered(Contact from, Attempt attempt, QueryAnswer answer) {
    QueryRoute route = attempt.route();
    if (answer instanceof AskInPerson stub && attempt.isByRoute()) {
      sender.answered(stub.routeId());
      sender.askEnd(route, new ToldToAsk(from, stub));
    } else if (answer instanceof ApproxEnd end) {
      received(from, attempt, end);
    } else if (answer instanceof FeatureObject page
        && route.query.listed(route.index, page, limits.maxRecordsPerFeature())) {
      ended(route, page.hops());
    } else if (answer instanceof FeatureFailure failure) {
      ended(route, failure.hops());
    }
  }

  private void received(Contact from, Attempt attempt, ApproxEnd reported) {
    QueryRoute route = attempt.route();
    ToldToAsk told = attempt.told();
    Contact asked = attempt.asked();
    Contact expected = told == null ? asked : told.from();
    if (expected != null && !expected.id().equals(from.id())) {
      return;
    }
    ApproxEnd end = told == null ? reported : reported.at(told.stub());
    route.query.told(route.index, from, end);
    sender.answered(end.routeId());
    if (asked != null) {
      route.answeredInPerson();
      awaitOneFewer(route);
      return;
    }
    route.concerns(from);
    if (route.isRetried() && sender.attempt(route.routeIds().get(0)).isPresent()) {
      betrayed(route.query); // another first hop leads there, so the first one was swallowed
    }
    reported(route, end);
    if (!route.query.isOver()) {
      weigh(from, route, end);
    }
  }

  /** Tells the asker once every route has reported, believed or not. */
  private void reported(QueryRoute route, ApproxEnd end) {
    OpenQuery query = route.query;
    route.reported();
    query.travelled(end.hops());
    if (query.isReportedAtLast()) {
      query.listener().reported(outcome(query));
    }
  }

  private void weigh(Contact from, QueryRoute route, ApproxEnd end) {
    if (end.end() == End.ROOT
        && maySearch(route.query)
        && !replicaLookup.isPlausible(route.feature(), from, end.named())) {
      route.suspect(from);
      search(route);
    } else if (!route.isEnded()) {
      route.names(end.named());
      if (route.query.isBetrayed() && end.end() == End.ROOT && !route.isSearched()) {
        askAll(route, route.named(), ASKED_BESIDE);
      } else {
        ended(route, end.hops());
      }
    }
  }

  private void ended(QueryRoute route, int hops) {
    OpenQuery query = route.query;
    if (!query.isOver() && !route.isEnded()) {
      route.end();
      query.travelled(hops);
      if (query.routes().stream().allMatch(QueryRoute::isEnded)) {
        finish(query);
      }
    }
  }

  private void finish(OpenQuery query) {
    if (query.isOver()) {
      return;
    }
    open--;
    query.routes().forEach(sender::forget);
    query.end();
    Sought sought = query.sought();
    QueryOutcome outcome = outcome(query);
    if (sought.isNaive()) {
      delivery.send(outcome.matches(), sought.payload(), routing.self());
    }
    foundObjects.add(sought.vector(), sought.thres(), outcome.matches());
    query.listener().complete(outcome);
  }
}
