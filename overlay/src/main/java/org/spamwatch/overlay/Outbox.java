package org.spamwatch.overlay;

import java.util.ArrayList;
import java.util.List;

/** The effects of a node's turn, in order; the driver takes and carries them out after it. */
public final class Outbox {
  private List<Send> sends = List.of();

  /** Adds a message to be sent. */
  public void send(Endpoint to, Message message) {
    add(new Send(to, message));
  }

  /**
   * Adds a message to be sent over a link that is opened for it and closed behind it, whatever link
   * there is: what shows that the other end can be reached.
   */
  public void sendAnew(Endpoint to, Message message) {
    add(new Send(to, message, true));
  }

  private void add(Send send) {
    sends = sends.isEmpty() ? new ArrayList<>(4) : sends;
    sends.add(send);
  }

  /** Removes and returns everything added since the last call. */
  public List<Send> take() {
    List<Send> taken = sends;
    sends = List.of();
    return taken;
  }
}
