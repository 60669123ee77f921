package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;

/**
 * Asks endpoints whether a node lives there, and measures the round trip. One probe per endpoint is
 * under way at a time; who else asks shares its outcome.
 *
 * <p>Probes of nodes that others told of may take three quarters of {@code Limits.maxProbes}, and
 * those that one source told of a quarter, so that nobody who tells of a thousand nodes keeps this
 * one from watching its neighbours.
 */
final class Prober {
  static final int ATTEMPTS = 3;

  /** Most who share one probe's outcome; the same node is never asked about for more reasons. */
  private static final int MAX_LISTENERS = 16;

  /** The pause before a refused attempt is repeated. */
  private static final long REFUSED_PAUSE_MICROS = 200_000;

  /** What came of a probe: who answered, and how long the answer took (-1 if nobody did). */
  record Outcome(Optional<Contact> answerer, long roundTripMicros) {}

  private static final class Probe {
    final @Nullable Contact expected;
    final Endpoint endpoint;
    final long timeoutMicros;
    final @Nullable Endpoint source;
    final List<Consumer<Outcome>> listeners = new ArrayList<>(1);
    int attemptsAllowed;
    final long nonce;
    final long[] sentAtMicros = new long[ATTEMPTS];
    int attempt;
    Timers.@Nullable Timer timer;

    Probe(
        @Nullable Contact expected,
        Endpoint endpoint,
        long nonce,
        int attempts,
        long timeoutMicros,
        @Nullable Endpoint source) {
      this.expected = expected;
      this.endpoint = endpoint;
      this.nonce = nonce;
      this.attemptsAllowed = attempts;
      this.timeoutMicros = timeoutMicros;
      this.source = source;
    }

    /** Which attempt an answer is to, or -1. One that comes late is an answer all the same. */
    int answered(long answeredNonce) {
      long which = answeredNonce - nonce;
      return which >= 0 && which < attempt ? (int) which : -1;
    }
  }

  private final NodeContext node;
  private final ConnectionGater connectionGater;
  private final BooleanSupplier joined;
  private final Map<Endpoint, Probe> underWay = new LinkedHashMap<>();

  /**
   * A prober of which nothing is under way.
   *
   * @param joined whether this node answers probes itself: what its own say of it
   */
  Prober(NodeContext node, ConnectionGater connectionGater, BooleanSupplier joined) {
    this.node = node;
    this.joined = joined;
    this.connectionGater = connectionGater;
  }

  /** Ends all that is under way; nobody is told. */
  void stop() {
    underWay.values().forEach(Prober::cancelTimer);
    underWay.clear();
  }

  private static void cancelTimer(Probe probe) {
    if (probe.timer != null) {
      probe.timer.cancel();
    }
  }

  /**
   * Probes an endpoint, up to three times, for a reason of this node's own. If too many probes are
   * under way, nothing is done: periodic maintenance comes by again.
   *
   * @return whether the listener will be told
   */
  boolean probe(Contact contact, long timeoutMicros, Consumer<Outcome> listener) {
    return probe(contact, ATTEMPTS, timeoutMicros, listener);
  }

  /** Probes a node up to so many times, for a reason of this node's own. */
  boolean probe(Contact contact, int attempts, long timeoutMicros, Consumer<Outcome> listener) {
    return probe(
        new Probe(
            contact, contact.endpoint(), node.random().nextLong(), attempts, timeoutMicros, null),
        listener);
  }

  /** Probes an endpoint, whoever it is that lives there. */
  boolean probe(Endpoint endpoint, int attempts, long timeoutMicros, Consumer<Outcome> listener) {
    return probe(
        new Probe(null, endpoint, node.random().nextLong(), attempts, timeoutMicros, null),
        listener);
  }

