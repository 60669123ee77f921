package org.spamwatch.overlay.node;

import org.spamwatch.overlay.Contact;

/**
 * A node worth remembering over a restart: one that this node's own probes have reached.
 *
 * @param firstMillis when it was first reached, in milliseconds since the epoch
 * @param lastMillis when it was last in the tables, in milliseconds since the epoch
 */
public record KnownHost(Contact contact, long firstMillis, long lastMillis) {
  /** Checks the times. */
  public KnownHost {
    if (firstMillis < 0 || lastMillis < firstMillis) {
      throw new IllegalArgumentException(
          "reached first at " + firstMillis + " and last at " + lastMillis + ", before that");
    }
  }

  /** For how long it is known to have lived, in milliseconds. */
  long spanMillis() {
    return lastMillis - firstMillis;
  }
}
