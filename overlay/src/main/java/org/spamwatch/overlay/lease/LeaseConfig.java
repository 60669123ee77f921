package org.spamwatch.overlay.lease;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.spamwatch.overlay.TimerScope;

/**
 * How long records live without renewal, and on how many nodes.
 *
 * @param lease lifetime of a record by its holder's clock; too short costs renewals, too long keeps
 *     what is no longer true
 * @param replicas nodes that hold what is rooted at one of them, the root included
 */
public record LeaseConfig(Duration lease, int replicas) {
  /** A day, at the root and three leaf neighbours. */
  public static final LeaseConfig DEFAULT = new LeaseConfig(Duration.ofDays(1), 4);

  /** Checks the ranges. */
  public LeaseConfig {
    if (lease.compareTo(Duration.ofSeconds(1)) < 0 || lease.compareTo(Duration.ofDays(30)) > 0) {
      throw new IllegalArgumentException("lease " + lease + " is not within 1 s and 30 days");
    }
    checkArgument(replicas >= 1 && replicas <= 16, "replicas %s is not in 1 to 16", replicas);
  }

  /** The lease in milliseconds. */
  public long millis() {
    return lease.toMillis();
  }

  /** A lease somebody asks for, cut to the most that this node grants. */
  public long granted(long askedMillis) {
    return Math.min(askedMillis, millis());
  }

  /** When to renew: after a third of the lease, a tenth of it earlier or later. */
  public long renewalMicros(RandomGenerator random) {
    long third = lease.toNanos() / 3000;
    return TimerScope.jittered(third, 10, random);
  }
}
