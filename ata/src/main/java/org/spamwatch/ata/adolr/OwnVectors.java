package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.evidence.SharedKinds;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.KeptRecords;
import org.spamwatch.overlay.lease.Publisher;

/**
 * The vectors of what this node keeps on its own account, in one index with the records that it
 * holds: unsigned, known here and nowhere else, and there as soon as they are added. They lead
 * queries to objects; nobody is given them, or told that this node has published them.
 *
 * <p>Adding costs O(|FV| log n) however many vectors share a key, so that a campaign of thousands
 * of variants does not take longer than as many other messages; only what is removed of a key is
 * looked for among those that share it. Once this node holds its own publication of a vector under
 * a key, that stands there for both. No copy of a vector is made. Looking up allocates nothing.
 */
final class OwnVectors {
  private static final byte[] UNSIGNED = {};

  /** Bits that say, of nearly every key of another's evidence, that a mail's has it not. */
  private static final int MARKS = 1_024;

  private final KeptRecords<PackedPublication> kept;
  private final Supplier<Publisher> selfAsPublisher;
  private @Nullable Publisher self;

  private final Met met = new Met();

  /** The records of one key. */
  private int[] numbers = {};

  /** Of the query under way, the places of the keys that lead to anything, and to how many. */
  private final int[] leading = new int[FeatureVector.MAX_SIZE];

  private final int[] counts = new int[FeatureVector.MAX_SIZE];

  /** Of the evidence under way, a bit for each key, by the key's own. */
  private final long[] marks = new long[MARKS / Long.SIZE];

  /**
   * None yet.
   *
   * @param self asked for this node as its publications name it, once anything is added
   */
  OwnVectors(KeptRecords<PackedPublication> kept, Supplier<Publisher> self) {
    this.kept = kept;
    this.selfAsPublisher = self;
  }

  /** Vectors held. */
  int size() {
    return kept.size();
  }

  /** Adds a vector of an object, which is not there yet. */
  void add(Id guid, FeatureVector vector) {
    kept.add(unsigned(guid, vector));
  }

  /** Adds one of many, none of which is found before {@link #putGathered}. */
  void gather(Id guid, FeatureVector vector) {
    kept.gather(unsigned(guid, vector));
  }

  /** Has what was gathered be found, as {@link KeptRecords#putGathered}. */
  void putGathered(Consumer<Runnable> turns) {
    kept.putGathered(turns);
  }

  /** Removes a vector of an object, if it is there. */
  void remove(Id guid, FeatureVector vector) {
    kept.remove(unsigned(guid, vector));
  }

  private PackedPublication unsigned(Id guid, FeatureVector vector) {
    Publisher publisher = self;
    if (publisher == null) {
      publisher = selfAsPublisher.get();
      self = publisher;
    }
    return new PackedPublication(guid, vector, publisher, 0, false, UNSIGNED);
  }

  /**
   * The objects whose vectors match.
   *
   * @param mostCompared vectors compared at most; those under the rarest keys come first
   * @param most matches after which no further one is looked for
   * @param found takes them, each vector of each object once
   */
  void resolve(QueryVector asked, int thres, int mostCompared, int most, Found found) {
    int compared = 0;
    int keys = begin(asked, mostCompared);
    for (int i = 0; i < keys; i++) {
      int count = newest(asked.identity(leading[i]), counts[i]);
      for (int place = 0; place < count; place++) {
        int number = numbers[place];
        if (met.has(number)) {
          continue;
        }
        if (compared >= mostCompared || found.size() >= most) {
          return;
        }
        met.add(number);
        compared++;
        PackedPublication record = kept.record(number);
        int shared = asked.match(record.vector(), thres);
        // It may be met as several records, for its publication's leases end at several times.
        if (shared > 0 && !found.has(record)) {
          found.add(record, shared);
        }
      }
    }
  }

  /** Lists the keys of a query that lead to anything, the rarest first; returns how many. */
  private int begin(QueryVector asked, int most) {
    int keys = 0;
    for (int key = 0; key < asked.size() && size() > 0; key++) {
      int count = kept.count(asked.identity(key), most);
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
    met.begin(kept.numbers());
    return keys;
  }

  /** Has the newest records of a key at hand; returns how many, so many at most. */
  private int newest(long key, int most) {
    if (numbers.length < most) {
      numbers = new int[most];
    }
    return Math.min(most, kept.newest(key, numbers));
  }

  /**
   * The objects whose vectors of evidence share enough with a mail to be compared with it; those
   * that share more kinds come first.
   *
   * @param mostOfKey vectors looked at under each key, the newest
   */
  List<Id> sharing(List<Id> evidence, int mostOfKey) {
    long[] keys = evidence.stream().mapToLong(Id::high).distinct().toArray();
    long[] ascending = keys.clone();
    Arrays.sort(ascending);
    Arrays.fill(marks, 0);
    for (long key : keys) {
      marks[mark(key)] |= 1L << bit(key);
    }
    met.begin(kept.numbers());
    List<Sharing> worth = new ArrayList<>();
    for (long key : keys) {
      int count = newest(key, mostOfKey);
      for (int place = 0; place < count; place++) {
        int number = numbers[place];
        int shared = met.add(number) ? shared(number, ascending) : SharedKinds.NONE;
        if (SharedKinds.areWorthComparing(shared)) {
          worth.add(new Sharing(number, SharedKinds.kinds(shared)));
        }
      }
    }
    return worth.stream()
        .sorted(Comparator.comparingInt(each -> -each.kinds()))
        .map(each -> kept.record(each.number()).guid())
        .distinct()
        .toList();
  }

  /** A record by its number, and how many kinds of evidence it shares. */
  private record Sharing(int number, int kinds) {}

  private int shared(int number, long[] ascending) {
    FeatureVector held = kept.record(number).vector();
    int shared = SharedKinds.NONE;
    for (int key = 0; key < held.size() && held.scheme().equals(Scheme.EVIDENCE); key++) {
      long identity = held.identity(key);
      boolean mayBeShared = (marks[mark(identity)] >>> bit(identity) & 1) != 0;
      boolean isShared = mayBeShared && Arrays.binarySearch(ascending, identity) >= 0;
      shared = isShared ? SharedKinds.with(shared, identity) : shared;
    }
    return shared;
  }

  private static int mark(long key) {
    return (int) (key >>> 32) & (MARKS / Long.SIZE - 1);
  }

  private static int bit(long key) {
    return (int) (key >>> 40) & (Long.SIZE - 1);
  }
}
