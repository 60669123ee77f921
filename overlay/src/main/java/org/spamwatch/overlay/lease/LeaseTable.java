package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Not thread-safe. Adding and finding cost O(log n); keys are ordered, so that iteration is the
 * same in every run.
 *
 * @param <N> what names a record within its key
 * @param <R> the record
 */
public final class LeaseTable<N, R> {
  /** A record with its sequence number and the end of its lease. */
  public record Leased<R>(R record, long sequence, boolean withdrawn, long expiresAtMicros) {}

  private static final long FOREVER = Long.MAX_VALUE;

  private final Timers timers;
  private final int maxRecords;
  private final int maxPerKey;
  private final TreeMap<Id, Map<N, Leased<R>>> records = new TreeMap<>();
  private int size;
  private long refused;

  /**
   * An empty table.
   *
   * @param maxRecords most records held in all; further ones are refused
   * @param maxPerKey most records held for one key; further ones are refused
   * @param sweep how often expired records are removed; they are invisible before that
   */
  public LeaseTable(Timers timers, int maxRecords, int maxPerKey, Duration sweep) {
    this.timers = timers;
    this.maxRecords = maxRecords;
    this.maxPerKey = maxPerKey;
    timers.after(sweep, () -> sweepEvery(sweep));
  }

  private void sweepEvery(Duration period) {
    long now = timers.nowMicros();
    records
        .values()
        .removeIf(
            named -> {
              expire(named, now);
              return named.isEmpty();
            });
    timers.after(period, () -> sweepEvery(period));
  }

  /** Records held, withdrawn ones and those not yet swept included. */
  public int size() {
    return size;
  }

  /** Records refused because the table or their key was full. */
  public long refused() {
    return refused;
  }

  /**
   * Merges a record.
   *
   * @param leaseMillis how long it lives from now; 0 or less is ignored
   * @return whether it is new or newer than what was held
   */
  public boolean merge(
      Id key, N name, R record, long sequence, boolean withdrawn, long leaseMillis) {
    if (leaseMillis <= 0) {
      return false;
    }
    long now = timers.nowMicros();
    long expires = leaseMillis < (Long.MAX_VALUE - now) / 1000 ? now + leaseMillis * 1000 : FOREVER;
    Leased<R> offered = new Leased<>(record, sequence, withdrawn, expires);
    Map<N, Leased<R>> named = records.get(key);
    Leased<R> old = named == null ? null : named.get(name);
    if (old != null && old.expiresAtMicros() > now) {
      return replace(named, name, old, offered);
    }
    if (old == null && !makeRoom(named)) {
      refused++;
      return false;
    }
    if (named == null) {
      named = new LinkedHashMap<>(2);
      records.put(key, named);
    }
    size += named.put(name, offered) == null ? 1 : 0;
    return true;
  }

  /** Whether one more record fits; of a full key what has expired is removed first. */
  private boolean makeRoom(@Nullable Map<N, Leased<R>> named) {
    if (named != null && named.size() >= maxPerKey) {
      expire(named, timers.nowMicros());
    }
    return size < maxRecords && (named == null || named.size() < maxPerKey);
  }

  private void expire(Map<N, Leased<R>> named, long now) {
    int before = named.size();
    named.values().removeIf(leased -> leased.expiresAtMicros() <= now);
    size -= before - named.size();
  }

  private boolean replace(
      @Nullable Map<N, Leased<R>> named, N name, Leased<R> old, Leased<R> offered) {
    boolean newer = offered.sequence() > old.sequence();
    boolean same =
        offered.sequence() == old.sequence()
            && offered.withdrawn() == old.withdrawn()
            && offered.expiresAtMicros() > old.expiresAtMicros();
    // At one sequence number a withdrawal wins over the publication it takes back.
    boolean taken = offered.sequence() == old.sequence() && offered.withdrawn() && !old.withdrawn();
    if (named != null && (newer || same || taken)) {
      named.put(name, offered);
    }
    return newer || taken;
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
    records
        .getOrDefault(key, Map.of())
        .values()
        .forEach(
            leased -> {
              if (leased.expiresAtMicros() > timers.nowMicros()) {
                live.add(leased);
              }
            });
    return live;
  }

  /** The live record with a name, withdrawn or not. */
  public Optional<Leased<R>> find(Id key, N name) {
    return Optional.ofNullable(records.getOrDefault(key, Map.of()).get(name))
        .filter(leased -> leased.expiresAtMicros() > timers.nowMicros());
  }

  /** Keys that hold anything, in ascending order. */
  public List<Id> keys() {
    return new ArrayList<>(records.keySet());
  }

  /** Keys that hold anything on an arc, as by {@link Succession#keysBetween}. */
  public List<Id> keysBetween(Id first, Id last) {
    return Succession.keysBetween(records, first, last);
  }

  /** What is left of a lease, in milliseconds, at least 1. */
  public long remainingMillis(Leased<R> leased) {
    return Math.max(1, (leased.expiresAtMicros() - timers.nowMicros()) / 1000);
  }
}
