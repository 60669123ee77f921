package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;

/**
 * Which record of a {@link LeaseTable} makes room where there is none: one of whoever has most, and
 * of those the one whose lease ends first. This node's own never do.
 */
final class GivingWay<R extends LeaseRecord<R>> {
  /** Keys, and records of each, looked at for one to give way when the table is full. */
  private static final int SAMPLED_KEYS = 32;

  private static final int SAMPLED_NAMES = 8;

  private final LeasePages<R> records;
  private final QuotaUsage quotaUsage;
  private final Id self;
  private Id cursor = Id.ZERO;

  GivingWay(LeasePages<R> records, QuotaUsage quotaUsage, Id self) {
    this.records = records;
    this.quotaUsage = quotaUsage;
    this.self = self;
  }

  private QuotaUsage.Share share(long place) {
    return quotaUsage.of(records.record(place).publisher());
  }

  /** Which record of a full key is to make room, if any. Costs O(its records). */
  long of(Id key, QuotaUsage.Share newcomer) {
    RecordCounts here = new RecordCounts();
    for (long place = records.from(key); records.isAt(place, key); place = records.next(place)) {
      here.add(share(place));
    }
    long worst = LeasePages.NOWHERE;
    for (long place = records.from(key); records.isAt(place, key); place = records.next(place)) {
      worst = worst == LeasePages.NOWHERE || givesWayBefore(here, place, worst) ? place : worst;
    }
    return worst != LeasePages.NOWHERE && here.isBetter(newcomer, share(worst))
        ? worst
        : LeasePages.NOWHERE;
  }

  /** Which record of a full table is to make room, if any of those that follow the cursor is. */
  long of(QuotaUsage.Share newcomer) {
    long worst = LeasePages.NOWHERE;
    Id key = cursor;
    int keys = 0;
    long place = records.leasedFrom(records.behind(cursor));
    while (records.has(place) && keys < SAMPLED_KEYS) {
      key = records.key(place);
      keys++;
      for (int names = 0; names < SAMPLED_NAMES && records.isAt(place, key); names++) {
        if (!share(place).id().equals(self)
            && (worst == LeasePages.NOWHERE || givesWayBefore(quotaUsage.counts(), place, worst))) {
          worst = place;
        }
        place = records.next(place);
      }
      place = records.leasedFrom(records.behind(key));
    }
    if (worst != LeasePages.NOWHERE && quotaUsage.counts().isBetter(newcomer, share(worst))) {
      return worst;
    }
    cursor = keys < SAMPLED_KEYS ? Id.ZERO : key;
    return LeasePages.NOWHERE;
  }

  private boolean givesWayBefore(RecordCounts counts, long one, long two) {
    QuotaUsage.Share first = share(one);
    QuotaUsage.Share second = share(two);
    if (counts.isHeavier(first, second)) {
      return true;
    }
    return !counts.isHeavier(second, first) && records.end(one) < records.end(two);
  }
}
