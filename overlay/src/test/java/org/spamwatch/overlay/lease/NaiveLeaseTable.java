package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * What a {@link LeaseTable} is to do, by maps of maps with an object for each record: the naive
 * twin.
 */
final class NaiveLeaseTable {
  private static final long FOREVER = Long.MAX_VALUE;

  /** Keys gone through in one turn of a sweep, and the pause until the next turn. */
  private static final int KEYS_PER_PART = 2_000;

  private static final Duration BETWEEN_PARTS = Duration.ofMillis(100);

  /** Keys, and records of each, looked at for one to give way when the table is full. */
  private static final int SAMPLED_KEYS = 32;

  private static final int SAMPLED_NAMES = 8;

  private record Held(
      Named record,
      QuotaUsage.Share share,
      long sequence,
      boolean withdrawn,
      long expiresAtMicros) {
    LeaseTable.Leased<Named> leased() {
      return new LeaseTable.Leased<>(record, expiresAtMicros);
    }
  }

  /** A record that would give way. */
  private record Place(Id key, String name, Held held) {}

  private final Timers timers;
  private final Capacity room;
  private final Duration sweep;
  private final NavigableMap<Id, Map<String, Held>> records = new TreeMap<>();
  private final QuotaUsage quotaUsage;
  private Id cursor = Id.ZERO;
  private int size;
  private boolean isSweeping;

  NaiveLeaseTable(Timers timers, Capacity room, Duration sweep) {
    this.timers = timers;
    this.room = room;
    this.quotaUsage = new QuotaUsage(room.self());
    this.sweep = sweep;
  }

  private void sweepFrom(Id first) {
    long now = timers.nowMicros();
    Iterator<Map.Entry<Id, Map<String, Held>>> rest =
        records.tailMap(first, true).entrySet().iterator();
    for (int keys = 0; rest.hasNext(); keys++) {
      Map.Entry<Id, Map<String, Held>> next = rest.next();
      if (keys == KEYS_PER_PART) {
        Id key = next.getKey();
        timers.after(BETWEEN_PARTS, () -> sweepFrom(key));
        return;
      }
      if (expire(next.getValue(), now) == 0) {
        rest.remove();
      }
    }
    isSweeping = !records.isEmpty();
    if (isSweeping) {
      timers.after(sweep, () -> sweepFrom(Id.ZERO));
    }
  }

  /** Records held, withdrawn ones and those not yet swept included. */
  int size() {
    return size;
  }

  /** Whether an offer is of a record that is not held, or newer than what is held. */
  boolean isNewer(Offer<Named> offer) {
    Held old = live(offer.key(), offer.record().name());
    return old == null
        || offer.record().sequence() > old.sequence()
        // At one sequence number a withdrawal wins over the publication it takes back.
        || (offer.record().sequence() == old.sequence()
            && offer.record().withdrawn()
            && !old.withdrawn());
  }

  /** Whether a newer record has its place, or may take another's. */
  boolean hasRoom(Offer<Named> offer) {
    Map<String, Held> named = records.get(offer.key());
    QuotaUsage.Share share = quotaUsage.of(offer.record().publisher());
    if (named != null && named.containsKey(offer.record().name())) {
      return true;
    }
    if (!isWithinShares(share)) {
      return false;
    }
    if (named != null && isFull(offer.key(), named)) {
      return givingWay(offer.key(), named, share) != null;
    }
    return isOwn(share) || !isFull() || givingWay(share) != null;
  }

  private boolean isOwn(QuotaUsage.Share share) {
    return share.id().equals(room.self().id());
  }

  private boolean isFull() {
    long others =
        records.values().stream()
            .flatMap(named -> named.values().stream())
            .filter(held -> !isOwn(held.share()))
            .count();
    return others >= room.inAll();
  }

  private boolean isFull(Id key, Map<String, Held> named) {
    if (named.size() < room.perKey()) {
      return false;
    }
    int left = expire(named, timers.nowMicros());
    if (left == 0) {
      records.remove(key);
    }
    return left >= room.perKey();
  }

  private boolean isWithinShares(QuotaUsage.Share share) {
    return share.id().equals(room.self().id())
        || (quotaUsage.counts().ofPublisher(share) < room.perPublisher()
            && quotaUsage.counts().ofGroup(share) < room.perGroup());
  }

  /** Which record of a full key is to make room, if any. Costs O(its records). */
  private @Nullable Place givingWay(Id key, Map<String, Held> named, QuotaUsage.Share newcomer) {
    RecordCounts here = new RecordCounts();
    named.values().forEach(held -> here.add(held.share()));
    Place worst = null;
    for (Map.Entry<String, Held> entry : named.entrySet()) {
      Place place = new Place(key, entry.getKey(), entry.getValue());
      worst = worst == null || givesWayBefore(here, place, worst) ? place : worst;
    }
    return worst != null && here.isBetter(newcomer, worst.held().share()) ? worst : null;
  }

  /** Which record of a full table is to make room, if any of those that follow the cursor is. */
  private @Nullable Place givingWay(QuotaUsage.Share newcomer) {
    Place worst = null;
    List<Id> keys = records.tailMap(cursor, false).keySet().stream().limit(SAMPLED_KEYS).toList();
    for (Id key : keys) {
      int names = 0;
      for (Map.Entry<String, Held> entry : records.getOrDefault(key, Map.of()).entrySet()) {
        Place place = new Place(key, entry.getKey(), entry.getValue());
        if (!isOwn(place.held().share())
            && (worst == null || givesWayBefore(quotaUsage.counts(), place, worst))) {
          worst = place;
        }
        if (++names == SAMPLED_NAMES) {
          break;
        }
      }
    }
    if (worst != null && quotaUsage.counts().isBetter(newcomer, worst.held().share())) {
      return worst;
    }
    cursor = keys.size() < SAMPLED_KEYS ? Id.ZERO : keys.get(keys.size() - 1);
    return null;
  }

