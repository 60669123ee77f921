package org.spamwatch.overlay;

/**
 * A message on its way to the root of a key, as an upcall sees it at one hop.
 *
 * @param key the key it is routed by
 * @param message what the application sent
 * @param origin the node that sent it
 * @param hops overlay hops travelled so far, 0 at the origin
 * @param ttl hops it may still travel, 0 to {@link Limits#maxHops()}
 */
public record Routed(Id key, Message message, Contact origin, int hops, int ttl) {}
