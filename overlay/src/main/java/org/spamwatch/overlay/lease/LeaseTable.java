package org.spamwatch.overlay.lease;

import static org.spamwatch.overlay.lease.LeasePages.NOWHERE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * they have in the whole table. This node's own records are bounded by whoever publishes them: they
 * count for their key alone, and never make room for those of other keys.
 *
 * <p>Not thread-safe. Adding and finding cost O(log n + the key's records); keys are ordered, so
 * that iteration is the same in every run. A record takes some 9 bytes for each key that it is held
 * under, and 32 for each different end of its lease.
 *
 * @param <R> the record
 */
public final class LeaseTable<R extends LeaseRecord<R>> {
  /** A record with the end of its lease: one object for all keys under which it ends then. */
  public record Leased<R extends LeaseRecord<R>>(R record, long expiresAtMicros) {}

  private static final long FOREVER = Long.MAX_VALUE;

  /** Pages looked through in one turn of a sweep, and the pause until the next turn. */
  private static final int PAGES_PER_PART = 10;

  private static final Duration BETWEEN_PARTS = Duration.ofMillis(100);

  private final Timers timers;
  private final Capacity room;
  private final Duration sweep;
  private final LeasePages<R> records = new LeasePages<>();
  private final KeptRecords<R> kept = new KeptRecords<>(records);
  private final QuotaUsage quotaUsage;
  private final GivingWay<R> givingWay;
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
    this.givingWay = new GivingWay<>(records, quotaUsage, room.self().id());
    this.sweep = sweep;
  }

  private void sweepFrom(Id first) {
    long now = timers.nowMicros();
    long place = records.dueFrom(records.from(first), now);
    for (int pages = 0; records.has(place); pages++) {
      if (pages == PAGES_PER_PART) {
        Id key = records.key(place);
        timers.after(BETWEEN_PARTS, () -> sweepFrom(key));
        return;
      }
      place = records.dueFrom(sweepPage(place, now), now);
    }
    isSweeping = records.size() > 0;
    if (isSweeping) {
      timers.after(sweep, () -> sweepFrom(Id.ZERO));
    }
  }

  /** Forgets what has run out in a page from a place on; returns the place behind them. */
  private long sweepPage(long from, long now) {
    int due = records.due(from, now);
    long place = due == 0 ? records.behindPage(from) : from;
    for (int looked = 0; looked < due; looked++) {
      place =
          records.isLeased(place) && records.end(place) <= now
              ? forget(place)
              : records.next(place);
    }
    return place;
  }

  /** What this node keeps on its own account in the same index; nothing else here tells of it. */
  public KeptRecords<R> kept() {
    return kept;
  }

  /** Records held, withdrawn ones and those not yet swept included. */
  public int size() {
    return records.size();
  }

  /** Whether an offer is of a record that is not held, or newer than what is held. */
  public boolean isNewer(Offer<R> offer) {
    long old = live(offer.key(), offer.record());
    return old == NOWHERE || isNewer(offer.record(), records.record(old));
  }

  private boolean isNewer(R offered, R old) {
    return offered.sequence() > old.sequence()
        // At one sequence number a withdrawal wins over the publication it takes back.
        || (offered.sequence() == old.sequence() && offered.withdrawn() && !old.withdrawn());
  }

  /** Whether a newer record has its place, or may take another's. */
  public boolean hasRoom(Offer<R> offer) {
    Id key = offer.key();
    if (place(key, offer.record()) != NOWHERE) {
      return true;
    }
    QuotaUsage.Share share = quotaUsage.of(offer.record().publisher());
    if (!isWithinShares(share)) {
      return false;
    }
    if (isFull(key)) {
      return givingWay.of(key, share) != NOWHERE;
    }
    return isOwn(offer.record()) || !isFull() || givingWay.of(share) != NOWHERE;
  }

  /** Whether a key has as many records as it may, once what has run out of them is forgotten. */
  private boolean isFull(Id key) {
    if (count(key) < room.perKey()) {
      return false;
    }
    expire(key, records.from(key), timers.nowMicros());
    return count(key) >= room.perKey();
  }

  private boolean isFull() {
    return records.size() - quotaUsage.counts().of(room.self().id()) >= room.inAll();
  }

  private boolean isOwn(R record) {
    return record.publisher().contact().id().equals(room.self().id());
  }

  private int count(Id key) {
    int count = 0;
    for (long place = records.from(key); records.isAt(place, key); place = records.next(place)) {
      count++;
    }
    return count;
  }

  private boolean isWithinShares(QuotaUsage.Share share) {
    return share.id().equals(room.self().id())
        || (quotaUsage.counts().ofPublisher(share) < room.perPublisher()
            && quotaUsage.counts().ofGroup(share) < room.perGroup());
  }

  private QuotaUsage.Share share(long place) {
    return quotaUsage.of(records.record(place).publisher());
  }

  /**
   * Merges a record.
   *
   * @return whether it is new or newer than what was held, and is held now
   */
  public boolean merge(Offer<R> offer) {
    if (offer.leaseMillis() <= 0) {
      return false;
    }
    Id key = offer.key();
    R record = offer.record();
    long old = live(key, record);
    if (old != NOWHERE && !isNewer(record, records.record(old))) {
      lengthen(offer, old);
      return false;
    }
    if (place(key, record) == NOWHERE && !makeRoom(key, record)) {
      return false;
    }
    if (!isSweeping) {
      isSweeping = true;
      timers.after(sweep, () -> sweepFrom(Id.ZERO));
    }
    long replaced = place(key, record);
    if (replaced == NOWHERE) {
      quotaUsage.add(quotaUsage.of(record.publisher()));
      records.add(key, record, expiryOf(offer), isOwn(record) && kept.take(key, record));
    } else {
      quotaUsage.remove(share(replaced));
      quotaUsage.add(quotaUsage.of(record.publisher()));
      records.set(replaced, record, expiryOf(offer));
    }
    return true;
  }

  /** Forgets a record of a name, if one is held. */
  void remove(Id key, R name) {
    long place = place(key, name);
    if (place != NOWHERE) {
      forget(place);
    }
  }

  private boolean makeRoom(Id key, R record) {
    QuotaUsage.Share share = quotaUsage.of(record.publisher());
    if (!isWithinShares(share)) {
      return false;
    }
    if (isFull(key)) {
      return evict(givingWay.of(key, share));
    }
    return isOwn(record) || !isFull() || evict(givingWay.of(share));
  }

  private boolean evict(long place) {
    if (place == NOWHERE) {
      return false;
    }
    forget(place);
    return true;
  }

  /** Returns the place of the record that followed. */
  private long forget(long place) {
    quotaUsage.remove(share(place));
    return records.endLease(place);
  }

  private long expiryOf(Offer<R> offer) {
    long now = timers.nowMicros();
    long millis = offer.leaseMillis();
    return millis < (Long.MAX_VALUE - now) / 1000 ? now + millis * 1000 : FOREVER;
  }

  /** The record held stays: at one number it is the publisher's own word that has not changed. */
  private void lengthen(Offer<R> offer, long old) {
    R held = records.record(old);
    if (offer.record().sequence() == held.sequence()
        && offer.record().withdrawn() == held.withdrawn()
        && expiryOf(offer) > records.end(old)) {
      records.set(old, held, expiryOf(offer));
    }
  }

  /** Forgets what has run out of a key's records from a place on; returns the place behind them. */
  private long expire(Id key, long from, long now) {
    long place = from;
    while (records.isAt(place, key)) {
      place = records.end(place) <= now ? forget(place) : records.next(place);
    }
    return place;
  }

  /** Where the record of a name is, run out or not. */
  private long place(Id key, R name) {
    for (long place = records.from(key); records.isAt(place, key); place = records.next(place)) {
      if (name.isNamedAs(records.record(place))) {
        return place;
      }
    }
    return NOWHERE;
  }

  private long live(Id key, R name) {
    long place = place(key, name);
    return place == NOWHERE || records.end(place) <= timers.nowMicros() ? NOWHERE : place;
  }

  /** The live records of a key that are not withdrawn, in the order in which they first came. */
  public List<R> records(Id key) {
    List<R> live = List.of();
    for (long place = records.from(key); records.isAt(place, key); place = records.next(place)) {
      if (stands(place)) {
        live = live.isEmpty() ? new ArrayList<>(1) : live;
        live.add(records.record(place));
      }
    }
    return live;
  }

  /**
   * Whether a record of a key is kept, or lives and is not withdrawn. Costs one search; allocates
   * nothing.
   */
  public boolean standsOrIsKept(Id key) {
    for (long place = records.from(key); records.isAnyAt(place, key); place = records.next(place)) {
      if (records.isKept(place) || stands(place)) {
        return true;
      }
    }
    return false;
  }

  private boolean stands(long place) {
    return records.end(place) > timers.nowMicros() && !records.record(place).withdrawn();
  }

  /**
   * As {@link #records} of a key with zeros behind its first 64 bits, by numbers that {@link
   * KeptRecords#record} knows. Allocates nothing.
   *
   * @param numbers takes as many as it has room for
   * @return how many there are
   */
  public int standing(long first, int[] numbers) {
    int count = 0;
    long place = records.from(first);
    for (; records.isAnyAt(place, first) && records.isLeased(place); place = records.next(place)) {
      if (stands(place)) {
        if (count < numbers.length) {
          numbers[count] = records.number(place);
        }
        count++;
      }
    }
    return count;
  }

  /**
   * Whether any record is held, live, kept or not, of a key with zeros behind its first 64 bits.
   */
  public boolean holds(long first) {
    return records.holds(first);
  }

  /** The live records of a key with their leases, withdrawn ones included. */
  public List<Leased<R>> leased(Id key) {
    List<Leased<R>> live = new ArrayList<>();
    for (long place = records.from(key); records.isAt(place, key); place = records.next(place)) {
      if (records.end(place) > timers.nowMicros()) {
        live.add(records.leased(place));
      }
    }
    return live;
  }

  /** The live record of a name, withdrawn or not. */
  public Optional<Leased<R>> find(Id key, R name) {
    long place = live(key, name);
    return place == NOWHERE ? Optional.empty() : Optional.of(records.leased(place));
  }

  /** A publisher as it is held for all its records, or as it is given if it has none here. */
  public Publisher known(Publisher publisher) {
    return quotaUsage.of(publisher).publisher;
  }

  /**
   * Keys that hold anything, in the order of the ring from an id on, each once.
   *
   * @param most how many at most, of those that come first
   */
  public List<Id> keysFrom(Id first, int most) {
    List<Id> keys = new ArrayList<>();
    long place = records.leasedFrom(records.from(first));
    while (keys.size() < most && records.has(place)) {
      place = addKey(place, keys);
    }
    place = records.leasedFrom(records.from(Id.ZERO));
    while (keys.size() < most && records.has(place) && records.key(place).compareTo(first) < 0) {
      place = addKey(place, keys);
    }
    return keys;
  }

  /** Returns the next key's place. */
  private long addKey(long from, List<Id> keys) {
    Id key = records.key(from);
    keys.add(key);
    return records.leasedFrom(records.behind(key));
  }

  /** What is left of a lease, in milliseconds, at least 1. */
  public long remainingMillis(Leased<R> leased) {
    return Math.max(1, (leased.expiresAtMicros() - timers.nowMicros()) / 1000);
  }
}
