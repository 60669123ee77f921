package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * What a node does for a newcomer whose join passes: each hop adds contacts of its prefix table to
 * the join, and the root alone answers, with those, its own and its leaf set, if the newcomer
 * itself has handed the join over; else it invites him to, in fewer bytes than came.
 *
 * <p>So a join in somebody else's name makes one node open one link to the address it gives,
 * however far it travels, and send an invitation there that says nothing; and no node does so for
 * more than a few joins of one address group a second, or many that one node hands over.
 */
final class JoinResponder {
  private static final int BURST_SECONDS = 10;

  private final Contact self;
  private final Limits limits;
  private final RoutingTable table;

  /** Newcomers that were invited, and what was gathered for them on the way. */
  private static final int MAX_GATHERED = 64;

  private final TokenBuckets<AddressGroup> answered;
  private final Outbox outbox;
  private final ConnectionGater connectionGater;
  private final Counts counts;
  private final RecentMap<Contact, List<Contact>> gathered = RecentMap.lastCome(MAX_GATHERED);

  JoinResponder(
      Contact self,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RoutingTable table,
      ConnectionGater connectionGater,
      Counts counts) {
    this.self = self;
    this.limits = limits;
    this.outbox = outbox;
    this.table = table;
    this.connectionGater = connectionGater;
    this.counts = counts;
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

  /**
   * Answers a join that has arrived.
   *
   * @param via who has handed it over, and the endpoint by which it is answered
   */
  void answer(Join join, Contact via) {
    Contact joiner = join.joiner();
    boolean inPerson = via.id().equals(joiner.id());
    if (!mayAnswer(join)
        || !(inPerson || connectionGater.mayProbe(joiner.endpoint(), via.endpoint()))) {
      counts.overRate++;
    } else if (inPerson) {
      List<Contact> before = gathered.remove(joiner);
      Join whole = before == null ? join : new Join(joiner, before);
      outbox.send(via, leaves(false));
      outbox.send(via, rows(helped(whole).contacts()));
    } else {
      gathered.put(joiner, join.contacts());
      outbox.sendToStranger(joiner, Optional.of(via.endpoint()), new Leaves(self, List.of(), true));
    }
  }

  /** Whether leaves are none, but a root's wish to be asked in person; no other names nobody. */
  static boolean isInvitation(Leaves leaves) {
    return leaves.answerWanted() && leaves.contacts().isEmpty();
  }

  /** This node's leaf set. */
  Leaves leaves(boolean answerWanted) {
    List<Contact> contacts = table.leafSet().neighbours().stream().map(Neighbour::contact).toList();
    return new Leaves(self, Contacts.within(limits, contacts), answerWanted);
  }

  private Rows rows(List<Contact> contacts) {
    return new Rows(
        self,
        Contacts.within(limits, contacts).stream()
            .map(contact -> new Rows.Entry(contact, 0))
            .toList());
  }

  /** Whether a join that has arrived may be answered: not too many of its address group were. */
  private boolean mayAnswer(Join join) {
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

  /** Address groups and newcomers remembered, for tests of the bounds. */
  int held() {
    return answered.size() + gathered.size();
  }
}
