package org.spamwatch.overlay.lookup;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation of the search; every message is defined in {@code docs/protocol.md}. */
public sealed interface LookupMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = LookupWire.TYPES;

  /** Bytes of a {@link FindClosest}, its type included. */
  int WANTED_BYTES = 1 + 8 + Id.BYTES;

  /** Bytes of a {@link ClosestFound} that names nobody, its type included. */
  int TOLD_BYTES = 1 + 8 + 1;

  /**
   * Routed towards a key, or sent straight to a node near it: asks whom that node knows there.
   *
   * @param number random; known to the nodes asked alone
   */
  record FindClosest(long number, Id key) implements LookupMessage {}

  /**
   * Sent straight to the origin: the nodes closest to the key that the sender knows.
   *
   * @param number that of the question
   * @param named at most {@link ReplicaLookup#NAMED}, the sender among them where it belongs
   */
  record ClosestFound(long number, List<Contact> named) implements LookupMessage {
    /** Checks the number of contacts; copies the list. */
    public ClosestFound {
      named = List.copyOf(named);
      if (named.size() > ReplicaLookup.NAMED) {
        throw new IllegalArgumentException(
            named.size() + " contacts exceed the limit of " + ReplicaLookup.NAMED);
      }
    }
  }
}
