package org.spamwatch.overlay.node;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Notices leaves that begin anew before anybody has missed them. What such a node kept may be gone
 * with its disk, but nobody would give it to it again: it is a leaf as ever, and the others would
 * take it for the one that is to hand over to newcomers.
 *
 * <p>A node that joins says in its pings that it has not joined yet; its leaf set, or a ping that
 * says that it has, ends that. Not thread-safe.
 */
final class RejoinDetection {
  private final RoutingTable table;
  private final Consumer<Contact> begunAnew;
  private final Set<Contact> joining = new LinkedHashSet<>(); // leaves, and some that were

  /**
   * No leaf joins.
   *
   * @param begunAnew told of every leaf that has joined again
   */
  RejoinDetection(RoutingTable table, Consumer<Contact> begunAnew) {
    this.table = table;
    this.begunAnew = begunAnew;
  }

  /** A node says of itself whether it takes part. */
  void heard(Contact sender, boolean takesPart) {
    if (!takesPart && isLeaf(sender)) {
      joining.removeIf(contact -> !isLeaf(contact));
      joining.add(sender);
    } else if (takesPart && !joining.isEmpty() && joining.remove(sender) && isLeaf(sender)) {
      begunAnew.accept(sender);
    }
  }

  private boolean isLeaf(Contact contact) {
    return table.leafSet().neighbours().stream().anyMatch(leaf -> leaf.contact().equals(contact));
  }
}
