package org.spamwatch.overlay.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.Transmission.Onward;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.RoundTrip;

/**
 * Sends messages to other nodes until they are acknowledged or given up.
 *
 * <p>A repeated transmission keeps its hop id, by which, with the sender, it is acknowledged and
 * dropped. Hop ids are random, so that nobody but the receiver can acknowledge a transmission or
 * pass another off as its repetition.
 */
final class Transmitter {
  /**
   * How often a routed message is sent again, in units of the retries: when many nodes come and go,
   * much of a table may be dead at a time, and each is found out by trying.
   */
  private static final int OTHER_HOPS = 4;

  private final NodeContext node;
  private final ConnectionGater connectionGater;
  private final Consumer<Contact> suspect;
  private final Map<Long, Transmission> pending = new LinkedHashMap<>();

  /**
   * Nothing is sent yet.
   *
   * @param suspect told of each node that does not acknowledge
   */
  Transmitter(NodeContext node, ConnectionGater connectionGater, Consumer<Contact> suspect) {
    this.node = node;
    this.connectionGater = connectionGater;
    this.suspect = suspect;
  }

  /** How many transmissions are not acknowledged yet. */
  int pending() {
    return pending.size();
  }

  /** Whether the tables hold a node at this very endpoint. */
  boolean isInTable(Contact contact) {
    Neighbour neighbour = node.table().neighbour(contact.id());
    return neighbour != null && neighbour.contact().equals(contact);
  }

  void transmit(Transmission transmission) {
    if (pending.size() >= mostPending(transmission.onward)) {
      node.counts().refused++;
      transmission.outcome.accept(false);
      return;
    }
    if (transmission.attemptsAtHop == 0) {
      transmission.hopId = node.random().nextLong();
    }
    long hopId = transmission.hopId;
    transmission.attempts++;
    transmission.attemptsAtHop++;
    if (transmission.attemptsAtHop == 1) {
      transmission.sentAtMicros = node.timers().nowMicros();
    }
    transmission.timer =
        node.timers().afterMicros(timeoutMicros(transmission), () -> unacknowledged(hopId));
    pending.put(hopId, transmission);
    Message message = transmission.content.apply(hopId);
    if (transmission.onward != null) {
      node.outbox().sendToOwn(transmission.to, message);
    } else if (isInTable(transmission.to)
        || connectionGater.isFamiliar(transmission.to.endpoint())) {
      node.outbox().send(transmission.to, message);
    } else {
      // Of whom this node knows by others only, one link more or less is of no importance.
      node.outbox()
          .sendToStranger(transmission.to, transmission.namedBy.map(Contact::endpoint), message);
    }
  }

  /** What passes through leaves a quarter of the room to what this node itself has to say. */
  private int mostPending(@Nullable Onward onward) {
    boolean passing = onward != null && !onward.message().origin().id().equals(node.self().id());
    int most = node.limits().maxPendingHops();
    return passing ? most - most / 4 : most;
  }

  private long timeoutMicros(Transmission transmission) {
    Neighbour neighbour = node.table().neighbour(transmission.to.id());
    long once =
        neighbour == null
            ? RoundTrip.UNKNOWN_TIMEOUT_MICROS
            : neighbour.roundTrip().timeoutMicros();
    return (once << Math.min(transmission.attemptsAtHop - 1, 3)) + node.timers().lateMicros();
  }

  private void unacknowledged(long hopId) {
    Transmission transmission = pending.remove(hopId);
    if (transmission == null) {
      return;
    }
    suspect.accept(transmission.to);
    int most = node.config().retries() * (transmission.onward == null ? 1 : OTHER_HOPS);
    if (transmission.attempts > most || transmission.namedBy.isPresent()) {
      node.counts().lost++;
      transmission.outcome.accept(false);
      return;
    }
    node.counts().rerouted++;
    if (transmission.onward == null) {
      transmit(transmission);
    } else {
      transmission.onward.goAround().accept(transmission, transmission.onward);
    }
  }

  void acknowledged(HopAck ack) {
    Transmission transmission = pending.remove(ack.hopId());
    if (transmission == null) {
      return;
    }
    cancelTimer(transmission);
    Neighbour neighbour = node.table().neighbour(transmission.to.id());
    if (neighbour != null) {
      long now = node.timers().nowMicros();
      long elapsed = now - transmission.sentAtMicros;
      neighbour.heard(now);
      if (transmission.attemptsAtHop == 1) {
        node.table().measured(neighbour, elapsed, now);
      } else {
        neighbour.roundTrip().addRepeated(elapsed);
      }
    }
    transmission.outcome.accept(true);
  }

  private static void cancelTimer(Transmission transmission) {
    if (transmission.timer != null) {
      transmission.timer.cancel();
    }
  }

  /** The driver could not reach an endpoint: do not wait for the time-outs of what was sent. */
  void linkFailed(Endpoint endpoint) {
    for (Transmission transmission : List.copyOf(pending.values())) {
      if (transmission.to.endpoint().equals(endpoint)) {
        long hopId = transmission.hopId;
        cancelTimer(transmission);
        // A short pause, longer each time, so that a node that restarts is met again.
        long pause = 100_000L << Math.min(transmission.attemptsAtHop - 1, 4);
        boolean goAround = transmission.onward != null;
        transmission.attemptsAtHop = goAround ? 3 : transmission.attemptsAtHop;
        transmission.timer =
            node.timers().afterMicros(goAround ? 0 : pause, () -> unacknowledged(hopId));
      }
    }
  }
}
