package org.spamwatch.overlay;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
 * <p>Not thread-safe: belongs to the node's turn. Each call costs O(log keys) and the moving of
 * four bytes a key; a key costs about 30 bytes, and 70 more where there are more than {@value
 * #FEW}. Source: the virtual scheduling algorithm, ITU-T I.371, which needs one time a bucket.
 *
 * @param <K> what buckets are kept for; a value with equality
 */
public final class TokenBuckets<K> {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Full buckets dropped in one call at most, so that no call pays for a long silence. */
  private static final int DROPPED_AT_ONCE = 2;

  /** So many keys are looked for one by one. */
  private static final int FEW = 16;

  /** A key and the time at which its bucket will be full again. */
  private record Bucket<K>(K key, long fullAtNanos) {}

  private final Timers timers;
  private final int perSecond;
  private final int burst;
  private final int maxKeys;

  /** By the time at which they are full, and of one time in the order in which they came to it. */
  private final ArrayList<Bucket<K>> fullestFirst = new ArrayList<>(0);

  /** The buckets by key, while there are many. */
  private @Nullable Map<K, Bucket<K>> ofKey;

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
    checkArgument(maxKeys >= 1, "maxKeys %s is not at least 1", maxKeys);
    this.timers = timers;
    this.perSecond = perSecond;
    this.burst = burst;
    this.maxKeys = maxKeys;
  }

  private static void requireInRange(String name, int value) {
    checkArgument(value >= 1 && value <= 1_000_000, "%s %s is not in 1 to 1000000", name, value);
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
    checkArgument(tokens >= 1, "tokens %s is not at least 1", tokens);
    long now = timers.nowMicros() * 1000;
    dropFull(now);
    if (tokens > burst) {
      return false;
    }
    long nanosPerToken = NANOS_PER_SECOND / perSecond;
    Bucket<K> bucket = find(key);
    long fullAt = (bucket == null ? now : Math.max(now, bucket.fullAtNanos));
    fullAt += tokens * nanosPerToken;
    if (fullAt > now + burst * nanosPerToken) {
      return false;
    }
    if (bucket != null) {
      fullestFirst.remove(placeOf(bucket));
    } else if (fullestFirst.size() >= maxKeys) {
      dropFullest();
    }
    add(new Bucket<>(key, fullAt));
    return true;
  }

  /** Gives a key a full bucket. */
  public void fill(K key) {
    Bucket<K> bucket = find(key);
    if (bucket != null) {
      fullestFirst.remove(placeOf(bucket));
      if (ofKey != null) {
        ofKey.remove(key);
      }
    }
  }

  /** Whether a token of a key could be taken now. */
  public boolean has(K key) {
    Bucket<K> bucket = find(key);
    long latest = timers.nowMicros() * 1000 + (burst - 1) * (NANOS_PER_SECOND / perSecond);
    return bucket == null || bucket.fullAtNanos <= latest;
  }

  private @Nullable Bucket<K> find(K key) {
    if (ofKey != null) {
      return ofKey.get(key);
    }
    for (Bucket<K> bucket : fullestFirst) {
      if (bucket.key.equals(key)) {
        return bucket;
      }
    }
    return null;
  }

  private int placeOf(Bucket<K> bucket) {
    int place = firstFrom(bucket.fullAtNanos);
    while (!fullestFirst.get(place).key.equals(bucket.key)) {
      place++;
    }
    return place;
  }

  /** The place of the first bucket that is full at a time or later. */
  private int firstFrom(long nanos) {
    int low = 0;
    int high = fullestFirst.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fullestFirst.get(middle).fullAtNanos < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void add(Bucket<K> drained) {
    fullestFirst.add(firstFrom(drained.fullAtNanos + 1), drained);
    if (ofKey != null) {
      ofKey.put(drained.key, drained);
    } else if (fullestFirst.size() > FEW) {
      Map<K, Bucket<K>> all = new LinkedHashMap<>();
      fullestFirst.forEach(bucket -> all.put(bucket.key, bucket));
      ofKey = all;
    }
  }

  private void dropFullest() {
    Bucket<K> fullest = fullestFirst.remove(0);
    if (ofKey != null) {
      ofKey.remove(fullest.key);
      if (ofKey.size() < FEW / 2) {
        ofKey = null;
        fullestFirst.trimToSize();
      }
    }
  }

  private void dropFull(long now) {
    for (int i = 0; i < DROPPED_AT_ONCE && !fullestFirst.isEmpty(); i++) {
      if (fullestFirst.get(0).fullAtNanos > now) {
        return;
      }
      dropFullest();
    }
  }

  /** Buckets kept now. */
  public int size() {
    return fullestFirst.size();
  }
}
