package org.spamwatch.ata.adolr;

import java.util.Arrays;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.lease.LeaseTable;

/**
 * What a query matches of the records held and of the own vectors. What it found stands until the
 * next query. Allocates nothing but, now and then, room for more than there was ever. Not
 * thread-safe.
 */
final class Lookup {
  private final LeaseTable<PackedPublication> records;
  private final OwnVectors own;
  private final int maxCompared;
  private final QueryVector query = new QueryVector();
  private final Found found = new Found();
  private final Met met = new Met();

  /** Records of one feature. */
  private int[] numbers = new int[8];

  private int ofOwn;
  private boolean isAll;

  /**
   * A look-up.
   *
   * @param maxCompared records compared for a query, and as many own vectors
   */
  Lookup(LeaseTable<PackedPublication> records, OwnVectors own, int maxCompared) {
    this.records = records;
    this.own = own;
    this.maxCompared = maxCompared;
  }

  /**
   * Looks a query up. The feature that it was routed by is gone through whole, the others in their
   * order as long as they lead to no more than may be compared.
   *
   * @param routed that feature's place in the vector, or below 0 if it is none of it
   * @param most own vectors found at most
   */
  Found find(int routed, FeatureVector vector, int thres, int most) {
    findOwn(vector, thres, most);
    met.begin(records.kept().numbers());
    int compared = routed < 0 ? 0 : compare(standing(vector.identity(routed)), thres);
    isAll = compared <= maxCompared;
    for (int place = 0; place < vector.size(); place++) {
      int count = place == routed ? 0 : standing(vector.identity(place));
      if (compared + count > maxCompared) {
        isAll = false;
      } else {
        compared += compare(count, thres);
      }
    }
    return found;
  }

  /** As {@link #find}, but among the own vectors alone. */
  Found findOwn(FeatureVector vector, int thres, int most) {
    query.set(vector);
    found.begin(query);
    own.resolve(query, thres, maxCompared, most, found);
    ofOwn = found.size();
    return found;
  }

  /** How many of what was found are own vectors: the first. */
  int ofOwn() {
    return ofOwn;
  }

  /** Whether all was compared that the features lead to. */
  boolean isAll() {
    return isAll;
  }

  /** Has the records of a feature that stand at hand; returns how many. */
  private int standing(long feature) {
    int count = records.standing(feature, numbers);
    if (count > numbers.length) {
      numbers = Arrays.copyOf(numbers, count);
      records.standing(feature, numbers);
    }
    return count;
  }

  private int compare(int count, int thres) {
    for (int place = 0; place < count; place++) {
      PackedPublication record = records.kept().record(numbers[place]);
      int shared = met.add(numbers[place]) ? query.match(record.vector(), thres) : 0;
      if (shared > 0) {
        found.add(record, shared);
      }
    }
    return count;
  }
}
