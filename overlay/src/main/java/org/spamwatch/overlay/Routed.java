package org.spamwatch.overlay;

/**
 * A message on its way to the root of a key, as an upcall sees it at one hop.
 *
 * @param key the key it is routed by
 * @param message what the application sent
 * @param origin the node that sent it
 * @param hops overlay hops travelled so far, 0 at the origin
 * @param ttl hops it may still travel, 0 to {@link Limits#maxHops()}
 * @param via the node that handed it over to this one; the origin at the origin itself
 */
public record Routed(Id key, Message message, Contact origin, int hops, int ttl, Contact via) {
  /** A message that its origin itself hands over. */
  public Routed(Id key, Message message, Contact origin, int hops, int ttl) {
    this(key, message, origin, hops, ttl, origin);
  }

  /**
   * Whether the origin hands it over itself; else somebody may have named one that asks nothing.
   */
  public boolean isInPerson() {
    return origin.id().equals(via.id());
  }
}
