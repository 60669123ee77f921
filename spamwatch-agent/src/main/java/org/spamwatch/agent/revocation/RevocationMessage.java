package org.spamwatch.agent.revocation;

import static com.google.common.base.Preconditions.checkArgument;

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
      checkArgument(sequence >= 0, "a list's number is not negative: %s", sequence);
    }
  }

  /** Sent straight to whoever has an older list. */
  record ListTold(RevocationList list) implements RevocationMessage {}
}
