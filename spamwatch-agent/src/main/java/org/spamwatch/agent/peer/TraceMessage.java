package org.spamwatch.agent.peer;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation that shows a route; every message is defined in {@code docs/protocol.md}. */
sealed interface TraceMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = TraceWire.TYPES;

  /**
   * Routed to a key: every node that it passes adds itself.
   *
   * @param traceId names the trace at its origin
   * @param path the nodes passed so far, the origin first
   */
  record Trace(long traceId, List<Contact> path) implements TraceMessage {
    /** Copies the list. */
    public Trace {
      path = List.copyOf(path);
    }
  }

  /**
   * Sent straight to the origin by the node at which the route ended.
   *
   * @param end why it ended there
   * @param path the nodes passed, the origin first and the sender last
   */
  record Traced(long traceId, RouteEnd end, List<Contact> path) implements TraceMessage {
    /** Copies the list. */
    public Traced {
      path = List.copyOf(path);
      checkArgument(!path.isEmpty(), "a path has at least the node that sends it");
    }
  }
}
