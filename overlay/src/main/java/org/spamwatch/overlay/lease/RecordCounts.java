package org.spamwatch.overlay.lease;

import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.Multiset;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.QuotaUsage.Share;

/** How many records of a set each publisher has, and each group of addresses. */
final class RecordCounts {
  private final Multiset<Id> ofPublisher = LinkedHashMultiset.create();
  private final Multiset<String> ofGroup = LinkedHashMultiset.create();

  void add(Share share) {
    ofPublisher.add(share.id());
    ofGroup.add(share.group);
  }

  void remove(Share share) {
    ofPublisher.remove(share.id());
    ofGroup.remove(share.group);
  }

  int of(Id publisher) {
    return ofPublisher.count(publisher);
  }

  int ofPublisher(Share share) {
    return of(share.id());
  }

  int ofGroup(Share share) {
    return ofGroup.count(share.group);
  }

  /**
   * Whether fairness gains when a newcomer takes the place of a record: then the newcomer's group
   * has fewer still than the other's had, or, within one group, its publisher.
   */
  boolean isBetter(Share newcomer, Share held) {
    return newcomer.group.equals(held.group)
        ? ofPublisher(held) > ofPublisher(newcomer) + 1
        : ofGroup(held) > ofGroup(newcomer) + 1;
  }

  /** Whether of two records the one is of a larger group, or in one as large of more of its own. */
  boolean isHeavier(Share one, Share other) {
    int order = Integer.compare(ofGroup(one), ofGroup(other));
    return order != 0 ? order > 0 : ofPublisher(one) > ofPublisher(other);
  }
}
