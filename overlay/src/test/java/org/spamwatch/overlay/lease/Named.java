package org.spamwatch.overlay.lease;

import java.util.List;
import org.spamwatch.overlay.Id;

/** A record of the tests: what it says, under a name and some keys. */
record Named(
    List<Id> held,
    String name,
    String content,
    Publisher publisher,
    long sequence,
    boolean withdrawn)
    implements LeaseRecord<Named> {
  /** One of a single key. */
  Named(
      Id key, String name, String content, Publisher publisher, long sequence, boolean withdrawn) {
    this(List.of(key), name, content, publisher, sequence, withdrawn);
  }

  @Override
  public Id rest() {
    return held.get(0);
  }

  @Override
  public int keys() {
    return held.size();
  }

  @Override
  public long first(int index) {
    return held.get(index).high();
  }

  @Override
  public boolean isNamedAs(Named other) {
    return name.equals(other.name);
  }
}
