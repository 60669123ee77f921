package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.evidence.SharedKinds;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The vectors of what this node keeps on its own account, by their keys: unsigned, known here and
 * nowhere else, and there as soon as they are added. They lead queries to objects; nobody is given
 * them, or told that this node has published them.
 *
 * <p>Adding and removing cost O(|FV|) however many vectors share a key, so that a campaign of
 * thousands of variants does not take longer than as many other messages; only what is removed of a
 * key is looked for among those that share it. A vector takes 20 bytes and 6 to 9 a key, and no
 * copy of it is made. Looking up what is not there allocates nothing.
 */
final class OwnVectors implements KeyPostings.Keys {
  private static final int KEY_BITS = 6;
  private static final int MOST_KEYS = 1 << KEY_BITS;

  private final LongSupplier secret;
  private @Nullable KeyPostings postings;

  /** Of each place: the object and its vector, if the place is in use, and which query met it. */
  private @Nullable Id[] guids = {};

  private @Nullable FeatureVector[] vectors = {};
  private int[] metBy = {};
  private int[] free = {};
  private int freeCount;
  private int query;

  /** Of the query under way, the places of the keys that lead to anything, and to how many. */
  private int[] leading = {};

  private int[] counts = {};

  /**
   * None yet.
   *
   * @param secret asked for a number that nobody else knows, once anything is added
   */
  OwnVectors(LongSupplier secret) {
    this.secret = secret;
  }

  /** Vectors held. */
  int size() {
    return guids.length - freeCount;
  }

  @Override
  public long key(int posting) {
    return vector(posting >>> KEY_BITS).identity(posting & (MOST_KEYS - 1));
  }

  private FeatureVector vector(int place) {
    FeatureVector vector = vectors[place];
    if (vector == null) {
      throw new IllegalStateException("nothing is held at place " + place);
    }
    return vector;
  }

  /** Adds a vector of an object, which is not there yet. */
  void add(Id guid, FeatureVector vector) {
    KeyPostings all = postings;
    if (all == null) {
      all = new KeyPostings(this, secret.getAsLong());
      postings = all;
      leading = new int[MOST_KEYS];
      counts = new int[MOST_KEYS];
    }
    if (freeCount == 0) {
      widen();
    }
    int place = free[--freeCount];
    guids[place] = guid;
    vectors[place] = vector;
    for (int key = 0; key < vector.size(); key++) {
      all.add(vector.identity(key), place << KEY_BITS | key);
    }
  }

  private void widen() {
    int had = guids.length;
    int places = had + had / 2 + 4;
    guids = Arrays.copyOf(guids, places);
    vectors = Arrays.copyOf(vectors, places);
    metBy = Arrays.copyOf(metBy, places);
    free = Arrays.copyOf(free, places);
    for (int place = places - 1; place >= had; place--) {
      free[freeCount++] = place;
    }
  }

  /** Removes a vector of an object, if it is there. */
  void remove(Id guid, FeatureVector vector) {
    KeyPostings all = postings;
    int place = place(guid, vector);
    if (all == null || place < 0) {
      return;
    }
    FeatureVector held = vector(place); // its keys may be in another order
    for (int key = 0; key < held.size(); key++) {
      all.remove(held.identity(key), place << KEY_BITS | key);
    }
    guids[place] = null;
    vectors[place] = null;
    free[freeCount++] = place;
  }

  private int place(Id guid, FeatureVector vector) {
    long key = vector.identity(0);
    for (int i = 0; i < count(key); i++) {
      int place = posting(key, i) >>> KEY_BITS;
      if (guid.equals(guids[place]) && vector(place).digest().equals(vector.digest())) {
        return place;
      }
    }
    return -1;
  }

  private int count(long key) {
    return postings == null ? 0 : postings.count(key);
  }

  /** One of the postings of a key that has any, 0 the newest. */
  private int posting(long key, int number) {
    return postings == null ? -1 : postings.get(key, number);
  }

  /** Whether a vector with this key is held. */
  boolean knows(Id key) {
    return key.middle() == 0 && key.low() == 0 && knows(key.high());
  }

  /** Whether a vector is held with the key that has these bits and zeros behind them. */
  boolean knows(long identity) {
    return count(identity) > 0;
  }

  /**
   * The objects whose vectors match.
   *
   * @param mostCompared vectors compared at most; those under the rarest keys come first
   * @param most matches after which no further one is looked for
   */
  List<Match> resolve(QueryVector asked, int thres, int mostCompared, int most) {
    List<Match> found = List.of();
    query++;
    int compared = 0;
    int keys = rarestFirst(asked, mostCompared);
    for (int i = 0; i < keys; i++) {
      long key = asked.identity(leading[i]);
      int count = count(key);
      for (int number = 0; number < count; number++) {
        int place = posting(key, number) >>> KEY_BITS;
        if (metBy[place] == query) {
          continue;
        }
        if (compared >= mostCompared || found.size() >= most) {
          return found;
        }
        metBy[place] = query;
        compared++;
        int shared = asked.match(vector(place), thres);
        if (shared > 0) {
          found = found.isEmpty() ? new ArrayList<>() : found;
          found.add(match(place, shared, asked));
        }
      }
    }
    return found;
  }

  /**
   * The objects whose vectors of evidence share enough with a mail to be compared with it; those
   * that share more kinds come first.
   *
   * @param mostOfKey vectors looked at under each key, the newest
   */
  List<Id> sharing(List<Id> evidence, int mostOfKey) {
    Set<Long> keys = new LinkedHashSet<>();
    evidence.forEach(key -> keys.add(key.high()));
    Map<Integer, Integer> shared = new LinkedHashMap<>(); // by place
    for (long key : keys) {
      int count = Math.min(mostOfKey, count(key));
      for (int number = 0; number < count; number++) {
        shared.computeIfAbsent(posting(key, number) >>> KEY_BITS, place -> shared(place, keys));
      }
    }
    return shared.entrySet().stream()
        .filter(each -> SharedKinds.areWorthComparing(each.getValue()))
        .sorted(Comparator.comparingInt(each -> -SharedKinds.kinds(each.getValue())))
        .map(each -> guids[each.getKey()])
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  private int shared(int place, Set<Long> keys) {
    FeatureVector held = vector(place);
    int shared = SharedKinds.NONE;
    for (int key = 0; key < held.size() && held.scheme().equals(Scheme.EVIDENCE); key++) {
      long identity = held.identity(key);
      shared = keys.contains(identity) ? SharedKinds.with(shared, identity) : shared;
    }
    return shared;
  }

  private Match match(int place, int shared, QueryVector asked) {
    Id guid = guids[place];
    if (guid == null) {
      throw new IllegalStateException("nothing is held at place " + place);
    }
    return new Match(guid, vector(place).digest(), shared, asked.size());
  }

  /** Lists the keys of a query that lead to anything; returns how many. */
  private int rarestFirst(QueryVector asked, int most) {
    int keys = 0;
    for (int key = 0; key < asked.size() && size() > 0; key++) {
      int count = Math.min(most, count(asked.identity(key)));
      if (count > 0) {
        int place = keys++;
        for (; place > 0 && counts[place - 1] > count; place--) {
          leading[place] = leading[place - 1];
          counts[place] = counts[place - 1];
        }
        leading[place] = key;
        counts[place] = count;
      }
    }
    return keys;
  }
}
