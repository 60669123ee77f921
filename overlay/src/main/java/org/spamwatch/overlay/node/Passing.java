package org.spamwatch.overlay.node;

import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.NewerMessage;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;

/** Lets through what only newer peers understand, so that they reach each other over this one. */
final class Passing implements Application {
  private final Counts counts;

  Passing(Counts counts) {
    this.counts = counts;
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof NewerMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    counts.misdirected++;
  }

  @Override
  public void receive(Contact from, Message message) {
    counts.misdirected++;
  }
}
