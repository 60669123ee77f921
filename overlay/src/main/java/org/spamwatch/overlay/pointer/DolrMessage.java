package org.spamwatch.overlay.pointer;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation of the DOLR; every message is defined in {@code docs/protocol.md}. */
public sealed interface DolrMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = DolrWire.TYPES;

  /** Routed to the object's root; leaves the pointer, or withdraws older ones, at each hop. */
  record Publish(Pointer pointer) implements DolrMessage {}

  /** Routed towards the object's root until a hop has a pointer. */
  record Locate(Id guid, Contact origin, Message payload) implements DolrMessage {}

  /** Sent straight to the server that a pointer names. */
  record ToServer(Id guid, Contact origin, int hops, Message payload) implements DolrMessage {}

  /** Routed to a node by its id. */
  record ToNode(Id nodeId, Message payload) implements DolrMessage {}

  /** Sent straight to the origin of a {@link Locate} that found nothing. */
  record LocationFailure(Id guid, Message payload) implements DolrMessage {}

  /**
   * Pointers for the receiver to keep as a replica or as the new root.
   *
   * @param pointers at most {@link #MAX_POINTERS}
   */
  record Replicate(List<Pointer> pointers) implements DolrMessage {
    /** As many of the largest pointers as fit a message. */
    public static final int MAX_POINTERS = 32;

    /** Checks the number; copies the list. */
    public Replicate {
      pointers = List.copyOf(pointers);
      if (pointers.size() > MAX_POINTERS) {
        throw new IllegalArgumentException(
            pointers.size() + " pointers exceed the limit of " + MAX_POINTERS + " a message");
      }
    }
  }

  /**
   * Sent straight to the server of a pointer that its root or a replica did not take, at most once
   * a minute.
   */
  record PointerRefused(Id guid, Refusal reason) implements DolrMessage {}
}
