package org.spamwatch.simulator.fuzz;

import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/** What messages carry. */
final class Payloads {
  private Payloads() {}

  /** What an envelope of an overlay's hop carries, or the message itself. */
  static Message innermost(Message message) {
    if (message instanceof Route route) {
      return route.payload();
    }
    return message instanceof Direct direct ? direct.payload() : message;
  }
}
