package org.spamwatch.ata.adolr;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.KeyBasedRouting;

/** Sends the messages of this node's queries, and knows which of them may still be answered. */
final class QuerySender {
  /**
   * What an end may answer.
   *
   * @param asked whom; null if it was a route that asked
   * @param told what the end of a route has said instead of answering, which was then asked
   */
  record Attempt(QueryRoute route, @Nullable Contact asked, @Nullable ToldToAsk told) {
    boolean isByRoute() {
      return asked == null && told == null;
    }
  }

  /** The end of a route does not know yet that it is this node that asks. */
  record ToldToAsk(Contact from, AskInPerson stub) {}

  private final KeyBasedRouting routing;
  private final RandomGenerator random;
  private final Map<Long, Attempt> attempts = new LinkedHashMap<>();

  QuerySender(KeyBasedRouting routing, RandomGenerator random) {
    this.routing = routing;
    this.random = random;
  }

  /** Sends the query towards the feature's root. */
  void route(QueryRoute route, Optional<Contact> hint) {
    long routeId = expect(new Attempt(route, null, null));
    routing.route(route.feature(), route.routed(routeId), route.query.sought().ttl(), hint);
  }

  /**
   * Asks a node in person.
   *
   * @param lost what to do if that does not reach it
   */
  void ask(QueryRoute route, Contact contact, Runnable lost) {
    long routeId = expect(new Attempt(route, contact, null));
    routing.send(
        contact,
        route.inPerson(routeId),
        arrived -> {
          if (!arrived && attempts.remove(routeId) != null) {
            lost.run();
          }
        });
  }

  /** Asks the end of a route that wants to be asked in person. */
  void askEnd(QueryRoute route, ToldToAsk told) {
    long routeId = expect(new Attempt(route, null, told));
    routing.send(told.from(), route.inPerson(routeId));
  }

  private long expect(Attempt attempt) {
    long routeId = random.nextLong();
    attempts.put(routeId, attempt);
    attempt.route().attempted(routeId);
    return routeId;
  }

  /** The attempt with a number, if it may still be answered. */
  Optional<Attempt> attempt(long routeId) {
    return Optional.ofNullable(attempts.get(routeId));
  }

  /** An attempt was answered for good. */
  void answered(long routeId) {
    attempts.remove(routeId);
  }

  /** Nothing of a route is waited for any more. */
  void forget(QueryRoute route) {
    route.routeIds().forEach(attempts::remove);
  }
}
