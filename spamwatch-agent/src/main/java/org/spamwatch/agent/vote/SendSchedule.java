package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * When the votes of this peer's own voters on one message are sent again: each that waits to be
 * confirmed after ever longer pauses, and all of them at times, for those who confirmed may have
 * lied.
 */
final class SendSchedule {
  /** A vote's name within its message. */
  private record Name(Id voter, List<Id> digests) {
    static Name of(Vote vote) {
      return new Name(vote.voter(), vote.digests());
    }
  }

  /**
   * A vote that waits.
   *
   * @param dueMicros when it is sent again
   * @param pauseMicros how long the pause before that is, 0 if it was never sent since the start
   */
  private record Waiting(Vote vote, long dueMicros, long pauseMicros) {}

  private Map<Name, Waiting> pending = Map.of();
  private long repeatMicros; // 0: not set

  /** A vote waits, in the place of one of the same name; returns whether there was none. */
  boolean add(Vote vote) {
    Name name = Name.of(vote);
    boolean isNew = !pending.containsKey(name);
    pending = FewEntries.with(pending, name, new Waiting(vote, 0, 0));
    return isNew;
  }

  /** A vote waits no longer; returns whether this very one did. */
  boolean remove(Vote vote) {
    if (waiting(vote) == null) {
      return false;
    }
    pending = FewEntries.without(pending, Name.of(vote));
    return true;
  }

  /** What is known of this very vote, null if it does not wait. */
  private @Nullable Waiting waiting(Vote vote) {
    Waiting waiting = pending.isEmpty() ? null : pending.get(Name.of(vote));
    return waiting != null && vote.equals(waiting.vote()) ? waiting : null;
  }

  /** Whether a vote is to be sent again; one that was never sent since the start is. */
  boolean isDue(Vote vote, long nowMicros) {
    Waiting waiting = waiting(vote);
    return waiting == null || waiting.pauseMicros() == 0 || nowMicros >= waiting.dueMicros();
  }

  /** A vote is being sent: the next time is after a pause, twice the one before. */
  void sent(Vote vote, long nowMicros, Duration first, Duration longest) {
    Waiting before = waiting(vote);
    if (before != null) {
      long pause =
          before.pauseMicros() == 0
              ? first.toNanos() / 1000
              : Math.min(2 * before.pauseMicros(), longest.toNanos() / 1000);
      Waiting now = new Waiting(vote, nowMicros + pause, pause);
      pending = FewEntries.with(pending, Name.of(vote), now);
    }
  }

  /** Whether the time has come to send all of them. */
  boolean isRepeatDue(long nowMicros) {
    return nowMicros >= repeatMicros;
  }

  /** Sets when all are sent next; returns whether that was not set before. */
  boolean repeatAt(long micros) {
    boolean first = repeatMicros == 0;
    repeatMicros = micros;
    return first;
  }

  /** Whether none waits to be confirmed. */
  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Those that wait to be confirmed. */
  List<Vote> pending() {
    return pending.isEmpty() ? List.of() : pending.values().stream().map(Waiting::vote).toList();
  }
}
