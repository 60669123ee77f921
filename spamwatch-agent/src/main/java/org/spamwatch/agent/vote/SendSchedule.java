package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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

  /** When a vote is sent again, and how long the pause before that is. */
  private record Backoff(long dueMicros, long pauseMicros) {}

  private Map<Name, Vote> pending = Map.of();
  private Map<Name, Backoff> backoffs = Map.of();
  private long repeatMicros; // 0: not set

  /** A vote waits, in the place of one of the same name; returns whether there was none. */
  boolean add(Vote vote) {
    Name name = Name.of(vote);
    boolean isNew = !pending.containsKey(name);
    pending = FewEntries.with(pending, name, vote);
    backoffs = FewEntries.without(backoffs, name);
    return isNew;
  }

  /** A vote waits no longer; returns whether this very one did. */
  boolean remove(Vote vote) {
    if (pending.isEmpty()) {
      return false;
    }
    Name name = Name.of(vote);
    boolean waited = vote.equals(pending.get(name));
    if (waited) {
      pending = FewEntries.without(pending, name);
      backoffs = FewEntries.without(backoffs, name);
    }
    return waited;
  }

  /** Whether a vote is to be sent again; one that was never sent since the start is. */
  boolean isDue(Vote vote, long nowMicros) {
    Backoff backoff = backoffs.get(Name.of(vote));
    return backoff == null || nowMicros >= backoff.dueMicros();
  }

  /** A vote is being sent: the next time is after a pause, twice the one before. */
  void sent(Vote vote, long nowMicros, Duration first, Duration longest) {
    Name name = Name.of(vote);
    if (vote.equals(pending.get(name))) {
      Backoff before = backoffs.get(name);
      long pause =
          before == null
              ? first.toNanos() / 1000
              : Math.min(2 * before.pauseMicros(), longest.toNanos() / 1000);
      backoffs = FewEntries.with(backoffs, name, new Backoff(nowMicros + pause, pause));
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
    return List.copyOf(pending.values());
  }
}
