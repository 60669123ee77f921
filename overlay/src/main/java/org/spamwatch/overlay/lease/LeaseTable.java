package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * Leased soft state: per key some records, each held until its lease ends by this holder's clock.
 *
 * <p>Of two records with one name the higher sequence number wins, whatever the order in which they
 * come, so that holders agree; an equal number only lengthens the lease. A withdrawal is a record
 * too (a tombstone): it stays for its lease, so that an older publication still on its way cannot
 * undo it.
 *
 * <p>Whoever has most makes room: when a key is full, a newcomer takes the place of a record of the
 * {@linkplain org.spamwatch.overlay.AddressGroup address group} that has most of the key's records,
 * and in it of the publisher that has most, the one whose lease ends first, if that group (or, in
 * the newcomer's own, that publisher) then still has at least as many as the newcomer's; else the
 * newcomer is refused. When the table is full the same holds of a sample of its records, by what
 * they have in the whole table.
 *
 * <p>Not thread-safe. Adding and finding cost O(log n), adding to a full key O(its records); keys
 * are ordered, so that iteration is the same in every run.
 *
 * @param <N> what names a record within its key
 * @param <R> the record
 */
public final class LeaseTable<N, R> {
  /** A record with its publisher, its sequence number and the end of its lease. */
  public record Leased<R>(
      R record, Publisher publisher, long sequence, boolean withdrawn, long expiresAtMicros) {}

  private static final long FOREVER = Long.MAX_VALUE;

  /** Keys gone through in one turn of a sweep, and the pause until the next turn. */
  private static final int KEYS_PER_PART = 2_000;

  private static final Duration BETWEEN_PARTS = Duration.ofMillis(100);

  /** Keys, and records of each, looked at for one to give way when the table is full. */
  private static final int SAMPLED_KEYS = 32;

  private static final int SAMPLED_NAMES = 8;

  private record Held<R>(
      R record, QuotaUsage.Share share, long sequence, boolean withdrawn, long expiresAtMicros) {
    Leased<R> leased() {
      return new Leased<>(record, share.publisher, sequence, withdrawn, expiresAtMicros);
    }
  }

  /** A record that would give way. */
  private record Place<N, R>(Id key, N name, Held<R> held) {}

  private final Timers timers;
  private final Capacity room;
  private final Duration sweep;
  private final NavigableMap<Id, Map<N, Held<R>>> records = new TreeMap<>();
  private final QuotaUsage quotaUsage;
  private Id cursor = Id.ZERO;
  private int size;
  private boolean isSweeping;

  /**
   * An empty table.
   *
   * @param room how much it holds; further records are refused
   * @param sweep how long after one sweep, or after the first record, the next begins to remove
   *     expired records; they are invisible before that
   */
  public LeaseTable(Timers timers, Capacity room, Duration sweep) {
    this.timers = timers;
    this.room = room;
    this.quotaUsage = new QuotaUsage(room.self());
    this.sweep = sweep;
  }

  private void sweepFrom(Id first) {
    long now = timers.nowMicros();
    Iterator<Map.Entry<Id, Map<N, Held<R>>>> rest =
        records.tailMap(first, true).entrySet().iterator();
    for (int keys = 0; rest.hasNext(); keys++) {
      Map.Entry<Id, Map<N, Held<R>>> next = rest.next();
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
  public int size() {
    return size;
  }

  /** Whether an offer is of a record that is not held, or newer than what is held. */
  public boolean isNewer(Offer<N, R> offer) {
    Held<R> old = live(offer.key(), offer.name());
    return old == null
        || offer.sequence() > old.sequence()
        // At one sequence number a withdrawal wins over the publication it takes back.
        || (offer.sequence() == old.sequence() && offer.withdrawn() && !old.withdrawn());
  }

  /** Whether a newer record has its place, or may take another's. */
  public boolean hasRoom(Offer<N, R> offer) {
    Map<N, Held<R>> named = records.get(offer.key());
    QuotaUsage.Share share = quotaUsage.of(offer.publisher());
    if (named != null && named.containsKey(offer.name())) {
      return true;
    }
    if (!isWithinShares(share)) {
      return false;
    }
    if (named != null && isFull(offer.key(), named)) {
      return givingWay(offer.key(), named, share) != null;
    }
    return size < room.inAll() || givingWay(share) != null;
  }

  private boolean isFull(Id key, Map<N, Held<R>> named) {
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
  private @Nullable Place<N, R> givingWay(
      Id key, Map<N, Held<R>> named, QuotaUsage.Share newcomer) {
    RecordCounts here = new RecordCounts();
    named.values().forEach(held -> here.add(held.share()));
    Place<N, R> worst = null;
    for (Map.Entry<N, Held<R>> entry : named.entrySet()) {
      Place<N, R> place = new Place<>(key, entry.getKey(), entry.getValue());
      worst = worst == null || givesWayBefore(here, place, worst) ? place : worst;
    }
    return worst != null && here.isBetter(newcomer, worst.held().share()) ? worst : null;
  }

  /** Which record of a full table is to make room, if any of those that follow the cursor is. */
  private @Nullable Place<N, R> givingWay(QuotaUsage.Share newcomer) {
    Place<N, R> worst = null;
    List<Id> keys = records.tailMap(cursor, false).keySet().stream().limit(SAMPLED_KEYS).toList();
    for (Id key : keys) {
      int names = 0;
      for (Map.Entry<N, Held<R>> entry : records.getOrDefault(key, Map.of()).entrySet()) {
        Place<N, R> place = new Place<>(key, entry.getKey(), entry.getValue());
        worst = worst == null || givesWayBefore(quotaUsage.counts(), place, worst) ? place : worst;
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

  private static <N, R> boolean givesWayBefore(
      RecordCounts counts, Place<N, R> one, Place<N, R> two) {
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
  public boolean merge(Offer<N, R> offer) {
    if (offer.leaseMillis() <= 0) {
      return false;
    }
    Held<R> old = live(offer.key(), offer.name());
    if (!isNewer(offer)) {
      lengthen(offer, old);
      return false;
    }
    Map<N, Held<R>> named = records.get(offer.key());
    boolean isReplaced = named != null && named.containsKey(offer.name());
    if (!isReplaced && !makeRoom(offer, named)) {
      return false;
    }
    Held<R> replaced = named == null ? null : named.get(offer.name());
    if (replaced != null) {
      forget(replaced);
    }
    QuotaUsage.Share share = quotaUsage.of(offer.publisher());
    quotaUsage.add(share);
    size++;
    put(
        offer.key(),
        offer.name(),
        new Held<>(offer.record(), share, offer.sequence(), offer.withdrawn(), expiryOf(offer)));
    return true;
  }

  /** Most keys have one record, for which a map of one takes a fifth of the memory. */
  private void put(Id key, N name, Held<R> held) {
    if (!isSweeping) {
      isSweeping = true;
      timers.after(sweep, () -> sweepFrom(Id.ZERO));
    }
    Map<N, Held<R>> named = records.getOrDefault(key, Map.of());
    if (named.size() > 1) {
      named.put(name, held);
    } else if (named.isEmpty() || named.containsKey(name)) {
      records.put(key, Map.of(name, held));
    } else {
      Map<N, Held<R>> several = new LinkedHashMap<>(named);
      several.put(name, held);
      records.put(key, several);
    }
  }

  /** Forgets a record, if it is held. */
  void remove(Id key, N name) {
    Held<R> held = records.getOrDefault(key, Map.of()).get(name);
    if (held != null) {
      drop(key, name);
      forget(held);
    }
  }

  private void drop(Id key, N name) {
    Map<N, Held<R>> named = records.getOrDefault(key, Map.of());
    if (named.size() > 1) {
      named.remove(name);
    } else {
      records.remove(key);
    }
  }

  private boolean makeRoom(Offer<N, R> offer, @Nullable Map<N, Held<R>> named) {
    QuotaUsage.Share share = quotaUsage.of(offer.publisher());
    if (!isWithinShares(share)) {
      return false;
    }
    if (named != null && isFull(offer.key(), named)) {
      return evict(givingWay(offer.key(), named, share));
    }
    return size < room.inAll() || evict(givingWay(share));
  }

  private boolean evict(@Nullable Place<N, R> place) {
    if (place == null) {
      return false;
    }
    drop(place.key(), place.name());
    forget(place.held());
    return true;
  }

  private void forget(Held<R> held) {
    quotaUsage.remove(held.share());
    size--;
  }

  private long expiryOf(Offer<N, R> offer) {
    long now = timers.nowMicros();
    long millis = offer.leaseMillis();
    return millis < (Long.MAX_VALUE - now) / 1000 ? now + millis * 1000 : FOREVER;
  }

  /** The record held stays: at one number it is the publisher's own word that has not changed. */
  private void lengthen(Offer<N, R> offer, @Nullable Held<R> old) {
    if (old != null
        && offer.sequence() == old.sequence()
        && offer.withdrawn() == old.withdrawn()
        && expiryOf(offer) > old.expiresAtMicros()) {
      Held<R> longer =
          new Held<>(old.record(), old.share(), old.sequence(), old.withdrawn(), expiryOf(offer));
      put(offer.key(), offer.name(), longer);
    }
  }

  /**
   * Forgets what has run out of a key's records, and removes it if there are several.
   *
   * @return how many are left; of none the key is to be removed
   */
  private int expire(Map<N, Held<R>> named, long now) {
    List<N> over = new ArrayList<>();
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

  private @Nullable Held<R> live(Id key, N name) {
    Map<N, Held<R>> named = records.get(key);
    Held<R> held = named == null ? null : named.get(name);
    return held == null || held.expiresAtMicros() <= timers.nowMicros() ? null : held;
  }

  /** The live records of a key that are not withdrawn, in the order in which they first came. */
  public List<R> records(Id key) {
    List<R> live = new ArrayList<>();
    for (Leased<R> leased : leased(key)) {
      if (!leased.withdrawn()) {
        live.add(leased.record());
      }
    }
    return live;
  }

  /** The live records of a key with their leases, withdrawn ones included. */
  public List<Leased<R>> leased(Id key) {
    List<Leased<R>> live = new ArrayList<>();
    for (Held<R> held : records.getOrDefault(key, Map.of()).values()) {
      if (held.expiresAtMicros() > timers.nowMicros()) {
        live.add(held.leased());
      }
    }
    return live;
  }

  /** The live record with a name, withdrawn or not. */
  public Optional<Leased<R>> find(Id key, N name) {
    return Optional.ofNullable(live(key, name)).map(Held::leased);
  }

  /** A publisher as it is held for all its records, or as it is given if it has none here. */
  public Publisher known(Publisher publisher) {
    return quotaUsage.of(publisher).publisher;
  }

  /** Keys that hold anything, in ascending order. */
  public List<Id> keys() {
    return new ArrayList<>(records.keySet());
  }

  /** Keys that hold anything on an arc, as by {@link ReplicaMaintenance#keysBetween}. */
  public List<Id> keysBetween(Id first, Id last) {
    return ReplicaMaintenance.keysBetween(records, first, last);
  }

  /** What is left of a lease, in milliseconds, at least 1. */
  public long remainingMillis(Leased<R> leased) {
    return Math.max(1, (leased.expiresAtMicros() - timers.nowMicros()) / 1000);
  }
}
