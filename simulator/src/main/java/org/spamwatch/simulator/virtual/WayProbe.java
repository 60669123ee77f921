package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;

/** Routes messages that note every node that they pass. */
final class WayProbe implements Application {
  /** A numbered message, and who has sent it on so far, its origin first. */
  record Passing(int number, List<Id> way) implements Message {
    Passing after(Id node) {
      List<Id> longer = new ArrayList<>(way);
      longer.add(node);
      return new Passing(number, List.copyOf(longer));
    }
  }

  private final Id self;
  private final BiConsumer<Integer, List<Id>> ends;

  /** Tells of each message that ends at this node its number and its way, this node the last. */
  WayProbe(Id self, BiConsumer<Integer, List<Id>> ends) {
    this.self = self;
    this.ends = ends;
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Passing;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    return Optional.of(((Passing) routed.message()).after(self));
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    Passing passing = (Passing) routed.message();
    ends.accept(passing.number(), passing.after(self).way());
  }

  @Override
  public void receive(Contact from, Message message) {}
}
