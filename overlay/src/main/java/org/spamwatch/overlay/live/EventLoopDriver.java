package org.spamwatch.overlay.live;

import io.netty.channel.EventLoop;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;

/**
 * A node's turns, one after another on the loop: set the time, feed one input, carry out the
 * effects, and come back when the next timer is due.
 */
final class EventLoopDriver {
  private static final long LATE_MICROS = 10_000;

  private final LimitedLog log = new LimitedLog(LoggerFactory.getLogger(EventLoopDriver.class));
  private final NodeClock clock;
  private final Timers timers;
  private final Outbox outbox = new Outbox();
  private final EventLoop loop;
  private final String name;
  private final LinkCounts counts;
  private @Nullable Consumer<Send> network;
  private @Nullable Future<?> wakeUp;
  private long wakeUpMicros;

  /**
   * No turn has an effect before {@link #begin}.
   *
   * @param name the node's, for the log
   */
  EventLoopDriver(EventLoop loop, NodeClock clock, String name, LinkCounts counts) {
    this.clock = clock;
    this.timers = new Timers(clock.nowMicros());
    this.loop = loop;
    this.name = name;
    this.counts = counts;
  }

  Timers timers() {
    return timers;
  }

  Outbox outbox() {
    return outbox;
  }

  /** From now on effects are carried out and timers run. */
  void begin(Consumer<Send> sender) {
    network = sender;
  }

  /** Effects are carried out no more, and no timer runs. */
  void end() {
    network = null;
    if (wakeUp != null) {
      wakeUp.cancel(false);
      wakeUp = null;
    }
  }

  /**
   * One turn. It runs no timer, even an overdue one: what has arrived counts before what did not,
   * or a process that was stopped for a second would take every answer in its sockets for missing.
   */
  void turn(Runnable input) {
    long now = clock.nowMicros();
    turn(beforeNextTimer(now), clock.wallAheadMicros(now), input);
  }

  private long beforeNextTimer(long now) {
    OptionalLong next = timers.nextDeadlineMicros();
    return next.isPresent() ? Math.min(now, next.getAsLong() - 1) : now;
  }

  private void turn(long nowMicros, long wallAheadMicros, Runnable input) {
    Consumer<Send> sender = network;
    if (sender == null) {
      guard(input);
      return;
    }
    guard(() -> timers.advance(nowMicros, nowMicros + wallAheadMicros));
    guard(input);
    outbox.take().forEach(sender);
    arm();
  }

  // Whatever a message provokes in the core, the peer stays up: the turn is lost, the loop is not.
  private void guard(Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      Exhausted.endIf(failure);
      counts.turnFailures.incrementAndGet();
      log.error("a turn of node " + name + " failed; the node goes on", failure);
    }
  }

  private void arm() {
    OptionalLong next = timers.nextDeadlineMicros();
    long now = clock.nowMicros();
    if (next.isEmpty() || (wakeUp != null && wakeUpMicros <= Math.max(next.getAsLong(), now))) {
      return; // a wake-up that comes too early does no harm
    }
    if (wakeUp != null) {
      wakeUp.cancel(false);
    }
    wakeUpMicros = next.getAsLong();
    long delay = Math.max(0, wakeUpMicros - now);
    wakeUp = loop.schedule(this::wake, delay, TimeUnit.MICROSECONDS);
  }

  private void wake() {
    wakeUp = null;
    if (network == null) {
      return;
    }
    if (clock.nowMicros() - wakeUpMicros > LATE_MICROS) {
      // The process stood still: first the loop is to read what has arrived meanwhile.
      wakeUpMicros = clock.nowMicros();
      wakeUp = loop.schedule(this::runDue, 1, TimeUnit.MILLISECONDS);
    } else {
      runDue();
    }
  }

  private void runDue() {
    wakeUp = null;
    long now = clock.nowMicros();
    turn(now, clock.wallAheadMicros(now), () -> {});
  }
}
