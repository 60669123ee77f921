package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Id;

/** A record of the tests: what it says, under a name. */
record Named(
    Id rest, String name, String content, Publisher publisher, long sequence, boolean withdrawn)
    implements LeaseRecord<Named> {
  @Override
  public boolean isNamedAs(Named other) {
    return name.equals(other.name);
  }
}
