package org.spamwatch.overlay;

import org.jspecify.annotations.Nullable;

/**
 * A node as others know it: its id and where to reach it.
 *
 * @param id the node's id
 * @param endpoint where it accepts links
 */
public record Contact(Id id, Endpoint endpoint) {
  /** As that of any record; written out because every message that arrives asks for it. */
  @Override
  public boolean equals(@Nullable Object object) {
    return this == object
        || (object instanceof Contact other
            && id.equals(other.id)
            && endpoint.equals(other.endpoint));
  }

  @Override
  public int hashCode() {
    return 31 * id.hashCode() + endpoint.hashCode();
  }

  @Override
  public String toString() {
    return id.brief() + "@" + endpoint;
  }
}
