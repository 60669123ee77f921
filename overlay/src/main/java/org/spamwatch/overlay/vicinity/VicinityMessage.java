package org.spamwatch.overlay.vicinity;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Vicinity;

/** The conversation of the search; every message is defined in {@code docs/protocol.md}. */
public sealed interface VicinityMessage extends Message {
  /** Bytes of a {@link VicinityWanted}, its type included. */
  int WANTED_BYTES = 1 + 8 + Id.BYTES;

  /** Bytes of a {@link VicinityTold} that names nobody, its type included. */
  int TOLD_BYTES = 1 + 8 + 1;

  /**
   * Routed towards a key, or sent straight to a node near it: asks whom that node knows there.
   *
   * @param number random; known to the nodes asked alone
   */
  record VicinityWanted(long number, Id key) implements VicinityMessage {}

  /**
   * Sent straight to the origin: the nodes closest to the key that the sender knows.
   *
   * @param number that of the question
   * @param named at most {@link Vicinity#NAMED}, the sender among them where it belongs
   */
  record VicinityTold(long number, List<Contact> named) implements VicinityMessage {
    /** Checks the number of contacts; copies the list. */
    public VicinityTold {
      named = List.copyOf(named);
      if (named.size() > Vicinity.NAMED) {
        throw new IllegalArgumentException(
            named.size() + " contacts exceed the limit of " + Vicinity.NAMED);
      }
    }
  }
}
