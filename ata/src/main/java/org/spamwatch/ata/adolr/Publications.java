package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecordNumbers;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.BackPressure;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.lease.Renewals;

/**
 * What this node has published and goes on renewing.
 *
 * <p>A peer that restarts publishes all it holds at once, and the overlay drops what exceeds its
 * limit of transmissions under way; so publications leave at a steady pace, slower while this node
 * is late. Half of those that leave together are the newest, so that a vote of now does not wait
 * until all of a large store is published again, and half the oldest, so that none waits for ever.
 */
final class Publications {
  /**
   * What is sent before a pause, the last publication beyond it; each costs {@value #SIGNATURE} and
   * one for each feature, some 50 us. So 100 vectors of ten features leave in a second: a holder of
   * all their records has to check 100 signatures then, an eighth of what it does check, and 1,000
   * records.
   */
  static final int BURST = 250;

  /** What signing, and checking the signature, costs in features sent and received. */
  static final int SIGNATURE = 10;

  private static final Duration PAUSE = Duration.ofMillis(125);

  /** What is to be sent of a vector of an object. */
  private record Due(Variant of, FeatureVector vector, boolean withdrawn, boolean inPerson) {}

  /** What waits to be sent, once for each vector of an object. */
  private static final class Waiting {
    private final Map<Variant, Long> places = new LinkedHashMap<>();
    private final NavigableMap<Long, Due> queue = new TreeMap<>();
    private long lastPlace;
    private boolean isNewestNext = true;

    void add(Due due) {
      remove(due.of());
      places.put(due.of(), ++lastPlace);
      queue.put(lastPlace, due);
    }

    void remove(Variant what) {
      Long place = places.remove(what);
      if (place != null) {
        queue.remove(place);
      }
    }

    boolean isEmpty() {
      return queue.isEmpty();
    }

    /** The newest and the oldest in turn. */
    Due take() {
      Due due = (isNewestNext ? queue.lastEntry() : queue.firstEntry()).getValue();
      isNewestNext = !isNewestNext;
      remove(due.of());
      return due;
    }
  }

  private final KeyBasedRouting routing;
  private final ReplicaLookup replicaLookup;
  private final RecordTerms terms;
  private final Timers timers;
  private final Renewals<Variant> renewals;
  private final Map<Variant, FeatureVector> published = new LinkedHashMap<>();
  private final Waiting waiting = new Waiting();
  private int left = BURST;
  private Timers.@Nullable Timer pause;
  private final RecordNumbers numbers;

  Publications(
      KeyBasedRouting routing,
      ReplicaLookup replicaLookup,
      RecordTerms terms,
      Timers timers,
      RandomGenerator random) {
    this.routing = routing;
    this.replicaLookup = replicaLookup;
    this.terms = terms;
    this.timers = timers;
    this.renewals = new Renewals<>(terms.leases(), timers, random);
    this.numbers = new RecordNumbers(timers);
    timers.onStep(this::renewAll);
  }

  /**
   * Publishes, and renews from then on.
   *
   * @param inPerson whether the records also go straight to the nodes that are to hold them, the
   *     first time; renewals go by routes alone, at a fifth of the cost
   */
  void publish(FeatureVector vector, Id guid, boolean inPerson) {
    Variant name = name(vector, guid);
    published.put(name, vector);
    publish(new Due(name, vector, false, inPerson));
  }

  private void publish(Due due) {
    send(due);
    renewals.schedule(due.of(), () -> renew(due.of(), due.vector()));
  }

  private void renew(Variant name, FeatureVector vector) {
    publish(new Due(name, vector, false, false));
  }

  void withdraw(FeatureVector vector, Id guid) {
    Variant name = name(vector, guid);
    // What was published counts: an equal vector may come with its keys in another order.
    FeatureVector old = published.remove(name);
    if (old != null) {
      renewals.end(name);
      send(new Due(name, old, true, true));
    }
  }

  void lapse(FeatureVector vector, Id guid) {
    Variant name = name(vector, guid);
    if (published.remove(name) != null) {
      renewals.end(name);
      waiting.remove(name);
    }
  }

  /** Publishes everything again: this node's contact has changed, or its date. */
  void renewAll() {
    new LinkedHashMap<>(published).forEach(this::renew);
  }

  private static Variant name(FeatureVector vector, Id guid) {
    return new Variant(guid, vector.compact().digest());
  }

  private void send(Due due) {
    waiting.add(due);
    drain();
  }

  private void drain() {
    while (left > 0 && !waiting.isEmpty()) {
      Due due = waiting.take();
      route(due);
      left -= SIGNATURE + due.vector().size();
    }
    if (pause == null) {
      pause = timers.after(PAUSE.multipliedBy(BackPressure.of(timers)), this::resume);
    }
  }

  private void resume() {
    pause = null;
    left = BURST;
    if (!waiting.isEmpty()) {
      drain();
    }
  }

  private void give(FeatureRecord record, List<Contact> closest) {
    for (Contact holder : closest.subList(0, Math.min(terms.leases().replicas(), closest.size()))) {
      if (!holder.id().equals(routing.self().id())) {
        routing.send(holder, ReplicateFeatures.of(record));
      }
    }
  }

  private void route(Due due) {
    Publication publication =
        Publication.signed(
            terms.signatures(),
            due.of().guid(),
            due.vector(),
            routing.self(),
            numbers.next(),
            due.withdrawn());
    for (Id feature : due.vector().keys()) {
      FeatureRecord record = publication.record(feature, terms.leases().millis());
      routing.route(feature, new PublishFeature(record));
      if (due.inPerson()) { // a root, or a hop on the way, may drop what it is given
        replicaLookup.find(feature, closest -> give(record, closest));
      }
    }
  }
}