  private static boolean givesWayBefore(RecordCounts counts, Place one, Place two) {
    if (counts.isHeavier(one.held().share(), two.held().share())) {
      return true;
    }
    return !counts.isHeavier(two.held().share(), one.held().share())
        && one.held().expiresAtMicros() < two.held().expiresAtMicros();
  }

  /**
   * Merges a record.
   *
   * @return whether it is new or newer than what was held, and is held now
   */
  boolean merge(Offer<Named> offer) {
    if (offer.leaseMillis() <= 0) {
      return false;
    }
    Held old = live(offer.key(), offer.record().name());
    if (!isNewer(offer)) {
      lengthen(offer, old);
      return false;
    }
    Map<String, Held> named = records.get(offer.key());
    boolean isReplaced = named != null && named.containsKey(offer.record().name());
    if (!isReplaced && !makeRoom(offer, named)) {
      return false;
    }
    Held replaced = named == null ? null : named.get(offer.record().name());
    if (replaced != null) {
      forget(replaced);
    }
    QuotaUsage.Share share = quotaUsage.of(offer.record().publisher());
    quotaUsage.add(share);
    size++;
    put(
        offer.key(),
        offer.record().name(),
        new Held(
            offer.record(),
            share,
            offer.record().sequence(),
            offer.record().withdrawn(),
            expiryOf(offer)));
    return true;
  }

  /** Most keys have one record, for which a map of one takes a fifth of the memory. */
  private void put(Id key, String name, Held held) {
    if (!isSweeping) {
      isSweeping = true;
      timers.after(sweep, () -> sweepFrom(Id.ZERO));
    }
    Map<String, Held> named = records.getOrDefault(key, Map.of());
    if (named.size() > 1) {
      named.put(name, held);
    } else if (named.isEmpty() || named.containsKey(name)) {
      records.put(key, Map.of(name, held));
    } else {
      Map<String, Held> several = new LinkedHashMap<>(named);
      several.put(name, held);
      records.put(key, several);
    }
  }

  /** Forgets a record, if it is held. */
  void remove(Id key, String name) {
    Held held = records.getOrDefault(key, Map.of()).get(name);
    if (held != null) {
      drop(key, name);
      forget(held);
    }
  }

  private void drop(Id key, String name) {
    Map<String, Held> named = records.getOrDefault(key, Map.of());
    if (named.size() > 1) {
      named.remove(name);
    } else {
      records.remove(key);
    }
  }

  private boolean makeRoom(Offer<Named> offer, @Nullable Map<String, Held> named) {
    QuotaUsage.Share share = quotaUsage.of(offer.record().publisher());
    if (!isWithinShares(share)) {
      return false;
    }
    if (named != null && isFull(offer.key(), named)) {
      return evict(givingWay(offer.key(), named, share));
    }
    return isOwn(share) || !isFull() || evict(givingWay(share));
  }

  private boolean evict(@Nullable Place place) {
    if (place == null) {
      return false;
    }
    drop(place.key(), place.name());
    forget(place.held());
    return true;
  }

  private void forget(Held held) {
    quotaUsage.remove(held.share());
    size--;
  }

  private long expiryOf(Offer<Named> offer) {
    long now = timers.nowMicros();
    long millis = offer.leaseMillis();
    return millis < (Long.MAX_VALUE - now) / 1000 ? now + millis * 1000 : FOREVER;
  }

  /** The record held stays: at one number it is the publisher's own word that has not changed. */
  private void lengthen(Offer<Named> offer, @Nullable Held old) {
    if (old != null
        && offer.record().sequence() == old.sequence()
        && offer.record().withdrawn() == old.withdrawn()
        && expiryOf(offer) > old.expiresAtMicros()) {
      Held longer =
          new Held(old.record(), old.share(), old.sequence(), old.withdrawn(), expiryOf(offer));
      put(offer.key(), offer.record().name(), longer);
    }
  }

  /**
   * Forgets what has run out of a key's records, and removes it if there are several.
   *
   * @return how many are left; of none the key is to be removed
   */
  private int expire(Map<String, Held> named, long now) {
    List<String> over = new ArrayList<>();
    named.forEach(
        (name, held) -> {
          if (held.expiresAtMicros() <= now) {
            forget(held);
            over.add(name);
          }
        });
    if (over.size() == named.size()) {
      return 0;
    }
    over.forEach(named::remove);
    return named.size();
  }

  private @Nullable Held live(Id key, String name) {
    Map<String, Held> named = records.get(key);
    Held held = named == null ? null : named.get(name);
    return held == null || held.expiresAtMicros() <= timers.nowMicros() ? null : held;
  }

  /** The live records of a key that are not withdrawn, in the order in which they first came. */
  List<Named> records(Id key) {
    List<Named> live = new ArrayList<>();
    for (LeaseTable.Leased<Named> leased : leased(key)) {
      if (!leased.record().withdrawn()) {
        live.add(leased.record());
      }
    }
    return live;
  }

  /** The live records of a key with their leases, withdrawn ones included. */
  List<LeaseTable.Leased<Named>> leased(Id key) {
    List<LeaseTable.Leased<Named>> live = new ArrayList<>();
    for (Held held : records.getOrDefault(key, Map.of()).values()) {
      if (held.expiresAtMicros() > timers.nowMicros()) {
        live.add(held.leased());
      }
    }
    return live;
  }

  /** Keys that hold anything, in ascending order. */
  List<Id> keys() {
    return new ArrayList<>(records.keySet());
  }
}
