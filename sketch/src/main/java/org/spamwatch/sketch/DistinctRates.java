package org.spamwatch.sketch;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.spamwatch.sketch.DistinctRate.Counting;

/**
 * What a {@link DistinctRate} is for one key, for very many with one limit: Exim's ratelimit with
 * {@code per_addr}, where most senders have few recipients. The first four events of a key in a
 * period are kept as 32 bits each, of which two are alike once in 4 * 10^9; with the next one the
 * key gets a Bloom filter of 16 bits for each permitted event and 8 hashes until its period is
 * over. Source: Finch, <em>What use are Bloom filters, anyway?</em>
 *
 * <p><b>Memory</b> is bounded, and taken as keys come: 56 bytes a key, and for filters an eighth of
 * the bound. Where there is no room a key is forgotten, so that it begins anew; none is ever over
 * its limit for another's sake. Of 16 that are drawn by lot it is one whose rate has decayed to
 * nothing, or else, of the source that has most of them, the one with the lowest rate: who comes
 * with many new keys displaces his own, and does not have forgotten what he did before.
 *
 * <p><b>Time</b> is a parameter, in milliseconds of a clock that is not set; if it goes back, a
 * key's time stands still.
 *
 * <p>{@link #count} and {@link #rate} touch some four lines of memory and allocate nothing but room
 * for more keys and filters than there were at any time before. When the number of keys reaches a
 * power of two, the index over them is made anew. Not thread-safe.
 */
public final class DistinctRates {
  /** What a key takes, and its part of what filters take. */
  private static final int KEY_BYTES = RateTable.ENTRY_BYTES * 8 / 7;

  private static final int LEAST_KEYS = 1024;
  private static final int LEAST_FILTERS = 8;
  private static final int DRAWN = 16;

  /** A rate below which nothing is lost with a key. */
  private static final double NOTHING = 0.05;

  private final int limit;
  private final long periodMillis;
  private final Counting counting;
  private final long seed;
  private final int maxKeys;
  private final RateTable table;
  private final FilterPool filters;
  private final int[] drawn = new int[DRAWN];
  private long draws;
  private long forgotten;

  /** What became of an event. */
  public enum Outcome {
    /** It is new, and the rate with it is within the limit. */
    NEW,
    /** It was seen in this period; it does not count. */
    REPEAT,
    /** The rate is over the limit. */
    OVER
  }

  /**
   * No key yet.
   *
   * @param limit distinct events of a key in a period, 1 or more
   * @param periodMillis the period, which also smooths the rates; 1 or more
   * @param counting whether events over the limit count
   * @param maxBytes of memory for keys and filters; 1,024 keys and eight filters may be held in any
   *     case
   * @param seed chooses the hash functions and the lots; random where an adversary chooses events
   */
  public DistinctRates(int limit, long periodMillis, Counting counting, long maxBytes, long seed) {
    if (limit < 1 || periodMillis < 1) {
      throw new IllegalArgumentException(
          "a limit of " + limit + " in " + periodMillis + " ms is not positive");
    }
    this.limit = limit;
    this.periodMillis = periodMillis;
    this.counting = counting;
    this.seed = seed;
    draws = seed;
    maxKeys = (int) Math.max(LEAST_KEYS, Math.min(1 << 28, maxBytes / KEY_BYTES));
    table = new RateTable(maxKeys, seed);
    long room = Math.min(1 << 28, maxBytes / 8 / FilterPool.bytesFor(limit));
    filters = new FilterPool(limit, seed, (int) Math.max(LEAST_FILTERS, room));
  }

  /**
   * Counts an event of a key, unless it is a repeat, or over the limit where only successes count.
   * A repeat is over the limit as well while the rate is, which only attempts can make it.
   *
   * @param key 64 bits that are another's by chance only: a hash with a secret where they are
   *     chosen
   * @param source who brings the key, by whatever tells those apart who might bring very many
   * @param event likewise 64 bits; of one key alone
   */
  public Outcome count(long key, int source, long event, long nowMillis) {
    int found = table.find(key);
    int entry = found >= 0 ? found : added(key, source, nowMillis);
    long now = Math.max(nowMillis, table.last(entry));
    if (now - table.since(entry) >= periodMillis) {
      begin(entry, now);
    }
    long element = SplitMix64.mixed(event ^ seed) >>> Integer.SIZE;
    if (isKept(entry, element)) {
      return rate(entry, now) <= limit ? Outcome.REPEAT : Outcome.OVER;
    }
    double rate = SmoothedRate.after(table.rate(entry), now - table.last(entry), periodMillis);
    boolean isOver = rate > limit;
    if (!isOver || counting == Counting.ATTEMPTS) {
      keep(entry, element, now);
      table.setRate(entry, (float) rate, now);
    }
    return isOver ? Outcome.OVER : Outcome.NEW;
  }

