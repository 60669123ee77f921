package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;

/**
 * Asks endpoints whether a node lives there, and measures the round trip. One probe per endpoint is
 * under way at a time; who else asks shares its outcome.
 */
final class Prober {
  private static final int ATTEMPTS = 3;

  /** The pause before a refused attempt is repeated. */
  private static final long REFUSED_PAUSE_MICROS = 200_000;

  /** What came of a probe: who answered, and how long the answer took (-1 if repeated). */
  record Outcome(Optional<Contact> answerer, long roundTripMicros) {}

  private static final class Probe {
    final Endpoint endpoint;
    final long timeoutMicros;
    final List<Consumer<Outcome>> listeners = new ArrayList<>(1);
    long nonce;
    int attempt;
    long sentAtMicros;
    Timers.@Nullable Timer timer;

    Probe(Endpoint endpoint, long timeoutMicros) {
      this.endpoint = endpoint;
      this.timeoutMicros = timeoutMicros;
    }
  }

  private final Contact self;
  private final Limits limits;
  private final Timers timers;
  private final Outbox outbox;
  private final RandomGenerator random;
  private final Counts counts;
  private final Map<Endpoint, Probe> underWay = new LinkedHashMap<>(4);

  Prober(
      Contact self,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      Counts counts) {
    this.self = self;
    this.limits = limits;
    this.timers = timers;
    this.outbox = outbox;
    this.random = random;
    this.counts = counts;
  }

  /**
   * Probes an endpoint up to three times. If too many probes are under way, nothing is done and the
   * listener is never told: periodic maintenance comes by again.
   */
  void probe(Endpoint endpoint, long timeoutMicros, Consumer<Outcome> listener) {
    Probe probe = underWay.get(endpoint);
    if (probe != null) {
      probe.listeners.add(listener);
      return;
    }
    if (underWay.size() >= limits.maxProbes() || endpoint.equals(self.endpoint())) {
      return;
    }
    probe = new Probe(endpoint, timeoutMicros);
    probe.listeners.add(listener);
    underWay.put(endpoint, probe);
    attempt(probe);
  }

  private void attempt(Probe probe) {
    probe.nonce = random.nextLong();
    probe.attempt++;
    probe.sentAtMicros = timers.nowMicros();
    counts.probes++;
    probe.timer = timers.afterMicros(probe.timeoutMicros, () -> failed(probe));
    outbox.send(probe.endpoint, new Ping(probe.nonce, self));
  }

  private void failed(Probe probe) {
    if (probe.attempt < ATTEMPTS) {
      attempt(probe);
    } else {
      finish(probe, new Outcome(Optional.empty(), -1));
    }
  }

  private void finish(Probe probe, Outcome outcome) {
    if (probe.timer != null) {
      probe.timer.cancel();
    }
    underWay.remove(probe.endpoint);
    probe.listeners.forEach(listener -> listener.accept(outcome));
  }

  void pong(Endpoint from, Pong pong) {
    Probe probe = underWay.get(from);
    if (probe == null) {
      probe = underWay.get(pong.sender().endpoint());
    }
    if (probe != null && probe.nonce == pong.nonce()) {
      finish(
          probe, new Outcome(Optional.of(pong.sender()), timers.nowMicros() - probe.sentAtMicros));
    }
  }

  /** The driver could not reach an endpoint: try again after a pause rather than the time-out. */
  void linkFailed(Endpoint endpoint) {
    Probe probe = underWay.get(endpoint);
    if (probe != null && probe.timer != null) {
      probe.timer.cancel();
      probe.timer = timers.afterMicros(REFUSED_PAUSE_MICROS, () -> failed(probe));
    }
  }
}
