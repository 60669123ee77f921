package org.spamwatch.overlay.lookup;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/** A search under way: whom it has heard of, the closest to the key first, and who has answered. */
final class PendingLookup {
  /** Nodes remembered; farther ones give way. */
  static final int MAX_HEARD_OF = 64;

  private final Id key;
  private final int leadsWanted;
  private final boolean isOwn;
  private final Consumer<List<Contact>> found;
  private final TreeMap<Id, Contact> heardOf;
  private final Set<Id> asked = new LinkedHashSet<>();
  private final Set<Id> answered = new LinkedHashSet<>();
  private final Set<Id> failed = new LinkedHashSet<>();
  private final LookupRoutes routes = new LookupRoutes();
  private Timers.@Nullable Timer timer;
  private boolean isOver;

  /**
   * A search that has heard of nobody.
   *
   * @param leadsWanted by how many ways the nodes have to be found before they are believed
   * @param isOwn whether it is for this node's own neighbours: what is known of them at first is
   *     doubted
   * @param found told the closest nodes, once
   */
  PendingLookup(Id key, int leadsWanted, boolean isOwn, Consumer<List<Contact>> found) {
    this.key = key;
    this.leadsWanted = leadsWanted;
    this.isOwn = isOwn;
    this.found = found;
    this.heardOf = new TreeMap<>(closeness(key));
  }

  Id key() {
    return key;
  }

  boolean isOwn() {
    return isOwn;
  }

  boolean isOver() {
    return isOver;
  }

  LookupRoutes routes() {
    return routes;
  }

  /** Whether it has been told by enough ways for what is found to be believed, if it is dense. */
  boolean hasLeads() {
    return routes.leads() >= leadsWanted;
  }

  /** When this timer goes off, its time is up. */
  void until(Timers.Timer end) {
    timer = end;
  }

  /** Ends it, once. */
  void finish(List<Contact> closest) {
    isOver = true;
    if (timer != null) {
      timer.cancel();
    }
    found.accept(closest);
  }

  private static Comparator<Id> closeness(Id key) {
    return (a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1;
  }

  /** Of some contacts the closest to a key, the closest first, each id once. */
  static List<Contact> closest(Id key, List<Contact> some, int count) {
    TreeMap<Id, Contact> sorted = new TreeMap<>(closeness(key));
    some.forEach(contact -> sorted.putIfAbsent(contact.id(), contact));
    return sorted.values().stream().limit(count).toList();
  }

  void add(List<Contact> named) {
    for (Contact contact : named) {
      heardOf.putIfAbsent(contact.id(), contact);
      if (heardOf.size() > MAX_HEARD_OF) {
        heardOf.pollLastEntry();
      }
    }
  }

  /** A node has answered for itself: its own contact counts, not what others said it is. */
  void hasAnswered(Contact contact) {
    heardOf.put(contact.id(), contact);
    answered.add(contact.id());
    failed.remove(contact.id());
  }

  /** The closest nodes that have not failed to answer. */
  List<Contact> closestAlive(int count) {
    return heardOf.values().stream().filter(c -> !failed.contains(c.id())).limit(count).toList();
  }

  boolean mayAsk(Contact contact, int most) {
    return asked.size() < most && !asked.contains(contact.id()) && !answered.contains(contact.id());
  }

  void asked(Contact contact) {
    asked.add(contact.id());
  }

  void failed(Contact contact) {
    if (!answered.contains(contact.id())) {
      failed.add(contact.id());
    }
  }

  boolean haveAnswered(List<Contact> some) {
    return some.stream().allMatch(contact -> answered.contains(contact.id()))
        || asked.size() >= IterativeLookup.MAX_ASKED;
  }

  /** The closest nodes that have answered for themselves, this one among them. */
  List<Contact> answered(int count) {
    List<Contact> some = new ArrayList<>();
    for (Map.Entry<Id, Contact> entry : heardOf.entrySet()) {
      if (some.size() < count && answered.contains(entry.getKey())) {
        some.add(entry.getValue());
      }
    }
    return some;
  }
}
