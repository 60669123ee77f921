package org.spamwatch.agent.revocation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.revocation.RevocationMessage.ListKnown;
import org.spamwatch.agent.revocation.RevocationMessage.ListTold;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.Revocations.Taken;

/**
 * Passes the newest revocation list on. Whoever takes a newer list tells all its neighbours the
 * number, once; those who have an older one ask for it by telling theirs. So a list goes over each
 * link about once, and only its number over the others. Who was away learns of it from a new
 * neighbour on the ring, or from one that it asks by lot every ten minutes. In an open realm
 * nothing is sent.
 *
 * <p>Many tell a new number at once: they are asked one after the other, each two seconds after the
 * one before, until one has sent the list.
 *
 * <p>A list is sent to one node at most once a minute, and a node that sent a forged one is not
 * listened to for an hour, so that nobody makes a peer send or compute much.
 *
 * <p>Not thread-safe: belongs to the node's turn.
 */
public final class RevocationSpread implements Application {
  private static final Duration ASK = Duration.ofMinutes(10);
  private static final Duration BETWEEN_LISTS = Duration.ofMinutes(1);
  private static final Duration DEAF = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int REMEMBERED = 1024;
  private static final int MAX_WAITING = 16;

  private final KeyBasedRouting routing;
  private final Supplier<List<Contact>> neighbours;
  private final Revocations revocations;
  private final Timers timers;
  private final RandomGenerator random;
  private final RecentMap<Id, Told> told = RecentMap.lastCome(REMEMBERED);
  private final RecentMap<Id, Long> forgedMicros = RecentMap.lastCome(REMEMBERED);
  private final Map<Id, Contact> toAsk = new LinkedHashMap<>();
  private boolean isWaiting;
  private Consumer<RevocationList> listener = list -> {};
  private long refused;

  /** Which list a node was sent last, and when. */
  private record Told(long sequence, long micros) {}

  /**
   * The spread of one node; registers itself with it.
   *
   * @param neighbours every node that this one knows
   */
  public RevocationSpread(
      KeyBasedRouting routing,
      Supplier<List<Contact>> neighbours,
      Revocations revocations,
      Timers timers,
      RandomGenerator random) {
    this.routing = routing;
    this.neighbours = neighbours;
    this.revocations = revocations;
    this.timers = timers;
    this.random = random;
    routing.register(this);
  }

  /** Who is told of each list that comes into force. */
  public void onList(Consumer<RevocationList> listener) {
    this.listener = listener;
  }

  /** Begins to ask. */
  public void start() {
    if (revocations.isPossible()) {
      timers.after(ASK, this::askOne);
    }
  }

  /** A list from this node's operator. */
  public Taken take(RevocationList list) {
    Taken taken = revocations.take(list);
    if (taken == Taken.NEWER) {
      toAsk.clear(); // whoever has a newer one answers this number with it
      listener.accept(list);
      neighbours.get().forEach(this::tellNumber);
    }
    return taken;
  }

  /** The list in force. */
  public Optional<RevocationList> newest() {
    return revocations.newest();
  }

  /** The number of the list in force, 0 without one. */
  public long sequence() {
    return revocations.sequence();
  }

  /** Lists of others that were forged. */
  public long refused() {
    return refused;
  }

  private void askOne() {
    timers.after(ASK, this::askOne);
    List<Contact> all = neighbours.get();
    if (!all.isEmpty()) {
      tellNumber(all.get(random.nextInt(all.size())));
    }
  }

  private void tellNumber(Contact to) {
    routing.send(to, new ListKnown(revocations.sequence()));
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof RevocationMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {}

  @Override
  public void update(Contact neighbour, boolean joined) {
    if (joined && revocations.isPossible()) {
      tellNumber(neighbour);
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (!revocations.isPossible() || isWithin(DEAF, forgedMicros.get(from.id()))) {
      return;
    }
    if (message instanceof ListKnown known) {
      answer(from, known.sequence());
    } else if (message instanceof ListTold told && take(told.list()) == Taken.FORGED) {
      refused++;
      forgedMicros.put(from.id(), timers.nowMicros());
    }
  }

  private void answer(Contact from, long sequence) {
    if (sequence > revocations.sequence()) {
      if (toAsk.size() < MAX_WAITING) {
        toAsk.put(from.id(), from);
      }
      askNext();
    } else if (sequence < revocations.sequence() && !wasToldJustNow(from)) {
      told.put(from.id(), new Told(revocations.sequence(), timers.nowMicros()));
      revocations.newest().ifPresent(list -> routing.send(from, new ListTold(list)));
    }
  }

  /** Asks one of those who told a higher number, unless another is still to answer. */
  private void askNext() {
    if (isWaiting || toAsk.isEmpty()) {
      return;
    }
    Contact next = toAsk.values().iterator().next();
    toAsk.remove(next.id());
    isWaiting = true;
    tellNumber(next);
    timers.after(
        PATIENCE,
        () -> {
          isWaiting = false;
          askNext();
        });
  }

  private boolean wasToldJustNow(Contact node) {
    Told last = told.get(node.id());
    return last != null
        && last.sequence() == revocations.sequence()
        && isWithin(BETWEEN_LISTS, last.micros());
  }

  private boolean isWithin(Duration span, @Nullable Long sinceMicros) {
    return sinceMicros != null && timers.nowMicros() - sinceMicros < span.toNanos() / 1000;
  }
}
