package org.spamwatch.simulator.attack;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.spamwatch.agent.ratelimit.RateLimit;
import org.spamwatch.agent.ratelimit.RateLimits;
import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.agent.ratelimit.RateState;
import org.spamwatch.sketch.DistinctRate.Counting;

/**
 * No attacker but a wall clock that jumps while senders are counted, and between a stop and a
 * start, of the class that a peer counts with, since no peer is told its date. While it runs only
 * the monotonic clock counts. Over a restart nothing but the wall clock says how long the peer was
 * down: one that is ahead then has what was counted decay, as if it had been; that is said, and not
 * promised.
 */
final class RateClock implements Attack.Scenario {
  private static final int LIMIT = 20;
  private static final int USERS = 50;
  private static final String NAME = "recipients";
  private static final String SPAMMER = "spammer";
  private static final byte[] SECRET = "of a peer".getBytes(StandardCharsets.US_ASCII);
  private static final long NOW = 1_700_000_000_000L;
  private static final List<Duration> JUMPS =
      List.of(
          Duration.ofDays(3_653),
          Duration.ofDays(-3_653),
          Duration.ofHours(2),
          Duration.ofHours(-2),
          Duration.ofMinutes(30),
          Duration.ofMinutes(-30));

  private final AtomicLong monotonic = new AtomicLong(77);

  /** Senders who are not where they were before a jump. */
  private record Wronged(int freed, int blocked) {
    Wronged and(Wronged other) {
      return new Wronged(freed + other.freed, blocked + other.blocked);
    }

    @Override
    public String toString() {
      return freed + " freed and " + blocked + " blocked";
    }
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    Wronged running = new Wronged(0, 0);
    Wronged setBack = new Wronged(0, 0);
    Wronged setAhead = new Wronged(0, 0);
    for (Duration jump : JUMPS) {
      progress.accept("the clock jumps by " + jump);
      RateLimits limits = counted();
      long wall = NOW + jump.toMillis();
      RateState kept = limits.kept(NOW);
      limits.kept(wall); // what is written down each minute, and nothing else, reads that clock
      running = running.and(wronged(limits));
      RateLimits again = begun();
      again.restore(kept, wall);
      Wronged restarted = wronged(again);
      setBack = jump.isNegative() ? setBack.and(restarted) : setBack;
      setAhead = jump.isNegative() ? setAhead : setAhead.and(restarted);
    }
    String seen =
        "of %d users at %d of %d and a spammer, in %d jumps: running %s; over a restart set back %s,"
                .formatted(USERS, LIMIT - 1, LIMIT, JUMPS.size(), running, setBack)
            + " set ahead %s, as if it had been down".formatted(setAhead);
    Wronged nobody = new Wronged(0, 0);
    boolean isKept = running.equals(nobody) && setBack.equals(nobody) && setAhead.blocked() == 0;
    return new AttackResult(0, 0, seen, isKept);
  }

  private RateLimits begun() {
    RateLimits limits = new RateLimits(SECRET, monotonic::get);
    RateLimit limit =
        new RateLimit(
            NAME,
            LIMIT,
            Duration.ofHours(1),
            Optional.empty(),
            Counting.SUCCESSES,
            RateLimit.Action.DEFER);
    limits.set(List.of(limit), 1 << 20);
    return limits;
  }

  private RateLimits counted() {
    RateLimits limits = begun();
    for (int i = 0; i < LIMIT + 5; i++) {
      count(limits, SPAMMER, "r" + i);
    }
    for (int user = 0; user < USERS; user++) {
      for (int i = 0; i < LIMIT - 1; i++) {
        count(limits, "user" + user, "r" + i);
      }
    }
    return limits;
  }

  private static boolean count(RateLimits limits, String key, String unique) {
    return limits.count(NAME, key, unique, Optional.empty()).map(RateResult::isOver).orElse(false);
  }

  private static Wronged wronged(RateLimits limits) {
    int freed = count(limits, SPAMMER, "another") ? 0 : 1;
    int blocked = 0;
    for (int user = 0; user < USERS; user++) {
      blocked += count(limits, "user" + user, "the last") ? 1 : 0;
    }
    return new Wronged(freed, blocked);
  }
}
