package org.spamwatch.ata.adolr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * A query of this node's own that is under way: its routes, one for each feature, and what they
 * have reported. Holds at most as many matches a route as one query may reach, and as many listed
 * objects a feature as a feature object may have.
 */
final class OpenQuery {
  private final Sought sought;
  private final long queryId;
  private final QueryListener listener;
  private final List<QueryRoute> routes;
  private final Sightings sightings = new Sightings();
  private final ListedObjects listed;
  private Timers.@Nullable Timer timer;
  private boolean isBetrayed;
  private boolean isReported;
  private boolean isOver;
  private int hops;

  OpenQuery(Sought sought, long queryId, QueryListener listener) {
    this.sought = sought;
    this.queryId = queryId;
    this.listener = listener;
    this.listed = new ListedObjects(sought.vector());
    this.routes =
        IntStream.range(0, sought.vector().size())
            .mapToObj(index -> new QueryRoute(this, index))
            .toList();
  }

  Sought sought() {
    return sought;
  }

  /** Names the query, the same on all its routes. */
  long queryId() {
    return queryId;
  }

  QueryListener listener() {
    return listener;
  }

  List<QueryRoute> routes() {
    return routes;
  }

  /** It is looked after, or over, when this timer goes off. */
  void until(Timers.Timer next) {
    timer = next;
  }

  /** A node tells what it found for a feature; what cannot be a match is passed over. */
  void told(int index, Contact from, ApproxEnd end) {
    for (Match match : end.found()) {
      if (match.of() == sought.vector().size() && match.shared() >= sought.thres()) {
        sightings.add(index, from.id(), match);
      }
    }
    sightings.published(from, end.publishers());
  }

  /** A page of a feature object has come; returns whether it was the last. */
  boolean listed(int index, FeatureObject page, int most) {
    return listed.add(index, page, most);
  }

  /** A route has travelled so many hops. */
  void travelled(int routeHops) {
    hops = Math.max(hops, routeHops);
  }

  /** Whether every route has reported an end, believed or not; true once only. */
  boolean isReportedAtLast() {
    boolean now = !isReported && routes.stream().allMatch(QueryRoute::hasReported);
    isReported |= now;
    return now;
  }

  /** Whether a route was swallowed, or its end reported by a node that is not the root. */
  boolean isBetrayed() {
    return isBetrayed;
  }

  void betrayed() {
    isBetrayed = true;
  }

  boolean isOver() {
    return isOver;
  }

  /** Nothing more is waited for. */
  void end() {
    isOver = true;
    if (timer != null) {
      timer.cancel();
    }
    if (sought.isNaive()) {
      listed.matches(sought.thres()).forEach(sightings::add);
    }
  }

  /** What is known so far, at most so many matches. */
  QueryOutcome outcome(int most) {
    List<Match> best = sightings.best(most);
    Map<Id, List<Contact>> publishers = new LinkedHashMap<>();
    Map<Contact, List<Contact>> tellers = new LinkedHashMap<>();
    for (Match match : best) {
      List<Contact> contacts = sightings.publishersOf(match.guid(), queryId);
      if (!contacts.isEmpty()) {
        publishers.put(match.guid(), contacts);
        contacts.forEach(each -> tellers.put(each, sightings.tellersOf(each)));
      }
    }
    return new QueryOutcome(
        best,
        publishers,
        tellers,
        sightings.reports(best),
        routes.size(),
        (int) routes.stream().filter(QueryRoute::isEnded).count(),
        hops);
  }
}
