package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The vectors of what this node keeps on its own account, by their keys: unsigned, known here and
 * nowhere else, and there as soon as they are added. They lead queries to objects; nobody is given
 * them, or told that this node has published them.
 *
 * <p>A hash table of chains in three arrays of numbers: 16 to 28 bytes a key, and no copy of a
 * vector. Adding costs O(|FV|) however many vectors share a key, so that a campaign of thousands of
 * variants does not take longer than as many other messages. What is removed is passed over, until
 * it is half of all and the table is built anew.
 */
final class OwnVectors {
  private static final int NONE = -1;
  private static final int LEAST_BUCKETS = 64;

  private record Own(Id guid, Id digest, FeatureVector vector) {}

  private @Nullable Own[] own = new Own[0];
  private int ownCount; // places of it in use, those of what was removed included
  private int removed;

  /**
   * The first posting of each bucket; of the postings: whose it is, its key's mark, and the next.
   */
  private int[] heads = new int[0];

  private int[] places = new int[0];
  private int[] marks = new int[0];
  private int[] nexts = new int[0];
  private int postings;

  /** Vectors held. */
  int size() {
    return ownCount - removed;
  }

  /** Adds a vector of an object, which is not there yet. */
  void add(Id guid, Id digest, FeatureVector vector) {
    insert(new Own(guid, digest, vector));
  }

  private void insert(Own added) {
    List<Id> keys = added.vector().keys();
    if (postings + keys.size() > heads.length) {
      widen(postings + keys.size());
    }
    if (ownCount == own.length) {
      own = Arrays.copyOf(own, Math.max(16, 2 * ownCount));
    }
    own[ownCount] = added;
    for (Id key : keys) {
      link(ownCount, mixed(key.high()));
    }
    ownCount++;
  }

  private void link(int place, long hash) {
    int bucket = bucket(hash);
    places[postings] = place;
    marks[postings] = mark(hash);
    nexts[postings] = heads[bucket];
    heads[bucket] = postings++;
  }

  private void widen(int atLeast) {
    int buckets = Math.max(LEAST_BUCKETS, Integer.highestOneBit(atLeast) * 2);
    places = Arrays.copyOf(places, buckets);
    marks = Arrays.copyOf(marks, buckets);
    nexts = Arrays.copyOf(nexts, buckets);
    heads = new int[buckets];
    Arrays.fill(heads, NONE);
    postings = 0;
    for (int place = 0; place < ownCount; place++) {
      Own each = own[place];
      if (each != null) {
        for (Id key : each.vector().keys()) {
          link(place, mixed(key.high()));
        }
      }
    }
  }

  /** Removes a vector of an object, if it is there. Costs as much as its first key is shared. */
  void remove(Id guid, Id digest, FeatureVector vector) {
    Id key = vector.keys().get(0);
    for (int posting = first(key); posting != NONE; posting = next(posting, key)) {
      Own each = own[places[posting]];
      if (each != null && each.guid().equals(guid) && each.digest().equals(digest)) {
        own[places[posting]] = null;
        removed++;
        if (removed > ownCount / 2) {
          rebuild();
        }
        return;
      }
    }
  }

  private void rebuild() {
    @Nullable Own[] left = own;
    own = new Own[0];
    ownCount = 0;
    removed = 0;
    heads = new int[0];
    places = new int[0];
    marks = new int[0];
    nexts = new int[0];
    postings = 0;
    for (Own each : left) {
      if (each != null) {
        insert(each);
      }
    }
  }

  /** Whether a vector with this key is held. */
  boolean knows(Id key) {
    for (int posting = first(key); posting != NONE; posting = next(posting, key)) {
      Own each = own[places[posting]];
      if (each != null && each.vector().keys().contains(key)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The objects whose vectors match.
   *
   * @param mostCompared vectors compared at most; those under the rarest keys come first
   * @param most matches after which no further one is looked for
   */
  List<Match> resolve(PackedVector query, int thres, int mostCompared, int most) {
    List<Match> found = new ArrayList<>();
    BitSet compared = new BitSet();
    for (Id key : rarestFirst(query, mostCompared)) {
      for (int posting = first(key); posting != NONE; posting = next(posting, key)) {
        int place = places[posting];
        Own candidate = own[place];
        if (candidate == null || compared.get(place)) {
          continue;
        }
        if (compared.cardinality() >= mostCompared || found.size() >= most) {
          return found;
        }
        compared.set(place);
        int shared = query.match(PackedVector.of(candidate.vector()), thres);
        if (shared > 0) {
          found.add(new Match(candidate.guid(), candidate.digest(), shared, query.size()));
        }
      }
    }
    return found;
  }

  /** The keys of a query that lead to anything. */
  private List<Id> rarestFirst(PackedVector query, int most) {
    record Counted(Id key, int count) {}
    List<Counted> counted = new ArrayList<>();
    for (int i = 0; i < query.size() && size() > 0; i++) {
      Id key = query.key(i);
      int count = 0;
      for (int posting = first(key); posting != NONE && count < most; count++) {
        posting = next(posting, key);
      }
      if (count > 0) {
        counted.add(new Counted(key, count));
      }
    }
    counted.sort(Comparator.comparingInt(Counted::count));
    return counted.stream().map(Counted::key).toList();
  }

  /** The first posting under a key, or of another key with the same mark. */
  private int first(Id key) {
    if (heads.length == 0) {
      return NONE;
    }
    long hash = mixed(key.high());
    return from(heads[bucket(hash)], mark(hash));
  }

  private int next(int posting, Id key) {
    return from(nexts[posting], mark(mixed(key.high())));
  }

  private int from(int start, int mark) {
    int posting = start;
    while (posting != NONE && marks[posting] != mark) {
      posting = nexts[posting];
    }
    return posting;
  }

  private int bucket(long hash) {
    return (int) (hash >>> 32) & (heads.length - 1);
  }

  private static int mark(long hash) {
    return (int) hash;
  }

  /**
   * Whoever has words put into a mail chooses its keys: bits are mixed, so that buckets fill alike.
   */
  private static long mixed(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }
}