  /** A key's rate now, in events a period; 0 if nothing is known of it. */
  public double rate(long key, long nowMillis) {
    int entry = table.find(key);
    return entry < 0 ? 0 : rate(entry, nowMillis);
  }

  /** What would become of a new event of a key: {@link Outcome#NEW} or {@link Outcome#OVER}. */
  public Outcome look(long key, long nowMillis) {
    int entry = table.find(key);
    if (entry < 0) {
      return Outcome.NEW;
    }
    long pause = Math.max(0, nowMillis - table.last(entry));
    double rate = SmoothedRate.after(table.rate(entry), pause, periodMillis);
    return rate > limit ? Outcome.OVER : Outcome.NEW;
  }

  /** Forgets a key, so that it begins anew; returns whether it had a rate. */
  public boolean forget(long key) {
    int entry = table.find(key);
    boolean isKnown = entry >= 0 && table.rate(entry) > 0;
    if (isKnown) {
      forget(entry);
    }
    return isKnown;
  }

  /** Keys held, those that have decayed to nothing included. */
  public int keys() {
    return table.size();
  }

  /** How often a key was forgotten for want of room. */
  public long forgotten() {
    return forgotten;
  }

  /** The memory that is taken, in bytes. */
  public long bytes() {
    return table.bytes() + filters.bytes();
  }

  private double rate(int entry, long nowMillis) {
    long pause = Math.max(0, nowMillis - table.last(entry));
    return SmoothedRate.decayed(table.rate(entry), pause, periodMillis);
  }

  // Events -------------------------------------------------------------------------------------

  private boolean isKept(int entry, long element) {
    int kept = table.kept(entry);
    if (kept == RateTable.FILTERED) {
      return filters.filter(table.filter(entry)).mightContain(element);
    }
    for (int i = 0; i < kept; i++) {
      if (table.event(entry, i) == element) {
        return true;
      }
    }
    return false;
  }

  private void keep(int entry, long element, long now) {
    int kept = table.kept(entry);
    if (kept < RateTable.FEW) {
      table.keep(entry, element);
      return;
    }
    if (kept == RateTable.FEW) {
      int number = lent(entry, now);
      for (int i = 0; i < RateTable.FEW; i++) {
        filters.filter(number).add(table.event(entry, i));
      }
      table.setFilter(entry, number);
    }
    filters.filter(table.filter(entry)).add(element);
  }

  private int lent(int entry, long now) {
    if (filters.isExhausted()) {
      forgotten++;
      forget(victim(true, now));
    }
    return filters.lend(entry);
  }

  private void begin(int entry, long now) {
    if (table.kept(entry) == RateTable.FILTERED) {
      filters.takeBack(table.filter(entry));
    }
    table.begin(entry, now);
  }

  // Keys ---------------------------------------------------------------------------------------

  private int added(long key, int source, long now) {
    if (table.size() < maxKeys) {
      return table.add(key, source, now);
    }
    int entry = victim(false, now);
    forgotten++;
    forget(entry);
    table.replace(entry, key, source, now);
    return entry;
  }

  private void forget(int entry) {
    begin(entry, table.since(entry));
    table.setRate(entry, 0, table.last(entry));
  }

