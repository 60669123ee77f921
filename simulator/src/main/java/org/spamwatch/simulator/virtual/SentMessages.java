package org.spamwatch.simulator.virtual;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;

/** Counts what all peers of a network send but those that lie. */
public final class SentMessages {
  /** A count that is raised in its place. */
  private static final class Count {
    private long messages;
  }

  private final Map<Class<?>, Count> byKind = new LinkedHashMap<>();
  private Consumer<Message> listener = message -> {};
  private long all;
  private long forProbes;

  /** Is told of each message, too, in the place of whoever was before. */
  public void onSent(Consumer<Message> other) {
    listener = other;
  }

  void sent(Message message) {
    listener.accept(message);
    all++;
    forProbes += isOfProbe(message) ? 1 : 0;
    byKind.computeIfAbsent(kind(message), kind -> new Count()).messages++;
  }

  /** The acknowledgement of a numbered message is sent because of it, too. */
  void received(Message message) {
    forProbes += isOfProbe(message) ? 1 : 0;
  }

  private static boolean isOfProbe(Message message) {
    return message instanceof Route route && route.payload() instanceof RouteProbe.Probe;
  }

  private static Class<?> kind(Message message) {
    Message named =
        message instanceof Route route
            ? route.payload()
            : message instanceof Direct direct ? direct.payload() : message;
    return named.getClass();
  }

  /** All messages, those {@link #forProbes} included. */
  public long all() {
    return all;
  }

  /** All by kind: the name of the message, or of what a routed or direct one carries. */
  public Map<String, Long> byKind() {
    Map<String, Long> named = new TreeMap<>();
    byKind.forEach((kind, count) -> named.merge(kind.getSimpleName(), count.messages, Long::sum));
    return named;
  }

  /** Messages sent only because of numbered messages: their hops and the acknowledgements. */
  public long forProbes() {
    return forProbes;
  }
}
