package org.spamwatch.overlay.lookup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;

/**
 * A node that searches in a ring of 128 that lie evenly. Everything takes 50 ms. Of the others the
 * test says which do not answer, and what liars name.
 */
final class AskedRing implements KeyBasedRouting {
  static final int SIZE = 128;
  private static final int SIDE = 8;
  private static final long UNDER_WAY_MICROS = 50_000;

  final Timers timers = new Timers(0);
  final IterativeLookup search = new IterativeLookup(this, timers, new SplittableRandom(1));
  final List<Contact> all = new ArrayList<>();
  final List<Contact> askedInPerson = new ArrayList<>();
  final Set<Contact> met = new LinkedHashSet<>();
  final Set<Contact> silent = new LinkedHashSet<>();
  final Map<Contact, List<Contact>> lies = new LinkedHashMap<>();
  List<Contact> known = new ArrayList<>();
  List<Contact> seeds = List.of();
  boolean routesAreDropped;
  int routes;
  private Application application = search;

  AskedRing() {
    for (int i = 0; i < SIZE; i++) {
      all.add(contact(i * (Long.MIN_VALUE / (SIZE / 2)), "n" + i));
    }
    known.addAll(leaves());
    for (int i = 16; i < SIZE; i += 8) {
      known.add(all.get(i));
    }
  }

  static Contact contact(long high, String name) {
    return new Contact(Id.of(high, 7, 7), new Endpoint(name, 1));
  }

  /** The node at a place of the ring; this one is at 0. */
  Contact at(int place) {
    return all.get(Math.floorMod(place, SIZE));
  }

  private List<Contact> leaves() {
    List<Contact> leaves = new ArrayList<>();
    for (int i = 1; i <= SIDE; i++) {
      leaves.add(at(i));
      leaves.add(at(-i));
    }
    return leaves;
  }

  List<Contact> closest(Id key, int count) {
    return PendingLookup.closest(key, all, count);
  }

  /** What a search finds, which ends within two seconds. */
  List<Contact> find(Id key) {
    List<List<Contact>> found = new ArrayList<>();
    search.find(key, found::add);
    run(2_000);
    if (found.size() != 1) {
      throw new AssertionError("told " + found.size() + " times");
    }
    return found.get(0);
  }

  void run(long millis) {
    long end = timers.nowMicros() + millis * 1_000;
    while (timers.nextDeadlineMicros().orElse(Long.MAX_VALUE) <= end) {
      timers.advance(timers.nextDeadlineMicros().getAsLong());
    }
    timers.advance(end);
  }

  private void answer(Contact who, FindClosest wanted) {
    if (!silent.contains(who) && all.contains(who)) {
      List<Contact> named = lies.getOrDefault(who, closest(wanted.key(), ReplicaLookup.NAMED));
      timers.afterMicros(
          UNDER_WAY_MICROS,
          () -> application.receive(who, new ClosestFound(wanted.number(), named)));
    }
  }

  @Override
  public Contact self() {
    return all.get(0);
  }

  @Override
  public void register(Application registered) {
    application = registered;
  }

  @Override
  public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    routes++;
    if (!routesAreDropped) {
      answer(closest(key, 1).get(0), (FindClosest) message);
    }
  }

  @Override
  public List<Contact> firstHops(Id key, int count) {
    return isRoot(key)
        ? List.of()
        : PendingLookup.closest(key, known, known.size()).stream().limit(count).toList();
  }

  @Override
  public void send(Contact to, Message message, Consumer<Boolean> outcome) {
    askedInPerson.add(to);
    boolean arrives = all.contains(to) && !silent.contains(to);
    timers.afterMicros(2 * UNDER_WAY_MICROS, () -> outcome.accept(arrives));
    if (message instanceof FindClosest wanted) {
      answer(to, wanted);
    }
  }

  @Override
  public boolean isRoot(Id key) {
    return closest(key, 1).get(0).equals(self());
  }

  @Override
  public boolean isAlone() {
    return false;
  }

  @Override
  public List<Contact> replicaSet(Id key, int count) {
    List<Contact> own = leaves();
    own.add(self());
    return PendingLookup.closest(key, own, count);
  }

  @Override
  public List<Contact> closestKnown(Id key, int count) {
    List<Contact> own = new ArrayList<>(known);
    own.add(self());
    return PendingLookup.closest(key, own, count);
  }

  @Override
  public List<Contact> known() {
    return known;
  }

  @Override
  public List<Contact> seeds() {
    return seeds;
  }

  @Override
  public void meet(Contact contact) {
    met.add(contact);
  }
}
