package org.spamwatch.overlay;

/** What an application is told by the {@link Dolr}; on the node's turn, like every upcall. */
public interface ObjectApplication {
  /** Whether a message belongs to this application. */
  boolean accepts(Message message);

  /**
   * A message to an object that this node serves has arrived.
   *
   * @param origin the node that asked, if {@code via} tells the truth
   * @param via the node that handed the message over
   * @param hops overlay hops it has taken
   */
  void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops);

  /** A message this node sent by {@link Dolr#routeToObject} found no location of the object. */
  void locationFailed(Id guid, Message message);

  /**
   * A message this node was sent by {@link Dolr#routeToNode} has arrived.
   *
   * @param via the node that handed the message over
   */
  default void deliverToNode(Message message, Contact via) {}
}
