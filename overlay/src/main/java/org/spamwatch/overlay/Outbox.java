package org.spamwatch.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The effects of a node's turn, in order; the driver takes and carries them out after it. */
public final class Outbox {
  private List<Send> sends = List.of();

  /** Adds a message to be sent to a node: over any link with it, opened by either side. */
  public void send(Contact to, Message message) {
    add(new Send(to, message));
  }

  /** Adds a message to be sent to whoever listens at an endpoint. */
  public void send(Endpoint to, Message message) {
    add(new Send(to, message));
  }

  /**
   * Adds a message to be sent over a link that is opened for it and closed behind it, whatever link
   * there is: what shows that the other end can be reached.
   */
  public void sendAnew(Endpoint to, Message message) {
    add(new Send(to, Optional.empty(), message, Send.Link.NEW, Optional.empty()));
  }

  /** Adds a message to be sent to a node that this one routes by. */
  public void sendToOwn(Contact to, Message message) {
    add(new Send(to.endpoint(), Optional.of(to.id()), message, Send.Link.OWN, Optional.empty()));
  }

  /**
   * Adds a message to be sent to a node that is known by another one's word only.
   *
   * @param by that other one's endpoint, if it is remembered
   */
  public void sendToStranger(Contact to, Optional<Endpoint> by, Message message) {
    add(new Send(to.endpoint(), Optional.of(to.id()), message, Send.Link.TO_STRANGER, by));
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
