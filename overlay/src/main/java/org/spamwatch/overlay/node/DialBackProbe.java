package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;

/**
 * Finds out whether others can reach this node, and tells others whether this one reaches them.
 *
 * <p>A node that is asked opens a link to the address that the asker's own link comes from, never
 * to another, so that nobody can have a third party dialled. The asker believes that it is reached
 * if two of those that answer have opened a link, or the only one.
 */
final class DialBackProbe {
  /** What came of asking. */
  enum Reachability {
    REACHED,
    NOT_REACHED,
    NOBODY_ANSWERED
  }

  private static final int MAX_ASKED = 4;
  private static final int WITNESSES = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(4);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final NodeContext node;
  private final Set<Endpoint> asked = new LinkedHashSet<>();
  private final Set<Id> answered = new LinkedHashSet<>();
  private final Set<Id> reached = new LinkedHashSet<>();
  private @Nullable Consumer<Reachability> listener;
  private Timers.@Nullable Timer deadline;
  private long nonce;
  private long dialBackMinuteMicros;
  private int dialBacks;

  DialBackProbe(NodeContext node) {
    this.node = node;
  }

  /** Asks some nodes, four at most; the reachability comes within four seconds. */
  void ask(List<Endpoint> whom, Consumer<Reachability> told) {
    listener = told;
    nonce = node.random().nextLong();
    answered.clear();
    reached.clear();
    asked.clear();
    asked.addAll(whom.subList(0, Math.min(MAX_ASKED, whom.size())));
    asked.forEach(endpoint -> node.outbox().send(endpoint, new ReachRequest(nonce, node.self())));
    deadline = node.timers().after(PATIENCE, this::conclude);
  }

  /** A node that was asked has answered, or has opened its link. */
  void received(Contact from, Reached message) {
    if (listener == null || message.nonce() != nonce || answered.size() >= 2 * MAX_ASKED) {
      return;
    }
    answered.add(from.id());
    if (message.dialled()) {
      reached.add(from.id());
    }
    concludeIfClear();
  }

  /** The driver could not reach an endpoint: nobody is there to answer. */
  void linkFailed(Endpoint endpoint) {
    if (listener != null && asked.remove(endpoint)) {
      concludeIfClear();
    }
  }

  private void concludeIfClear() {
    boolean enough = !reached.isEmpty() && reached.size() >= Math.min(WITNESSES, asked.size());
    if (enough || asked.isEmpty()) {
      conclude();
    }
  }

  private void conclude() {
    Consumer<Reachability> told = listener;
    listener = null;
    if (deadline != null) {
      deadline.cancel();
    }
    if (told != null) {
      boolean enough = reached.size() >= Math.min(WITNESSES, Math.max(1, answered.size()));
      told.accept(
          answered.isEmpty()
              ? Reachability.NOBODY_ANSWERED
              : enough ? Reachability.REACHED : Reachability.NOT_REACHED);
    }
  }

  /**
   * Another node asks to be reached.
   *
   * @param from its id, and the endpoint by which it can be answered: its host is the address that
   *     its link really comes from, or that this node has reached itself
   */
  void received(Contact from, ReachRequest request) {
    long minute = node.timers().nowMicros() / (MINUTE.toNanos() / 1000);
    if (minute != dialBackMinuteMicros) {
      dialBackMinuteMicros = minute;
      dialBacks = 0;
    }
    if (dialBacks < node.limits().relaying().maxDialBacksPerMinute()) {
      dialBacks++;
      node.outbox().send(from, new Reached(request.nonce(), node.self(), false));
      node.outbox()
          .sendAnew(
              new Endpoint(from.endpoint().host(), request.sender().endpoint().port()),
              new Reached(request.nonce(), node.self(), true));
    }
  }

  void stop() {
    listener = null;
    if (deadline != null) {
      deadline.cancel();
    }
  }
}
