package org.spamwatch.simulator.virtual;

import java.util.function.ObjLongConsumer;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;

/** Notes where numbered messages end: how an experiment looks at routing itself. */
final class RouteProbe implements Application {
  /** A numbered message. */
  record Probe(long number) implements Message {}

  /**
   * An end of a numbered message.
   *
   * @param hops overlay hops it took
   */
  public record Arrival(Contact at, int hops, RouteEnd end) {}

  private final Contact self;
  private final ObjLongConsumer<Arrival> arrivals;

  RouteProbe(Contact self, ObjLongConsumer<Arrival> arrivals) {
    this.self = self;
    this.arrivals = arrivals;
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Probe;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof Probe probe) {
      arrivals.accept(new Arrival(self, routed.hops(), end), probe.number());
    }
  }

  @Override
  public void receive(Contact from, Message message) {}
}
