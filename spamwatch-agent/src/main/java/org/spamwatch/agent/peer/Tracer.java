package org.spamwatch.agent.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.peer.TraceMessage.Trace;
import org.spamwatch.agent.peer.TraceMessage.Traced;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;

/**
 * Shows routes: sends a message to a key's root as every other message goes there, on which each
 * hop leaves its contact. For whoever runs a peer, and for experiments that compare its end with
 * the node that is the root.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
final class Tracer implements Application {
  /** Traces under way at once; further ones are answered with nothing at once. */
  private static final int MAX_OPEN = 256;

  private final KeyBasedRouting routing;
  private final Limits limits;
  private final Duration patience;
  private final Timers timers;
  private final RandomGenerator random;
  private final Map<Long, Open> open = new LinkedHashMap<>();

  private record Open(Consumer<Optional<TracedRoute>> receiver, Timers.Timer timer) {}

  /**
   * A tracer on a node; registers itself with it.
   *
   * @param patience how long the end of a route is waited for
   */
  Tracer(
      KeyBasedRouting routing,
      Limits limits,
      Duration patience,
      Timers timers,
      RandomGenerator random) {
    this.routing = routing;
    this.limits = limits;
    this.patience = patience;
    this.timers = timers;
    this.random = random;
    routing.register(this);
  }

  /**
   * Traces the route to a key's root.
   *
   * @param receiver told once: the route, or nothing if no node answered within the patience
   */
  void trace(Id key, Consumer<Optional<TracedRoute>> receiver) {
    if (open.size() >= MAX_OPEN) {
      receiver.accept(Optional.empty());
      return;
    }
    long traceId = random.nextLong();
    Timers.Timer timer = timers.after(patience, () -> finish(traceId, Optional.empty()));
    open.put(traceId, new Open(receiver, timer));
    routing.route(key, new Trace(traceId, List.of()));
  }

  private void finish(long traceId, Optional<TracedRoute> route) {
    Open trace = open.remove(traceId);
    if (trace != null) {
      trace.timer().cancel();
      trace.receiver().accept(route);
    }
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof TraceMessage;
  }

  @Override
  public Optional<Message> forward(Routed routed, Contact next) {
    if (routed.message() instanceof Trace trace) {
      return Optional.of(new Trace(trace.traceId(), withSelf(trace.path())));
    }
    return Optional.empty();
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof Trace trace) {
      routing.sendNamed(
          routed.origin(), routed.via(), new Traced(trace.traceId(), end, withSelf(trace.path())));
    }
  }

  /**
   * Adds this node, unless it did already and the message never left it. A path that a neighbour
   * made longer than any route is cut, never its end.
   */
  private List<Contact> withSelf(List<Contact> path) {
    if (!path.isEmpty() && path.get(path.size() - 1).equals(routing.self())) {
      return path;
    }
    int most = Math.min(limits.maxHops(), limits.maxContacts() - 1);
    List<Contact> longer = new ArrayList<>(path.subList(0, Math.min(path.size(), most)));
    longer.add(routing.self());
    return longer;
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof Traced traced) {
      finish(traced.traceId(), Optional.of(new TracedRoute(traced.end(), traced.path())));
    }
  }
}
