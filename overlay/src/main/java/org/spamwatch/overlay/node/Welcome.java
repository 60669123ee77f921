package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * What a node does for a newcomer whose join passes: each hop adds contacts of its prefix table to
 * the join, and the root alone answers, with those, its own and its leaf set.
 *
 * <p>So a join in somebody else's name makes one node open one link to the address it gives,
 * however far it travels, and no node does so for more than a few joins of one address group a
 * second.
 */
final class Welcome {
  private static final int BURST_SECONDS = 10;

  private final Contact self;
  private final Limits limits;
  private final RoutingTable table;
  private final TokenBuckets<AddressGroup> answered;

  Welcome(Contact self, Limits limits, Timers timers, RoutingTable table) {
    this.self = self;
    this.limits = limits;
    this.table = table;
    int perSecond = limits.traffic().answeredJoinsPerSecond();
    this.answered =
        new TokenBuckets<>(
            timers, perSecond, BURST_SECONDS * perSecond, limits.traffic().maxSenders());
  }

  /** Whether a join is its origin's own, routed by its id, and not this node's. */
  boolean isOwn(Join join, Routed routed) {
    return join.joiner().equals(routed.origin())
        && join.joiner().id().equals(routed.key())
        && !join.joiner().id().equals(self.id());
  }

  /**
   * The join with some contacts of this node's. Each hop takes half of the room that is left, so
   * that the later ones, whose rows are worth more to the newcomer, find some too.
   */
  Join helped(Join join) {
    Set<Contact> contacts = new LinkedHashSet<>(join.contacts());
    int most = contacts.size() + (limits.maxContacts() - contacts.size() + 1) / 2;
    for (Contact contact : rowsFor(join.joiner().id())) {
      if (contacts.size() < most) {
        contacts.add(contact);
      }
    }
    return new Join(join.joiner(), Contacts.within(limits, new ArrayList<>(contacts)));
  }

  /** Whether a join that has arrived may be answered: not too many of its address group were. */
  boolean mayAnswer(Join join) {
    AddressGroup group = AddressGroup.of(join.joiner().endpoint());
    return group.isLocal() || answered.take(group);
  }

  /**
   * The rows of this node that a newcomer has a use for, the one in which they part first; of every
   * slot the best candidate before any second one.
   */
  private List<Contact> rowsFor(Id newcomer) {
    int shared = Math.min(self.id().sharedPrefix(newcomer), table.prefixTable().rowCount() - 1);
    List<Contact> contacts = new ArrayList<>();
    for (int row = shared; row >= 0; row--) {
      List<Contact> others = new ArrayList<>();
      int digit = -1;
      for (Neighbour neighbour : table.prefixTable().row(row)) {
        boolean first = neighbour.id().digit(row) != digit;
        digit = neighbour.id().digit(row);
        (first ? contacts : others).add(neighbour.contact());
      }
      contacts.addAll(others);
    }
    return contacts;
  }

  /** Address groups remembered, for tests of the bounds. */
  int held() {
    return answered.size();
  }
}