  /** Probes a contact because another node told of it. */
  boolean probeHearsay(
      Endpoint source,
      Contact contact,
      int attempts,
      long timeoutMicros,
      Consumer<Outcome> listener) {
    return probe(
        new Probe(
            contact, contact.endpoint(), node.random().nextLong(), attempts, timeoutMicros, source),
        listener);
  }

  private boolean probe(Probe asked, Consumer<Outcome> listener) {
    if (asked.endpoint.equals(node.self().endpoint())) {
      return false;
    }
    Probe probe = underWay.get(asked.endpoint);
    if (probe == null) {
      if (underWay.size() >= node.limits().maxProbes()
          || !mayBeTold(asked.endpoint, asked.source)) {
        return false;
      }
      probe = asked;
      underWay.put(probe.endpoint, probe);
      attempt(probe);
    } else if (probe.listeners.size() >= MAX_LISTENERS) {
      return false;
    }
    probe.attemptsAllowed = Math.max(probe.attemptsAllowed, asked.attemptsAllowed);
    probe.listeners.add(listener);
    return true;
  }

  private boolean mayBeTold(Endpoint told, @Nullable Endpoint source) {
    if (source == null) {
      return true;
    }
    int hearsay = 0;
    int ofSource = 0;
    for (Probe probe : underWay.values()) {
      hearsay += probe.source == null ? 0 : 1;
      ofSource += source.equals(probe.source) ? 1 : 0;
    }
    return hearsay < Math.max(1, node.limits().maxProbes() * 3 / 4)
        && ofSource < Math.max(1, node.limits().maxProbes() / 4)
        && connectionGater.mayProbe(told, source);
  }

  /** Probes and listeners held, for tests of the bounds. */
  int held() {
    return underWay.values().stream().mapToInt(probe -> 1 + probe.listeners.size()).sum();
  }

  private void attempt(Probe probe) {
    long nonce = probe.nonce + probe.attempt;
    probe.sentAtMicros[probe.attempt] = node.timers().nowMicros();
    probe.attempt++;
    node.counts().probes++;
    probe.timer = node.timers().afterMicros(probe.timeoutMicros, () -> failed(probe));
    Ping ping = new Ping(nonce, node.self(), joined.getAsBoolean());
    if (probe.expected == null) {
      node.outbox().send(probe.endpoint, ping);
    } else if (probe.source == null) {
      node.outbox().sendToOwn(probe.expected, ping);
    } else {
      node.outbox().sendToStranger(probe.expected, Optional.of(probe.source), ping);
    }
  }

  private void failed(Probe probe) {
    if (probe.attempt < probe.attemptsAllowed) {
      attempt(probe);
    } else {
      finish(probe, new Outcome(Optional.empty(), -1));
    }
  }

  private void finish(Probe probe, Outcome outcome) {
    cancelTimer(probe);
    underWay.remove(probe.endpoint);
    probe.listeners.forEach(listener -> listener.accept(outcome));
  }

  void pong(Endpoint from, Pong pong) {
    Probe probe = underWay.get(from);
    if (probe == null || probe.answered(pong.nonce()) < 0) {
      probe = ofNonce(pong.nonce());
    }
    if (probe != null) {
      long sentAtMicros = probe.sentAtMicros[probe.answered(pong.nonce())];
      finish(
          probe, new Outcome(Optional.of(pong.sender()), node.timers().nowMicros() - sentAtMicros));
    }
  }

  // A seed may be known by another name than its contact gives; only it has seen the nonce.
  private @Nullable Probe ofNonce(long nonce) {
    for (Probe probe : underWay.values()) {
      if (probe.answered(nonce) >= 0) {
        return probe;
      }
    }
    return null;
  }

  /** The driver could not reach an endpoint: try again after a pause rather than the time-out. */
  void linkFailed(Endpoint endpoint) {
    Probe probe = underWay.get(endpoint);
    if (probe != null) {
      cancelTimer(probe);
      probe.timer = node.timers().afterMicros(REFUSED_PAUSE_MICROS, () -> failed(probe));
    }
  }
}
