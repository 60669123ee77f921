package org.spamwatch.overlay;

/**
 * An effect: a message to put on the link to an endpoint. The driver may lose, delay, repeat or
 * reorder it.
 *
 * @param anew whether it goes over a link that is opened for it, whatever link there is
 */
public record Send(Endpoint to, Message message, boolean anew) {
  /** Over the link that there is, if any. */
  public Send(Endpoint to, Message message) {
    this(to, message, false);
  }
}
