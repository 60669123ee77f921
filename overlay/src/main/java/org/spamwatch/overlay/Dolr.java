package org.spamwatch.overlay;

/**
 * Decentralised object location and routing: objects stay where they are, and pointers to them are
 * left along the way to their root.
 *
 * <p>Source: Dabek et al. 2003, section 3; SpamWatch paper, section 2.2.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public interface Dolr {
  /** Adds an application that serves objects or asks for them; before the node starts. */
  void register(ObjectApplication application);

  /**
   * Announces that this node serves an object. Leaves a leased pointer at every hop towards the
   * root and at the root's replicas, and renews it until {@link #unpublish}.
   */
  void publish(Id guid);

  /** Takes {@link #publish} back: withdraws the pointers, older publications included. */
  void unpublish(Id guid);

  /**
   * Stops renewing a publication without withdrawing it: others publish the object now, and this
   * node's pointers run out.
   */
  void lapse(Id guid);

  /**
   * Serves an object found by routes that pass here, without leaving pointers: for replicas near
   * the object's root.
   */
  void serve(Id guid);

  /** Takes {@link #serve} back. */
  void stopServing(Id guid);

  /**
   * Sends a message to one location of an object: towards its root, straight to the server from the
   * first hop that has a pointer. {@link ObjectApplication#locationFailed} tells the origin if the
   * root knows none.
   *
   * @param ttl hops towards the root at most
   * @param origin the node that the object answers: this one, or the one for which it acts
   */
  void routeToObject(Id guid, Message message, int ttl, Contact origin);

  /** Sends a message to the node with exactly this id, if it lives. */
  void routeToNode(Id nodeId, Message message);
}
