package org.spamwatch.overlay;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Key-based routing: carries a message to the root of a key, the live node whose id is closest to
 * it on the ring, with an upcall at every hop.
 *
 * <p>Source: Dabek et al., Towards a Common API for Structured Peer-to-Peer Overlays (2003); {@code
 * docs/architecture.md} has the routing rule.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public interface KeyBasedRouting {
  /** This node. */
  Contact self();

  /** Adds an application; to be called before the node starts. */
  void register(Application application);

  /**
   * Routes a message towards a key's root. Each hop acknowledges; a hop that does not is replaced
   * by another, up to twelve times. Before this node has joined messages wait until it has. Nothing
   * is reported if the message is lost all the same: applications that need to know set a timer.
   *
   * @param ttl hops it may travel at most; 0 asks this node only; capped at {@link
   *     Limits#maxHops()}
   * @param hint the first hop to prefer, if it makes progress
   */
  void route(Id key, Message message, int ttl, Optional<Contact> hint);

  /** Routes without a hint as far as the root. */
  default void route(Id key, Message message) {
    route(key, message, Integer.MAX_VALUE, Optional.empty());
  }

  /**
   * The nodes by which a route to a key may begin, in the order in which {@link #route} would try
   * them if none before answered: each makes progress, so each is good for a hint. A message that
   * one of them swallowed is sent by another.
   *
   * @param count how many at most
   * @return empty if this node is, as far as it knows, the root
   */
  List<Contact> firstHops(Id key, int count);

  /**
   * Sends a message straight to a node, acknowledged and repeated up to three times.
   *
   * @param outcome told once whether it was acknowledged
   */
  void send(Contact to, Message message, Consumer<Boolean> outcome);

  /** Sends a message straight to a node; whether it arrived is not of interest. */
  default void send(Contact to, Message message) {
    send(to, message, arrived -> {});
  }

  /**
   * Sends a message straight to a node because another one has named it, as the origin of what it
   * handed over or as a server. It is sent once, over the link that there is; few links are opened
   * to nodes not heard lately, for each that names them, and in all, so that nobody can have many
   * addresses dialled from here. What is not sent is not acknowledged.
   *
   * @param by the node that handed over what names the other one; it itself is always answered
   */
  default void sendNamed(Contact to, Contact by, Message message, Consumer<Boolean> outcome) {
    send(to, message, outcome);
  }

  /** Sends a message to a node that another one has named, whether or not it arrives. */
  default void sendNamed(Contact to, Contact by, Message message) {
    sendNamed(to, by, message, arrived -> {});
  }

  /** Whether this node is, as far as it knows, the root of a key. */
  boolean isRoot(Id key);

  /**
   * Whether this node is the only one of its realm, for all it has ever known: it was given no
   * seeds, remembers no node and has met none. A node that others have fallen silent to is cut off,
   * which is not the same: what is only here is then to be given to others later.
   */
  boolean isAlone();

  /**
   * The nodes on which a key's objects are to be kept: its root first, then the leaf neighbours
   * closest to the key, this node among them where it belongs. Exact only at nodes near the key.
   *
   * @param count how many at most
   */
  List<Contact> replicaSet(Id key, int count);

  /** Sends a message to the other nodes on which a key's objects are to be kept. */
  default void sendToReplicas(Id key, int count, Message message) {
    replicaSet(key, count).stream()
        .filter(member -> !member.id().equals(self().id()))
        .forEach(member -> send(member, message));
  }

  /** The seeds, given by this node's operator, that have answered it. */
  default List<Contact> seeds() {
    return List.of();
  }

  /** The nodes that this node knows; of a client none. */
  default List<Contact> known() {
    return replicaSet(self().id(), Integer.MAX_VALUE);
  }

  /**
   * The nodes closest to a key of all that this node knows, itself among them: a step towards a key
   * that is far away, where {@link #replicaSet} names neighbours of this node. Of a client none.
   *
   * @param count how many at most
   */
  default List<Contact> closestKnown(Id key, int count) {
    return replicaSet(key, count);
  }

  /**
   * A node has answered in person: it is probed and enters the tables if they have a use for it.
   */
  default void meet(Contact contact) {}

  /**
   * Has the nodes next to this one hand over again, as if to a newcomer, what it is to hold: to be
   * called where it could not take what it was given. Costs them all that they hold for it. When
   * the date is set the node does so of its own accord.
   */
  default void askForHandover() {}
}
