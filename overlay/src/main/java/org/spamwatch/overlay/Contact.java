package org.spamwatch.overlay;

/**
 * A node as others know it: its id and where to reach it.
 *
 * @param id the node's id
 * @param endpoint where it accepts links
 */
public record Contact(Id id, Endpoint endpoint) {
  @Override
  public String toString() {
    return id.brief() + "@" + endpoint;
  }
}
