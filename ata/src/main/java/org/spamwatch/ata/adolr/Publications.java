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
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.BackPressure;
import org.spamwatch.overlay.lease.LeaseConfig;

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

  private record Name(Id guid, Id digest) {}

  /** What waits to be sent; {@code order} is its place in {@link #queue}. */
  private record Due(FeatureVector vector, boolean withdrawn, boolean inPerson, long order) {}

  private final KeyBasedRouting routing;
  private final ReplicaLookup replicaLookup;
  private final LeaseConfig leases;
  private final Timers timers;
  private final RandomGenerator random;
  private final Signatures signatures;
  private final Map<Name, FeatureVector> published = new LinkedHashMap<>();
  private final Map<Name, Timers.Timer> renewals = new LinkedHashMap<>();
  private final Map<Name, Due> waiting = new LinkedHashMap<>();
  private final NavigableMap<Long, Name> queue = new TreeMap<>();
  private long lastOrder;
  private boolean newestNext = true;
  private int left = BURST;
  private Timers.@Nullable Timer pause;
  private final RecordNumbers numbers;

  Publications(
      KeyBasedRouting routing,
      ReplicaLookup replicaLookup,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random,
      Signatures signatures) {
    this.routing = routing;
    this.replicaLookup = replicaLookup;
    this.leases = leases;
    this.timers = timers;
    this.random = random;
    this.signatures = signatures;
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
    Name name = name(vector, guid);
    published.put(name, vector);
    send(name, vector, false, inPerson);
    renewLater(name, vector);
  }

  private void renew(Name name, FeatureVector vector) {
    send(name, vector, false, false);
    renewLater(name, vector);
  }

  private void renewLater(Name name, FeatureVector vector) {
    stopRenewing(name);
    renewals.put(name, timers.afterMicros(leases.renewalMicros(random), () -> renew(name, vector)));
  }

  void withdraw(FeatureVector vector, Id guid) {
    Name name = name(vector, guid);
    // What was published counts: an equal vector may come with its keys in another order.
    FeatureVector old = published.remove(name);
    if (old != null) {
      stopRenewing(name);
      send(name, old, true, true);
    }
  }

  void lapse(FeatureVector vector, Id guid) {
    Name name = name(vector, guid);
    if (published.remove(name) != null) {
      stopRenewing(name);
      forget(name);
    }
  }

  /** Publishes everything again: this node's contact has changed, or its date. */
  void renewAll() {
    new LinkedHashMap<>(published).forEach(this::renew);
  }

  private static Name name(FeatureVector vector, Id guid) {
    return new Name(guid, vector.compact().digest());
  }

  private void stopRenewing(Name name) {
    Timers.Timer renewal = renewals.remove(name);
    if (renewal != null) {
      renewal.cancel();
    }
  }

  private void forget(Name name) {
    Due due = waiting.remove(name);
    if (due != null) {
      queue.remove(due.order());
    }
  }

  private void send(Name name, FeatureVector vector, boolean withdrawn, boolean inPerson) {
    forget(name);
    long order = ++lastOrder;
    waiting.put(name, new Due(vector, withdrawn, inPerson, order));
    queue.put(order, name);
    drain();
  }

  private void drain() {
    while (left > 0 && !queue.isEmpty()) {
      Name name = (newestNext ? queue.lastEntry() : queue.firstEntry()).getValue();
      newestNext = !newestNext;
      Due due = waiting.get(name);
      forget(name);
      if (due != null) {
        route(name.guid(), due);
        left -= SIGNATURE + due.vector().size();
      }
    }
    if (pause == null) {
      pause = timers.after(PAUSE.multipliedBy(BackPressure.of(timers)), this::resume);
    }
  }

  private void resume() {
    pause = null;
    left = BURST;
    if (!queue.isEmpty()) {
      drain();
    }
  }

  private void give(FeatureRecord record, List<Contact> closest) {
    for (Contact holder : closest.subList(0, Math.min(leases.replicas(), closest.size()))) {
      if (!holder.id().equals(routing.self().id())) {
        routing.send(holder, ReplicateFeatures.of(record));
      }
    }
  }

  private void route(Id guid, Due due) {
    Publication publication =
        Publication.signed(
            signatures, guid, due.vector(), routing.self(), numbers.next(), due.withdrawn());
    for (Id feature : due.vector().keys()) {
      FeatureRecord record = publication.record(feature, leases.millis());
      routing.route(feature, new PublishFeature(record));
      if (due.inPerson()) { // a root, or a hop on the way, may drop what it is given
        replicaLookup.find(feature, closest -> give(record, closest));
      }
    }
  }
}
