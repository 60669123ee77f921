package org.spamwatch.overlay.lease;

import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * The publishers of a table's records, each held once, with their counts. Where this node itself
 * has a local address, a publisher with one is a group of its own: a site's peers are not each
 * other's rivals. Elsewhere a local address is a claim that nobody can check, and all of them
 * together are one group.
 */
final class QuotaUsage {
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
  private final Map<Publisher, Share> shares = new LinkedHashMap<>();
  private final RecordCounts counts = new RecordCounts();

  QuotaUsage(Contact self) {
    this.isLocal = AddressGroup.of(self.endpoint()).isLocal();
  }

  /** The share of a publisher, a new and empty one if it has none here. */
  Share of(Publisher publisher) {
    Share known = shares.get(publisher);
    return known != null ? known : new Share(publisher, groupName(publisher));
  }

  private String groupName(Publisher publisher) {
    AddressGroup group = publisher.group();
    return isLocal || !group.isLocal() ? group.nameFor(publisher.contact().id()) : "local";
  }

  void add(Share share) {
    if (share.records++ == 0) {
      shares.put(share.publisher, share);
    }
    counts.add(share);
  }

  void remove(Share share) {
    if (--share.records == 0) {
      shares.remove(share.publisher);
    }
    counts.remove(share);
  }

  RecordCounts counts() {
    return counts;
  }
}
