package org.spamwatch.overlay.lease;

import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * How many records of a set each publisher has, and each group of addresses. Where this node itself
 * has a local address, a publisher with one is a group of its own: a site's peers are not each
 * other's rivals. Elsewhere a local address is a claim that nobody can check, and all of them
 * together are one group.
 */
final class Tallies {
  /** A publisher as it is counted; one object for all its records. */
  static final class Share {
    final Publisher publisher;
    final String group;
    private int records;

    Share(Publisher publisher, String group) {
      this.publisher = publisher;
      this.group = group;
    }

    Id id() {
      return publisher.contact().id();
    }
  }

  private final boolean isLocal;
  private final Map<Publisher, Share> shares = new LinkedHashMap<>(2);
  private final Map<Id, Integer> ofPublisher = new LinkedHashMap<>(2);
  private final Map<String, Integer> ofGroup = new LinkedHashMap<>(2);

  Tallies(Contact self) {
    this.isLocal = AddressGroup.of(self.endpoint()).isLocal();
  }

  /** The share of a publisher, a new and empty one if it has none here. */
  Share of(Publisher publisher) {
    Share known = shares.get(publisher);
    return known != null ? known : new Share(publisher, groupName(publisher));
  }

  private String groupName(Publisher publisher) {
    AddressGroup group = publisher.group();
    if (!group.isLocal()) {
      return group.name();
    }
    return isLocal ? publisher.contact().id().toString() : "local";
  }

  void add(Share share) {
    if (share.records++ == 0) {
      shares.put(share.publisher, share);
    }
    ofPublisher.merge(share.id(), 1, Integer::sum);
    ofGroup.merge(share.group, 1, Integer::sum);
  }

  void remove(Share share) {
    if (--share.records == 0) {
      shares.remove(share.publisher);
    }
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
