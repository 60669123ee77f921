package org.spamwatch.overlay.pointer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;

/**
 * Takes queries from a hop that has pointers to the servers that these name, whether those answer
 * or not, and back from a server that does not serve the object any more. Not thread-safe.
 */
final class Forwarding {
  /** How often a server that does not acknowledge is sent a query. */
  private static final int SENDINGS = 2;

  /** How long a server may take to acknowledge before the query goes on: two long round trips. */
  private static final Duration SERVER_PATIENCE = Duration.ofMillis(800);

  /** How long a server that did not answer is left out, and how many are at most. */
  private static final Duration SILENT_FOR = Duration.ofMinutes(1);

  private static final int MAX_SILENT = 1_024;

  /** Tombstones signed for others in a second, and at once. */
  private static final int TOMBSTONES_A_SECOND = 20;

  private record TakenBack(Id guid, Id origin, Id hop, long tenSeconds) {}

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final LeftOut silent;
  private final LeftOut slow;
  private final TokenBuckets<Id> tombstones;
  private final RecentlySeen<TakenBack> takenBack = new RecentlySeen<>(MAX_SILENT);

  Forwarding(KeyBasedRouting routing, Timers timers) {
    this.routing = routing;
    this.timers = timers;
    this.silent = new LeftOut(timers, SILENT_FOR, MAX_SILENT);
    this.slow = new LeftOut(timers, SILENT_FOR, MAX_SILENT);
    this.tombstones =
        new TokenBuckets<>(timers, TOMBSTONES_A_SECOND, TOMBSTONES_A_SECOND, MAX_SILENT);
  }

  /**
   * Sends a query on to a server.
   *
   * @param pointedTo the servers that this node has pointers to
   * @return whether there is one that may answer
   */
  boolean resolve(Locate locate, Routed routed, List<Contact> pointedTo) {
    List<Contact> servers = new ArrayList<>(pointedTo);
    servers.removeIf(s -> s.id().equals(routing.self().id()) || silent.has(s.id()));
    for (Contact server : servers) {
      if (!slow.has(server.id())) {
        toServer(locate, server, routed, true);
        return true;
      }
    }
    if (!servers.isEmpty()) {
      toServer(locate, servers.get(0), routed, false);
    }
    return !servers.isEmpty();
  }

  /**
   * Sends a query to a server. Nobody waits long for one that does not acknowledge: pointers
   * outlive their servers by hours, and whoever asked waits for seconds. It is repeated to
   * meanwhile, so a server that is only slow may get the query, and another one too.
   *
   * @param inHaste whether the query goes on elsewhere if the server is slow
   */
  private void toServer(Locate locate, Contact server, Routed routed, boolean inHaste) {
    Attempt attempt = new Attempt(locate, routed.ttl());
    Timers.Timer patience =
        timers.after(
            SERVER_PATIENCE,
            () -> {
              if (inHaste) {
                slow.add(server.id());
                attempt.goOn();
              }
            });
    ToServer message =
        new ToServer(locate.guid(), locate.origin(), routed.hops() + 1, locate.payload());
    send(
        message,
        server,
        routed.via(),
        SENDINGS,
        arrived -> {
          patience.cancel();
          if (arrived) {
            slow.remove(server.id());
          } else {
            silent.add(server.id());
            attempt.goOn();
          }
        });
  }

  /**
   * Whom another node names is sent a message once, which may be lost. A server is no longer asked
   * if it is silent, so it is sent a second one, and with both no more than twice what came.
   */
  private void send(
      ToServer message, Contact server, Contact via, int sendings, Consumer<Boolean> outcome) {
    routing.sendNamed(
        server,
        via,
        message,
        arrived -> {
          if (arrived || sendings == 1) {
            outcome.accept(arrived);
          } else {
            send(message, server, via, sendings - 1, outcome);
          }
        });
  }

  /** A query that is with a server, and may go on from here once. */
  private final class Attempt {
    private final Locate locate;
    private final int ttl;
    private boolean wentOn;

    Attempt(Locate locate, int ttl) {
      this.locate = locate;
      this.ttl = ttl;
    }

    void goOn() {
      if (!wentOn) {
        wentOn = true;
        routing.route(locate.guid(), locate, ttl, Optional.empty());
      }
    }
  }

  /**
   * A hop sent here by a pointer that no longer holds: mend its table and take the query back on
   * its way, for another node may serve the object; once, or two tables could send it to and fro.
   *
   * @param tombstone what takes the pointer to this node back
   */
  void staleAt(Contact hop, ToServer toServer, Supplier<Pointer> tombstone) {
    if (tombstones.take(hop.id())) {
      routing.send(hop, new Replicate(List.of(tombstone.get())));
    }
    Contact origin = toServer.origin();
    long tenSeconds = timers.nowMicros() / 10_000_000;
    if (takenBack.add(new TakenBack(toServer.guid(), origin.id(), hop.id(), tenSeconds))) {
      routing.route(toServer.guid(), new Locate(toServer.guid(), origin, toServer.payload()));
    } else {
      routing.sendNamed(origin, hop, new LocationFailure(toServer.guid(), toServer.payload()));
    }
  }
}
