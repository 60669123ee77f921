package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoundTrip;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Lets nodes into the tables and takes them out, on the word of this node's own probes alone.
 *
 * <p>What others tell only decides whom to probe: nobody can be advertised into a table, at an
 * endpoint where he does not answer, in the place of a node that still answers, or out of one.
 * Source: Rhea et al., Handling Churn in a DHT (Bamboo, 2004), section 4.
 */
final class Vetting {
  /** How long what others still say of a dead node is not believed. */
  private static final Duration DEAD_FOR = Duration.ofSeconds(30);

  private final Contact self;
  private final Timers timers;
  private final RoutingTable table;
  private final Prober prober;
  private final Counts counts;
  private final Consumer<Id> settled;
  private final Runnable leafLost;
  private final Map<Id, Long> deadUntilMicros = new LinkedHashMap<>(2);
  private BiConsumer<Contact, Boolean> leafListener = (contact, joined) -> {};
  private boolean stopped;

  /**
   * A node's vetting.
   *
   * @param settled told of every id that was considered, once nothing more will come of it
   * @param leafLost told after a leaf was removed
   */
  Vetting(
      Contact self,
      Timers timers,
      RoutingTable table,
      Prober prober,
      Counts counts,
      Consumer<Id> settled,
      Runnable leafLost) {
    this.self = self;
    this.timers = timers;
    this.table = table;
    this.prober = prober;
    this.counts = counts;
    this.settled = settled;
    this.leafLost = leafLost;
  }

  /** Whom to tell of every change of the leaf set. */
  void listen(BiConsumer<Contact, Boolean> listener) {
    leafListener = listener;
  }

  /** Nothing is let in or out any more. */
  void stop() {
    stopped = true;
  }

  /**
   * Probes a node that was heard of, if either table has a use for it.
   *
   * @param source the endpoint that told of it, perhaps its own
   */
  void consider(Contact contact, Endpoint source) {
    consider(contact, source, Long.MAX_VALUE);
  }

  /**
   * Likewise, of a node that may be near.
   *
   * @param atLeastMicros what its round trip cannot be below, as far as others tell
   */
  void consider(Contact contact, Endpoint source, long atLeastMicros) {
    Id id = contact.id();
    Neighbour neighbour = table.neighbour(id);
    boolean moved = neighbour != null && !neighbour.contact().equals(contact);
    // What others still say of a dead node is old; what it says itself is not.
    boolean dead = isDead(id) && !source.equals(contact.endpoint());
    if (stopped || id.equals(self.id()) || dead || !(moved || table.wants(id, atLeastMicros))) {
      settled.accept(id);
      return;
    }
    boolean asked =
        prober.probeHearsay(
            source,
            contact.endpoint(),
            RoundTrip.UNKNOWN_TIMEOUT_MICROS,
            outcome -> {
              reached(contact.endpoint(), outcome);
              settled.accept(id);
            });
    if (!asked) {
      settled.accept(id);
    }
  }

  private boolean isDead(Id id) {
    return deadUntilMicros.getOrDefault(id, 0L) > timers.nowMicros();
  }

  /** Takes whoever answered a probe into the tables. */
  private void reached(Endpoint probed, Prober.Outcome outcome) {
    Contact answerer = outcome.answerer().orElse(self);
    if (stopped || answerer.id().equals(self.id())) {
      return;
    }
    if (!answerer.endpoint().equals(probed)) {
      // It says that it is to be reached elsewhere: that is hearsay until a probe gets there.
      consider(answerer, probed);
      return;
    }
    deadUntilMicros.remove(answerer.id());
    Neighbour known = table.neighbour(answerer.id());
    if (known != null && !known.contact().equals(answerer)) {
      replaceIfGone(known, answerer, outcome);
      return;
    }
    Neighbour neighbour = known == null ? new Neighbour(answerer) : known;
    neighbour.roundTrip().add(outcome.roundTripMicros(), timers.nowMicros());
    if (table.add(neighbour)) {
      leafListener.accept(neighbour.contact(), true);
    }
  }

  /** Two endpoints claim one id: the one that is known keeps it while it answers. */
  private void replaceIfGone(Neighbour known, Contact claimant, Prober.Outcome claimed) {
    prober.probe(
        known.contact().endpoint(),
        patience(known),
        outcome -> {
          if (!outcome.answerer().map(known.contact()::equals).orElse(false)) {
            remove(known.contact());
            reached(claimant.endpoint(), claimed);
          }
        });
  }

  /** A node did not acknowledge, or is said to leave: find out whether it lives. */
  void suspect(Contact contact) {
    Neighbour neighbour = table.neighbour(contact.id());
    if (neighbour != null && neighbour.contact().equals(contact)) {
      check(neighbour);
    }
  }

  /** Probes a node of the tables and takes it out if it does not answer. */
  void check(Neighbour neighbour) {
    if (stopped) {
      return;
    }
    prober.probe(
        neighbour.contact().endpoint(),
        patience(neighbour),
        outcome -> {
          if (!outcome.answerer().map(neighbour.contact()::equals).orElse(false)) {
            remove(neighbour.contact());
          }
          reached(neighbour.contact().endpoint(), outcome);
        });
  }

  /** Dead nodes remembered, for tests of the bounds. */
  int held() {
    return deadUntilMicros.size();
  }

  /** Longer than a hop waits: a live leaf taken for dead makes a wrong root. */
  private static long patience(Neighbour neighbour) {
    return 2 * neighbour.roundTrip().timeoutMicros() + 200_000;
  }

  private void remove(Contact contact) {
    Neighbour neighbour = table.neighbour(contact.id());
    if (neighbour == null || !neighbour.contact().equals(contact)) {
      return;
    }
    counts.failures++;
    boolean leaf = table.remove(contact.id());
    long now = timers.nowMicros();
    deadUntilMicros.values().removeIf(until -> until <= now);
    deadUntilMicros.put(contact.id(), now + DEAD_FOR.toNanos() / 1000);
    if (leaf) {
      leafListener.accept(contact, false);
      leafLost.run();
    }
    table.leafCandidates().forEach(this::check);
  }
}
