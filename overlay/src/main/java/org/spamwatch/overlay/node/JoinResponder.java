package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * What a node does for a newcomer whose join passes: each hop adds contacts of its prefix table to
 * the join, and the root alone answers, with those, its own and its leaf set, if the newcomer
 * itself has handed the join over; else it invites him to, in fewer bytes than came.
 *
 * <p>So a join in somebody else's name makes one node open one link to the address it gives,
 * however far it travels, and send an invitation there that says nothing; and no node does so for
 * more than a few joins of one address group a second, or many that one node hands over.
 */
final class JoinResponder implements Application {
  private static final int BURST_SECONDS = 10;

  /** Newcomers that were invited, and what was gathered for them on the way. */
  private static final int MAX_GATHERED = 64;

  private final NodeContext node;
  private final TokenBuckets<AddressGroup> answered;
  private final ConnectionGater connectionGater;
  private final RecentMap<Contact, List<Contact>> gathered = RecentMap.lastCome(MAX_GATHERED);

  JoinResponder(NodeContext node, ConnectionGater connectionGater) {
    this.node = node;
    this.connectionGater = connectionGater;
    int perSecond = node.limits().traffic().answeredJoinsPerSecond();
    this.answered =
        new TokenBuckets<>(
            node.timers(),
            perSecond,
            BURST_SECONDS * perSecond,
            node.limits().traffic().maxSenders());
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Join;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    return routed.message() instanceof Join join && isOwn(join, routed)
        ? Optional.of(helped(join))
        : Optional.empty();
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof Join join && isOwn(join, routed)) {
      answer(join, routed.via());
    }
  }

  @Override
  public void receive(Contact from, Message message) {} // a join is routed

  /** Whether a join is its origin's own, routed by its id, and not this node's. */
  private boolean isOwn(Join join, Routed routed) {
    return join.joiner().equals(routed.origin())
        && join.joiner().id().equals(routed.key())
        && !join.joiner().id().equals(node.self().id());
  }

  /**
   * The join with some contacts of this node's. Each hop takes half of the room that is left, so
   * that the later ones, whose rows are worth more to the newcomer, find some too.
   */
  private Join helped(Join join) {
    Set<Contact> contacts = new LinkedHashSet<>(join.contacts());
    int most = contacts.size() + (node.limits().maxContacts() - contacts.size() + 1) / 2;
    for (Contact contact : rowsFor(join.joiner().id())) {
      if (contacts.size() < most) {
        contacts.add(contact);
      }
    }
    return new Join(join.joiner(), Contacts.within(node.limits(), new ArrayList<>(contacts)));
  }

  /**
   * Answers a join that has arrived.
   *
   * @param via who has handed it over, and the endpoint by which it is answered
   */
  private void answer(Join join, Contact via) {
    Contact joiner = join.joiner();
    boolean inPerson = via.id().equals(joiner.id());
    if (!mayAnswer(join)
        || !(inPerson || connectionGater.mayProbe(joiner.endpoint(), via.endpoint()))) {
      node.counts().overRate++;
    } else if (inPerson) {
      List<Contact> before = gathered.remove(joiner);
      Join whole = before == null ? join : new Join(joiner, before);
      sendLeaves(via, false);
      node.outbox().send(via, rows(helped(whole).contacts()));
    } else {
      gathered.put(joiner, join.contacts());
      node.outbox()
          .sendToStranger(
              joiner, Optional.of(via.endpoint()), new Leaves(node.self(), List.of(), true));
    }
  }

  /** Whether leaves are none, but a root's wish to be asked in person; no other names nobody. */
  static boolean isInvitation(Leaves leaves) {
    return leaves.answerWanted() && leaves.contacts().isEmpty();
  }

  /** Tells a node of this node's leaf set. */
  void sendLeaves(Contact to, boolean answerWanted) {
    node.outbox().send(to, leaves(answerWanted));
  }

  private Leaves leaves(boolean answerWanted) {
    List<Contact> contacts =
        node.table().leafSet().neighbours().stream().map(Neighbour::contact).toList();
    return new Leaves(node.self(), Contacts.within(node.limits(), contacts), answerWanted);
  }

  private Rows rows(List<Contact> contacts) {
    return new Rows(
        node.self(),
        Contacts.within(node.limits(), contacts).stream()
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
    int shared =
        Math.min(
            node.self().id().sharedPrefix(newcomer), node.table().prefixTable().rowCount() - 1);
    List<Contact> contacts = new ArrayList<>();
    for (int row = shared; row >= 0; row--) {
      List<Contact> others = new ArrayList<>();
      int digit = -1;
      for (Neighbour neighbour : node.table().prefixTable().row(row)) {
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
