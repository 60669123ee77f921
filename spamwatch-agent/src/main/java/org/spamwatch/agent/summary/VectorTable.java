package org.spamwatch.agent.summary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The vectors of announced messages, in arrays of numbers, and which of them have a feature. About
 * 21 bytes a feature: a vector's features take places in groups of eight, so that a group tells
 * whose they are. Looking up allocates nothing. Not thread-safe.
 */
final class VectorTable {
  private static final int GROUP_BITS = 3;
  private static final int GROUP = 1 << GROUP_BITS;
  private static final int MOST_GROUPS = FeatureVector.MAX_SIZE >> GROUP_BITS;
  private static final int SIZE_BITS = 7;
  private static final int SIZE_MASK = (1 << SIZE_BITS) - 1;
  private static final int WHOLE_TEXT = 1 << SIZE_BITS;

  private final LongPages keys;
  private final KeyIndex byKey;
  private final IntPages owners; // by group of keys: the vector
  private final IntPages kinds; // by vector: scheme, whole-text mark, size; 0 free
  private final IntPages starts; // by vector: its first key
  private final Places vectors;

  /** By number of groups: where keys of that many were freed; the first of them leads on. */
  private final int[] free = new int[MOST_GROUPS + 1];

  private int groups;
  private long features;

  /**
   * No vectors.
   *
   * @param seed of the index
   */
  VectorTable(SummaryPages pages, long seed) {
    keys = new LongPages(pages);
    owners = new IntPages(pages);
    kinds = new IntPages(pages);
    starts = new IntPages(pages);
    vectors = new Places(pages);
    byKey = new KeyIndex(keys, pages, seed);
    Arrays.fill(free, Places.NONE);
  }

  /** Adds a vector; returns its place. */
  int add(FeatureVector added) {
    int place = vectors.take();
    int size = added.size();
    int start = takeKeys(groupsOf(size));
    kinds.set(place, kind(added));
    starts.set(place, start);
    for (int i = 0; i < groupsOf(size); i++) {
      owners.set((start >>> GROUP_BITS) + i, place);
    }
    for (int i = 0; i < size; i++) {
      keys.set(start + i, added.identity(i));
      byKey.link(start + i);
    }
    features += size;
    return place;
  }

  private int takeKeys(int count) {
    int start = free[count];
    if (start != Places.NONE) {
      free[count] = (int) keys.get(start);
      return start;
    }
    start = groups << GROUP_BITS;
    groups += count;
    if (groups > Integer.MAX_VALUE >> GROUP_BITS) {
      throw new IllegalStateException("there are more than 2^31 features");
    }
    return start;
  }

  void remove(int place) {
    int size = size(place);
    int start = starts.get(place);
    for (int i = 0; i < size; i++) {
      byKey.unlink(start + i);
    }
    keys.set(start, free[groupsOf(size)]);
    free[groupsOf(size)] = start;
    kinds.set(place, 0);
    vectors.giveBack(place);
    features -= size;
  }

  private static int groupsOf(int size) {
    return (size + GROUP - 1) >>> GROUP_BITS;
  }

  /** What vectors must have in common to match, and the size. Never 0: there are no empty ones. */
  private static int kind(FeatureVector vector) {
    return vector.scheme().id() << (SIZE_BITS + 1)
        | (vector.wholeText() ? WHOLE_TEXT : 0)
        | vector.size();
  }

  /** Whether there is a vector at a place, 0 to {@link #end} - 1. */
  boolean isUsed(int place) {
    return kinds.get(place) != 0;
  }

  /** Every vector's place lies below. */
  int end() {
    return vectors.end();
  }

  /** Vectors held. */
  int count() {
    return vectors.used();
  }

  /** Features held, those of each vector. */
  long features() {
    return features;
  }

  int size(int place) {
    return kinds.get(place) & SIZE_MASK;
  }

  long key(int place, int i) {
    return keys.get(starts.get(place) + i);
  }

  /** The vector at a place. */
  FeatureVector vector(int place) {
    boolean isWhole = (kinds.get(place) & WHOLE_TEXT) != 0;
    List<Id> all = new ArrayList<>(size(place));
    for (int i = 0; i < size(place); i++) {
      all.add(FeatureVector.key(key(place, i)));
    }
    return new FeatureVector(scheme(place), isWhole, all);
  }

  /** The scheme of the vector at a place. */
  Scheme scheme(int place) {
    return Scheme.of(kinds.get(place) >>> (SIZE_BITS + 1));
  }

  /** Whether a vector is of the same scheme as another, and both stand for a whole text or not. */
  boolean isOfKind(int place, FeatureVector other) {
    return (kinds.get(place) ^ kind(other)) >>> SIZE_BITS == 0;
  }

  /**
   * Whether a vector has the same scheme and the same features as another; order does not count.
   */
  boolean isSame(int place, FeatureVector other) {
    if (kinds.get(place) != kind(other)
        || (other.wholeText() && key(place, 0) != other.identity(0))) {
      return false;
    }
    int same = 0;
    while (same < other.size() && key(place, same) == other.identity(same)) {
      same++;
    }
    if (same == other.size()) {
      return true;
    }
    long[] mine = new long[other.size()];
    Arrays.setAll(mine, i -> key(place, i));
    Arrays.sort(mine);
    return Arrays.equals(
        mine, other.keys().stream().mapToLong(each -> each.high()).sorted().toArray());
  }

  /** The first posting of a feature; {@link Places#NONE} if no vector has it. */
  int firstPosting(long key) {
    return byKey.first(key);
  }

  /** The next posting of the same feature; {@link Places#NONE} behind the last. */
  int nextPosting(int posting) {
    return byKey.next(posting);
  }

  /** The vector that a posting stands for. */
  int vectorOf(int posting) {
    return owners.get(posting >>> GROUP_BITS);
  }

  long bytes() {
    return keys.bytes()
        + byKey.bytes()
        + owners.bytes()
        + kinds.bytes()
        + starts.bytes()
        + vectors.bytes();
  }
}
