package org.spamwatch.overlay.virtual;

import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.simnet.Machine;

/** One node of a {@link NodeNetwork}: the turns of the logic that a subclass puts together. */
public abstract class SimulatedNode implements Machine<Endpoint, Message> {
  private final NodeNetwork<?> network;
  private final Contact contact;
  private final Timers timers;
  private final Outbox outbox = new Outbox();

  /** A node whose clock shows the true virtual time. */
  protected SimulatedNode(NodeNetwork<?> network, Contact contact) {
    this(network, contact, new Timers(network.simulation().nowMicros()));
  }

  /** A node with timers that began earlier or elsewhere. */
  protected SimulatedNode(NodeNetwork<?> network, Contact contact, Timers timers) {
    this.network = network;
    this.contact = contact;
    this.timers = timers;
  }

  /** Its overlay. */
  public abstract OverlayNode node();

  /** Its id and the endpoint at which it runs, whatever part it takes. */
  public final Contact contact() {
    return contact;
  }

  /** Its clock. */
  public final Timers timers() {
    return timers;
  }

  /** What its logic sends. */
  protected final Outbox outbox() {
    return outbox;
  }

  /** What becomes of a message from the node to which a link leads. */
  protected void hear(Contact from, Message message) {
    node().receive(from, message);
  }

  /** What becomes of a message that its logic sends. */
  protected void send(Send send, BiConsumer<Endpoint, Message> links) {
    links.accept(send.to(), send.message());
  }

  @Override
  public void advance(long nowMicros) {
    timers.advance(nowMicros);
  }

  @Override
  public final OptionalLong nextDeadlineMicros() {
    return timers.nextDeadlineMicros();
  }

  @Override
  public final void receive(Endpoint from, Message message) {
    hear(network.provenBy(from), message);
  }

  @Override
  public final void linkFailed(Endpoint to) {
    node().linkFailed(to);
  }

  @Override
  public void takeSends(BiConsumer<Endpoint, Message> links) {
    outbox.take().forEach(send -> send(send, links));
  }
}
