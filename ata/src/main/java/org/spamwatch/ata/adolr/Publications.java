package org.spamwatch.ata.adolr;

import java.time.Duration;
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
import org.spamwatch.overlay.SegmentedMap;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.BackPressure;
import org.spamwatch.overlay.lease.RecordTerms;

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

  /** The most for how much there is to renew, whatever it is: half a second of the processor's. */
  private static final int MOST_BURST = 1_000;

  private static final Duration PAUSE = Duration.ofMillis(125);

  /** Publications that wait to be sent again after one turn when all are, and the next turn. */
  private static final int RENEWED_IN_A_TURN = 1_000;

  private static final Duration BETWEEN_TURNS = Duration.ofMillis(2);

  /** What is to be sent of a vector of an object. */
  private record Due(Variant of, FeatureVector vector, boolean withdrawn, boolean inPerson) {}

  /** A vector of an object that is published, and when it is renewed. */
  private final class Published implements Runnable {
    private final Variant name;
    private final FeatureVector vector;
    private Timers.@Nullable Timer renewal;

    Published(Variant name, FeatureVector vector) {
      this.name = name;
      this.vector = vector;
    }

    void scheduleRenewal() {
      Timers.Timer next = timers.afterMicros(terms.leases().renewalMicros(random), this);
      end();
      renewal = next;
    }

    void end() {
      if (renewal != null) {
        renewal.cancel();
      }
    }

    /** Publishes it again. */
    @Override
    public void run() {
      publish(this, false);
    }
  }

  /** What waits to be sent, once for each vector of an object. */
  private static final class Waiting {
    private final Map<Variant, Long> places = new SegmentedMap<>();
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
  private final RandomGenerator random;
  private final Map<Variant, Published> published = new SegmentedMap<>();
  private final Waiting waiting = new Waiting();
  private int left = BURST;
  private long cost; // of publishing everything once
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
    this.random = random;
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
    Published before = published.get(name);
    Published now = new Published(name, vector);
    published.put(name, now);
    cost += costOf(vector);
    if (before != null) {
      forget(before);
    }
    publish(now, inPerson);
  }

  private void publish(Published what, boolean inPerson) {
    send(new Due(what.name, what.vector, false, inPerson));
    what.scheduleRenewal();
  }

  private void forget(Published what) {
    what.end();
    cost -= costOf(what.vector);
  }

  void withdraw(FeatureVector vector, Id guid) {
    // What was published counts: an equal vector may come with its keys in another order.
    Published old = published.remove(name(vector, guid));
    if (old != null) {
      forget(old);
      send(new Due(old.name, old.vector, true, true));
    }
  }

  void lapse(FeatureVector vector, Id guid) {
    Published old = published.remove(name(vector, guid));
    if (old != null) {
      forget(old);
      waiting.remove(old.name);
    }
  }

  /** Publishes everything again: this node's contact has changed, or its date. */
  void renewAll() {
    renew(List.copyOf(published.values()), 0);
  }

  private void renew(List<Published> all, int from) {
    int to = Math.min(all.size(), from + RENEWED_IN_A_TURN);
    for (Published each : all.subList(from, to)) {
      if (published.get(each.name) == each) {
        each.run();
      }
    }
    if (to < all.size()) {
      timers.after(BETWEEN_TURNS, () -> renew(all, to));
    }
  }

  private static Variant name(FeatureVector vector, Id guid) {
    return new Variant(guid, vector.digest());
  }

  private void send(Due due) {
    waiting.add(due);
    drain();
  }

  private void drain() {
    while (left > 0 && !waiting.isEmpty()) {
      Due due = waiting.take();
      route(due);
      left -= costOf(due.vector());
    }
    if (pause == null) {
      pause = timers.after(PAUSE.multipliedBy(BackPressure.of(timers)), this::resume);
    }
  }

  private void resume() {
    pause = null;
    left = burst();
    if (!waiting.isEmpty()) {
      drain();
    }
  }

  private static int costOf(FeatureVector vector) {
    return SIGNATURE + vector.size();
  }

  /** As much more where else not everything could be renewed in time, with a quarter to spare. */
  private int burst() {
    double renewalMillis = terms.leases().millis() / 3.0;
    double needed = 1.25 * cost * PAUSE.toMillis() / renewalMillis;
    return (int) Math.max(BURST, Math.min(needed, MOST_BURST));
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
