package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;

/**
 * A client's host: finds one, keeps it, and finds another when it is lost.
 *
 * <p>Seeds, remembered nodes and those that hosts have named are asked one after another. A host is
 * asked again every third of the lease, which also keeps the link, and what a router between
 * remembers of it, alive.
 */
final class RelayClient {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final long FIRST_PAUSE_MICROS = 1_000_000;
  private static final long LONGEST_PAUSE_MICROS = 30_000_000;
  private static final int MAX_TOLD = 32;

  private final NodeContext node;
  private final BootstrapSelection bootstrapSelection;
  private Consumer<Optional<Contact>> listener = host -> {};
  private final List<Endpoint> told = new ArrayList<>();
  private final Deque<Endpoint> untried = new ArrayDeque<>();
  private @Nullable Contact host;
  private @Nullable Endpoint hostEndpoint;
  private @Nullable Endpoint asked;
  private Timers.@Nullable Timer timer;
  private long nonce;
  private long pauseMicros = FIRST_PAUSE_MICROS;

  RelayClient(NodeContext node, BootstrapSelection bootstrapSelection) {
    this.node = node;
    this.bootstrapSelection = bootstrapSelection;
  }

  /**
   * Begins to look for a host.
   *
   * @param found told of a host that was found, and of nothing when it is lost
   */
  void start(Consumer<Optional<Contact>> found) {
    listener = found;
    seek();
  }

  Optional<Contact> host() {
    return Optional.ofNullable(host);
  }

  boolean isHost(Id id) {
    return host != null && host.id().equals(id);
  }

  private void seek() {
    if (untried.isEmpty()) {
      untried.addAll(told);
      told.clear();
      bootstrapSelection.next().stream().filter(e -> !untried.contains(e)).forEach(untried::add);
    }
    Endpoint next = untried.poll();
    if (next == null) {
      pauseAndSeek();
    } else {
      ask(next);
    }
  }

  private void pauseAndSeek() {
    long pause = TimerScope.jittered(pauseMicros, 2, node.random());
    pauseMicros = Math.min(2 * pauseMicros, LONGEST_PAUSE_MICROS);
    schedule(pause, this::seek);
  }

  private void ask(Endpoint endpoint) {
    asked = endpoint;
    nonce = node.random().nextLong();
    node.outbox().send(endpoint, new Attach(nonce, node.self()));
    schedule(PATIENCE.toNanos() / 1000, this::unanswered);
  }

  private void schedule(long micros, Runnable action) {
    if (timer != null) {
      timer.cancel();
    }
    timer = node.timers().afterMicros(micros, action);
  }

  private void unanswered() {
    asked = null;
    if (host != null) {
      lost();
    } else if (untried.isEmpty()) {
      pauseAndSeek();
    } else {
      seek();
    }
  }

  private void lost() {
    host = null;
    hostEndpoint = null;
    asked = null;
    listener.accept(Optional.empty());
    pauseMicros = FIRST_PAUSE_MICROS;
    seek();
  }

  /** An answer; one that was not asked for is nothing. */
  void received(Attached attached) {
    Endpoint answered = asked;
    if (answered == null || attached.nonce() != nonce) {
      return;
    }
    asked = null;
    tell(attached.others());
    boolean found = !attached.sender().equals(host);
    host = attached.sender();
    hostEndpoint = answered;
    pauseMicros = FIRST_PAUSE_MICROS;
    schedule(attached.leaseSeconds() * 1_000_000L / 3, this::renew);
    if (found) {
      bootstrapSelection.met(attached.sender(), node.timers().calendar().settledMillis());
      listener.accept(Optional.of(attached.sender()));
    }
  }

  void received(AttachRefused refused) {
    if (asked != null && refused.nonce() == nonce) {
      tell(refused.others());
      for (Contact other : refused.others()) {
        if (untried.size() < MAX_TOLD && !untried.contains(other.endpoint())) {
          untried.add(other.endpoint());
        }
      }
      unanswered();
    }
  }

  private void tell(List<Contact> others) {
    for (Contact other : others) {
      if (!other.id().equals(node.self().id()) && !told.contains(other.endpoint())) {
        told.add(0, other.endpoint());
      }
    }
    while (told.size() > MAX_TOLD) {
      told.remove(told.size() - 1);
    }
  }

  private void renew() {
    if (hostEndpoint != null) {
      ask(hostEndpoint);
    }
  }

  /** A node ends the attachment. */
  void ended(Id other) {
    if (isHost(other)) {
      lost();
    }
  }

  /** The driver could not reach an endpoint, or its link broke: once is not yet the end. */
  void linkFailed(Endpoint endpoint) {
    if (endpoint.equals(asked)) {
      unanswered();
    } else if (endpoint.equals(hostEndpoint)) {
      renew();
    }
  }

  /** Ends the attachment. */
  void stop() {
    if (timer != null) {
      timer.cancel();
    }
    if (host != null && hostEndpoint != null) {
      node.outbox().send(hostEndpoint, new Detach(node.self()));
    }
    host = null;
    hostEndpoint = null;
    asked = null;
  }
}
