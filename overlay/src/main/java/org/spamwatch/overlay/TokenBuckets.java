package org.spamwatch.overlay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * One token bucket for each key: how much of something each sender, publisher or address may do. A
 * bucket holds {@code burst} tokens at most, begins full, and gains {@code perSecond} tokens a
 * second of the node's own time; what is done takes tokens, and is refused when there are too few.
 *
 * <p>The number of buckets is bounded. A full bucket is as good as none and is dropped as time
 * goes. When there is no room for a further key, the bucket that is closest to full is forgotten,
 * which gives away least. So whoever comes under ever new keys neither makes this grow, nor makes
 * it forget what another key has used up: for that he would have to drain {@code maxKeys} buckets
 * further than that one. What he does get is a full bucket for each new key; keys must therefore
 * cost something (a certified id, a network address), or a bucket for all must stand beside this.
 *
 * <p>Not thread-safe: belongs to the node's turn. Each call costs O(log keys); a key costs about
 * 150 bytes. Source: the virtual scheduling algorithm, ITU-T I.371, which needs one time a bucket.
 *
 * @param <K> what buckets are kept for; a value with equality
 */
public final class TokenBuckets<K> {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Full buckets dropped in one call at most, so that no call pays for a long silence. */
  private static final int DROPPED_AT_ONCE = 2;

  /** A key and the time at which its bucket will be full again. */
  private record Bucket<K>(K key, long fullAtNanos, long order) implements Comparable<Bucket<K>> {
    @Override
    public int compareTo(Bucket<K> other) {
      int compared = Long.compare(fullAtNanos, other.fullAtNanos);
      return compared == 0 ? Long.compare(order, other.order) : compared;
    }
  }

  private final Timers timers;
  private final long nanosPerToken;
  private final long capacityNanos;
  private final int burst;
  private final int maxKeys;
  private final Map<K, Bucket<K>> ofKey = new LinkedHashMap<>(2);
  private final TreeSet<Bucket<K>> fullestFirst = new TreeSet<>();
  private long sequence;

  /**
   * Full buckets for every key.
   *
   * @param timers the node's time
   * @param perSecond tokens that a bucket gains in a second, 1 to 1,000,000
   * @param burst tokens that a bucket holds, 1 to 1,000,000: what may be done at once
   * @param maxKeys most buckets kept, at least 1
   */
  public TokenBuckets(Timers timers, int perSecond, int burst, int maxKeys) {
    requireInRange("perSecond", perSecond);
    requireInRange("burst", burst);
    if (maxKeys < 1) {
      throw new IllegalArgumentException("maxKeys " + maxKeys + " is not at least 1");
    }
    this.timers = timers;
    this.nanosPerToken = NANOS_PER_SECOND / perSecond;
    this.capacityNanos = burst * nanosPerToken;
    this.burst = burst;
    this.maxKeys = maxKeys;
  }

  private static void requireInRange(String name, int value) {
    if (value < 1 || value > 1_000_000) {
      throw new IllegalArgumentException(name + " " + value + " is not in 1 to 1000000");
    }
  }

  /** Takes one token of a key; returns whether there was one. */
  public boolean take(K key) {
    return take(key, 1);
  }

  /**
   * Takes tokens of a key, all or none.
   *
   * @param tokens 1 or more; more than the burst are never there
   * @return whether there were as many
   */
  public boolean take(K key, int tokens) {
    if (tokens < 1) {
      throw new IllegalArgumentException("tokens " + tokens + " is not at least 1");
    }
    long now = timers.nowMicros() * 1000;
    dropFull(now);
    if (tokens > burst) {
      return false;
    }
    Bucket<K> bucket = ofKey.get(key);
    long fullAt = (bucket == null ? now : Math.max(now, bucket.fullAtNanos));
    fullAt += tokens * nanosPerToken;
    if (fullAt > now + capacityNanos) {
      return false;
    }
    if (bucket != null) {
      fullestFirst.remove(bucket);
    } else if (ofKey.size() >= maxKeys) {
      ofKey.remove(fullestFirst.first().key);
      fullestFirst.pollFirst();
    }
    Bucket<K> drained = new Bucket<>(key, fullAt, sequence++);
    ofKey.put(key, drained);
    fullestFirst.add(drained);
    return true;
  }

  private void dropFull(long now) {
    for (int i = 0; i < DROPPED_AT_ONCE && !fullestFirst.isEmpty(); i++) {
      Bucket<K> fullest = fullestFirst.first();
      if (fullest.fullAtNanos > now) {
        return;
      }
      fullestFirst.pollFirst();
      ofKey.remove(fullest.key);
    }
  }

  /** Buckets kept now. */
  public int size() {
    return ofKey.size();
  }
}
