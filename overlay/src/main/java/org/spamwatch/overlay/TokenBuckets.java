package org.spamwatch.overlay;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
 * <p>Not thread-safe: belongs to the node's turn. Each call costs O(log keys) and the moving of 16
 * bytes a key; a key costs about 20 bytes, and 90 more where there are more than {@value #FEW}.
 * Source: the virtual scheduling algorithm, ITU-T I.371, which needs one time a bucket.
 *
 * @param <K> what buckets are kept for; a value with equality
 */
public final class TokenBuckets<K> {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Full buckets dropped in one call at most, so that no call pays for a long silence. */
  private static final int DROPPED_AT_ONCE = 2;

  /** So many keys are looked for one by one. */
  private static final int FEW = 16;

  private final Timers timers;
  private final int perSecond;
  private final int burst;
  private final int maxKeys;

  // The buckets by the time at which they are full, and of one time in the order in which they came
  // to it: their keys, the hashes of these, and the times.
  private @Nullable Object[] keys = {};
  private int[] hashes = {};
  private long[] fullAtNanos = {};
  private int size;

  /** The times by key, while there are many. */
  private @Nullable Map<K, Long> ofKey;

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
    int hash = key.hashCode();
    int place = find(key, hash);
    long fullAt = place < 0 ? now : Math.max(now, fullAtNanos[place]);
    fullAt += tokens * nanosPerToken;
    if (fullAt > now + burst * nanosPerToken) {
      return false;
    }
    if (place >= 0) {
      remove(place);
    } else if (size >= maxKeys) {
      dropFullest();
    }
    add(key, hash, fullAt);
    return true;
  }

  /** Gives a key a full bucket. */
  public void fill(K key) {
    int place = find(key, key.hashCode());
    if (place >= 0) {
      remove(place);
      if (ofKey != null) {
        ofKey.remove(key);
      }
    }
  }

  /** Whether a token of a key could be taken now. */
  public boolean has(K key) {
    int place = find(key, key.hashCode());
    long latest = timers.nowMicros() * 1000 + (burst - 1) * (NANOS_PER_SECOND / perSecond);
    return place < 0 || fullAtNanos[place] <= latest;
  }

  /** The place of a key's bucket, below 0 if it has none. */
  private int find(K key, int hash) {
    Long fullAt = ofKey == null ? null : ofKey.get(key);
    if (ofKey != null && fullAt == null) {
      return -1;
    }
    for (int place = fullAt == null ? 0 : firstFrom(fullAt); place < size; place++) {
      if (hashes[place] == hash && key.equals(keys[place])) {
        return place;
      }
    }
    return -1;
  }

  /** The place of the first bucket that is full at a time or later. */
  private int firstFrom(long nanos) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fullAtNanos[middle] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void add(K key, int hash, long fullAt) {
    if (size == keys.length) {
      resize(size + size / 2 + 1);
    }
    int place = firstFrom(fullAt + 1);
    move(place, place + 1);
    keys[place] = key;
    hashes[place] = hash;
    fullAtNanos[place] = fullAt;
    size++;
    if (ofKey != null) {
      ofKey.put(key, fullAt);
    } else if (size > FEW) {
      ofKey = allByKey();
    }
  }

  @SuppressWarnings("unchecked") // keys are put there by add alone
  private Map<K, Long> allByKey() {
    Map<K, Long> all = new LinkedHashMap<>();
    for (int place = 0; place < size; place++) {
      all.put((K) Objects.requireNonNull(keys[place]), fullAtNanos[place]);
    }
    return all;
  }

  private void remove(int place) {
    move(place + 1, place);
    keys[--size] = null;
  }

  private void move(int from, int to) {
    System.arraycopy(keys, from, keys, to, size - from);
    System.arraycopy(hashes, from, hashes, to, size - from);
    System.arraycopy(fullAtNanos, from, fullAtNanos, to, size - from);
  }

  private void resize(int places) {
    keys = Arrays.copyOf(keys, places);
    hashes = Arrays.copyOf(hashes, places);
    fullAtNanos = Arrays.copyOf(fullAtNanos, places);
  }

  private void dropFullest() {
    if (ofKey != null) {
      ofKey.remove(keys[0]);
    }
    remove(0);
    if (ofKey != null && size < FEW / 2) {
      ofKey = null;
      resize(size);
    }
  }

  private void dropFull(long now) {
    for (int i = 0; i < DROPPED_AT_ONCE && size > 0; i++) {
      if (fullAtNanos[0] > now) {
        return;
      }
      dropFullest();
    }
  }

  /** Buckets kept now. */
  public int size() {
    return size;
  }
}
