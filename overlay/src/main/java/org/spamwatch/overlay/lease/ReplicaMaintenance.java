package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;

/**
 * Passes records on when the leaf set changes, as {@link Handover} says who is to have them, but
 * for all changes of a while at once and a part at a time, so that neither many changes nor many
 * records stop the node or those that are given them.
 *
 * <p>A node that came less than two minutes ago still counts as a newcomer. When two rings meet,
 * one that formed while a link was cut and one that knew nothing of it, the true root of a key may
 * become known after several others that are closer than this node, and none of them would know
 * that it is for them to act. A key whose root this node cannot know any more, because all its
 * neighbours are new and the ring is larger than its leaf set, is routed to it.
 *
 * <p>Neighbours that came while nothing was held are no newcomers to what came later. Otherwise a
 * node that has just joined would act in its neighbours' place for all that they hand to it.
 *
 * <p>Not thread-safe. A pass costs O(records between the nearest neighbours that are not new), in
 * turns of at most 2,000 keys.
 */
public final class ReplicaMaintenance {
  /** The records to be passed on. */
  public interface Holdings {
    /** Whether nothing is held of any key. */
    boolean isEmpty();

    /** The keys held, in the order of the ring from an id on: {@link LeaseTable#keysFrom}. */
    List<Id> keysFrom(Id first, int most);

    /**
     * What is held of some keys, as it is sent straight to another holder.
     *
     * @param keys what is still to be sent, at least one; those whose records are returned, or that
     *     nothing is held of, are taken out, at least one
     * @return some messages, or none
     */
    List<TransferBatch> take(Set<Id> keys);

    /** What is held of a key, as it is routed to its root. */
    List<? extends Message> routed(Id key);
  }

  private static final Duration YOUNG_FOR = Duration.ofMinutes(2);
  private static final Duration BETWEEN_PASSES = Duration.ofSeconds(2);
  private static final Duration BETWEEN_PARTS = Duration.ofMillis(100);
  private static final int KEYS_PER_PART = 2_000;

  /** Keys that wait to be handed over, about 100 bytes each, before no further ones are added. */
  private static final int MOST_WAITING = 200_000;

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final int replicas;
  private final Holdings holdings;
  private final Transfers transfers;
  private final Rerouting rerouting;
  private final Map<Id, Long> youngSinceMicros = new LinkedHashMap<>();
  private List<Change> changes = List.of();
  private long nextPassMicros;

  private record Change(Contact neighbour, boolean joined) {}

  /** The maintenance of a node's records. */
  public ReplicaMaintenance(
      KeyBasedRouting routing, Timers timers, int replicas, Holdings holdings) {
    this.routing = routing;
    this.timers = timers;
    this.replicas = replicas;
    this.holdings = holdings;
    this.transfers = new Transfers(routing, timers, holdings::take);
    this.rerouting = new Rerouting(routing, timers, holdings::routed);
  }

  /**
   * The keys of a sorted map in the order of the ring from an id on, each once, so many at most.
   */
  public static List<Id> keysFrom(NavigableMap<Id, ?> held, Id first, int most) {
    List<Id> keys = new ArrayList<>();
    for (NavigableMap<Id, ?> some :
        List.of(held.tailMap(first, true), held.headMap(first, false))) {
      some.keySet().stream().limit(most - keys.size()).forEach(keys::add);
    }
    return keys;
  }

  /**
   * A node entered the leaf set, or began anew in it, or left it; what follows from it is done on a
   * later turn.
   */
  public void leafSetChanged(Contact neighbour, boolean joined) {
    long now = timers.nowMicros();
    youngSinceMicros.remove(neighbour.id());
    if (!joined) {
      transfers.stop(neighbour);
    } else if (!holdings.isEmpty()) {
      youngSinceMicros.put(neighbour.id(), now);
      timers.after(YOUNG_FOR, () -> youngSinceMicros.remove(neighbour.id(), now));
    }
    if (changes.isEmpty()) {
      changes = new ArrayList<>(2);
      timers.afterMicros(Math.max(0, nextPassMicros - now), this::pass);
    }
    changes.removeIf(change -> change.neighbour().id().equals(neighbour.id()));
    changes.add(new Change(neighbour, joined));
  }

  private void pass() {
    List<Change> passed = changes;
    changes = List.of();
    nextPassMicros = timers.nowMicros() + BETWEEN_PASSES.toNanos() / 1000;
    if (holdings.isEmpty()) {
      return;
    }
    List<Id> leaves = leaves();
    Handover.Arc arc =
        Handover.Arc.around(
            routing.self().id(),
            leaves.stream().filter(id -> !youngSinceMicros.containsKey(id)).toList());
    part(arc, arc.first(), passed);
  }

  private List<Id> leaves() {
    List<Id> leaves = new ArrayList<>();
    for (Contact contact : routing.replicaSet(routing.self().id(), Integer.MAX_VALUE)) {
      if (!contact.equals(routing.self())) {
        leaves.add(contact.id());
      }
    }
    return leaves;
  }

  /** Passes on what is held of some keys of an arc, and of the others on later turns. */
  private void part(Handover.Arc arc, Id from, List<Change> passed) {
    Map<Contact, List<Id>> receivers = new LinkedHashMap<>();
    Gap beyondLeaves = widestGap();
    List<Id> keys = holdings.keysFrom(from, KEYS_PER_PART + 1);
    int end = keys.size();
    for (int i = 0; i < end; i++) {
      Id key = keys.get(i);
      if (!arc.goesOn(from, key)) {
        end = i;
      } else if (i < KEYS_PER_PART && arc.isOfOwner(key)) {
        passOn(key, passed, beyondLeaves, receivers);
      }
    }
    receivers.forEach(transfers::give);
    if (end > KEYS_PER_PART) {
      later(arc, keys.get(KEYS_PER_PART), passed);
    }
  }

  /** Goes on once what is to be handed over is not too much to be remembered. */
  private void later(Handover.Arc arc, Id from, List<Change> passed) {
    timers.after(
        BETWEEN_PARTS.multipliedBy(BackPressure.of(timers)),
        () -> {
          if (transfers.waiting() + rerouting.waiting() < MOST_WAITING) {
            part(arc, from, passed);
          } else {
            later(arc, from, passed);
          }
        });
  }

  private void passOn(
      Id key, List<Change> passed, Gap beyondLeaves, Map<Contact, List<Id>> receivers) {
    if (beyondLeaves.has(key) && !routing.isRoot(key)) {
      rerouting.add(key);
      return;
    }
    List<Contact> chosen = new ArrayList<>();
    for (Change change : passed) {
      Handover.receiversOf(routing, key, change.neighbour(), change.joined(), replicas).stream()
          .filter(receiver -> !chosen.contains(receiver))
          .forEach(chosen::add);
    }
    chosen.forEach(r -> receivers.computeIfAbsent(r, c -> new ArrayList<>()).add(key));
  }

  /** An arc of the ring without a node that this one knows; it begins at one. */
  private record Gap(Id from, Id length) {
    boolean has(Id key) {
      return from.clockwiseTo(key).compareTo(length) < 0;
    }
  }

  /** The widest gap between leaves: where nodes would be that are none. */
  private Gap widestGap() {
    List<Id> ring = leaves();
    ring.add(routing.self().id());
    ring.sort(null);
    Gap widest = new Gap(Id.ZERO, Id.ZERO);
    Id from = ring.get(ring.size() - 1);
    for (Id id : ring) {
      Id length = from.clockwiseTo(id);
      if (length.compareTo(widest.length()) > 0) {
        widest = new Gap(from, length);
      }
      from = id;
    }
    return widest;
  }
}