  /** Who is to be forgotten, of some that are drawn by lot. */
  private int victim(boolean hasFilter, long now) {
    int bound = hasFilter ? filters.count() : table.size();
    for (int i = 0; i < DRAWN; i++) {
      draws += SplitMix64.GOLDEN;
      int lot = (int) (((SplitMix64.mixed(draws) >>> 33) * bound) >>> 31);
      drawn[i] = hasFilter ? filters.holder(lot) : lot;
    }
    int victim = drawn[0];
    int most = 0;
    double lowest = 0;
    for (int entry : drawn) {
      double rate = rate(entry, now);
      if (rate < NOTHING) {
        return entry;
      }
      int ofSource = drawnOf(table.source(entry));
      if (ofSource > most || (ofSource == most && rate < lowest)) {
        victim = entry;
        most = ofSource;
        lowest = rate;
      }
    }
    return victim;
  }

  private int drawnOf(int source) {
    int count = 0;
    for (int entry : drawn) {
      count += table.source(entry) == source ? 1 : 0;
    }
    return count;
  }

  // Serial form --------------------------------------------------------------------------------

  /**
   * Keys with high rates, for {@link #restore}: of each, big-endian, the key (8 bytes), its source
   * (4), its rate (4, a float) when an event was counted last, the milliseconds since then and
   * since its period began (8 each), how many events are kept (1) and these (4 each), or 5 and the
   * serial form of the {@link BloomFilter}.
   *
   * @param leastRate that a key has now
   * @param most keys; those with the highest rates, if there are more
   */
  public List<byte[]> write(double leastRate, int most, long nowMillis) {
    List<Integer> entries = new ArrayList<>();
    for (int entry = 0; entry < table.size(); entry++) {
      if (rate(entry, nowMillis) >= leastRate) {
        entries.add(entry);
      }
    }
    if (entries.size() > most) {
      entries.sort(Comparator.comparingDouble(entry -> -rate(entry, nowMillis)));
    }
    return entries.stream().limit(most).map(entry -> write(entry, nowMillis)).toList();
  }

  private byte[] write(int entry, long now) {
    int kept = table.kept(entry);
    boolean isFiltered = kept == RateTable.FILTERED;
    long more = isFiltered ? BloomFilter.serialLength(filters.bits()) : 4L * kept;
    ByteBuffer out = ByteBuffer.allocate(33 + (int) more);
    out.putLong(table.key(entry)).putInt(table.source(entry)).putFloat(table.rate(entry));
    out.putLong(Math.max(0, now - table.last(entry)));
    out.putLong(Math.max(0, now - table.since(entry))).put((byte) kept);
    if (isFiltered) {
      filters.filter(table.filter(entry)).write(out);
    } else {
      for (int i = 0; i < kept; i++) {
        out.putInt((int) table.event(entry, i));
      }
    }
    return out.array();
  }

  /**
   * Takes up what was written of a key, unless there is something of it already or no room.
   *
   * @param writtenMillis when it was written, by the clock that goes on
   * @throws IllegalArgumentException in one line, if rates of this limit and seed did not write it
   */
  public void restore(byte[] written, long writtenMillis) {
    ByteBuffer in = ByteBuffer.wrap(written);
    try {
      long key = in.getLong();
      int source = in.getInt();
      float rate = in.getFloat();
      long sinceLast = in.getLong();
      long sinceBegin = in.getLong();
      int kept = in.get();
      if (!(rate > 0 && rate < 1e9f) || sinceLast < 0 || sinceBegin < 0 || kept < 0 || kept > 5) {
        throw new IllegalArgumentException("the rate of a key is out of range");
      }
      boolean isFiltered = kept == RateTable.FILTERED;
      Optional<BloomFilter> filter = isFiltered ? Optional.of(filters.read(in)) : Optional.empty();
      if (in.remaining() != (isFiltered ? 0 : 4 * kept)) {
        throw new IllegalArgumentException("the rate of a key has another length than its events");
      }
      if (table.find(key) >= 0
          || table.size() == maxKeys
          || (isFiltered && filters.isExhausted())) {
        return;
      }
      int entry = table.add(key, source, writtenMillis - sinceLast);
      table.begin(entry, writtenMillis - sinceBegin);
      table.setRate(entry, rate, writtenMillis - sinceLast);
      while (in.hasRemaining()) {
        table.keep(entry, in.getInt() & 0xFFFF_FFFFL);
      }
      if (filter.isPresent()) {
        int number = filters.lend(entry);
        filters.filter(number).unite(filter.get());
        table.setFilter(entry, number);
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("the rate of a key is cut off", e);
    }
  }
}
