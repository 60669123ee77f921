package org.spamwatch.agent.revocation;

import java.util.List;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation about revocation lists; defined in {@code docs/protocol.md}. */
public sealed interface RevocationMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = RevocationWire.TYPES;

  /**
   * Sent straight to a neighbour: the number of the list that the sender has, 0 without one. Who
   * has a newer list answers with it, who has an older one with its own number.
   */
  record ListKnown(long sequence) implements RevocationMessage {
    /** Checks the number. */
    public ListKnown {
      if (sequence < 0) {
        throw new IllegalArgumentException("a list's number is not negative: " + sequence);
      }
    }
  }

  /** Sent straight to whoever has an older list. */
  record ListTold(RevocationList list) implements RevocationMessage {}
}
