package org.spamwatch.overlay.lease;

import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.QuotaUsage.Share;

/** How many records of a set each publisher has, and each group of addresses. */
final class RecordCounts {
  private final Map<Id, Integer> ofPublisher = new LinkedHashMap<>();
  private final Map<String, Integer> ofGroup = new LinkedHashMap<>();

  void add(Share share) {
    ofPublisher.merge(share.id(), 1, Integer::sum);
    ofGroup.merge(share.group, 1, Integer::sum);
  }

  void remove(Share share) {
    ofPublisher.computeIfPresent(share.id(), (id, count) -> count == 1 ? null : count - 1);
    ofGroup.computeIfPresent(share.group, (name, count) -> count == 1 ? null : count - 1);
  }

  int ofPublisher(Share share) {
    return ofPublisher.getOrDefault(share.id(), 0);
  }

  int ofGroup(Share share) {
    return ofGroup.getOrDefault(share.group, 0);
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
