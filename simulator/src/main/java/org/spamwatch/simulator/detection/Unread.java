package org.spamwatch.simulator.detection;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/** Mails that their mailboxes' people are yet to read, each some hours after it came. */
final class Unread {
  private static final double HOUR = 3_600;

  /** A mail is read. */
  record Reading(Arrival arrival, Instant at) {}

  private final PriorityQueue<Reading> readings =
      new PriorityQueue<>(Comparator.comparing(Reading::at));
  private final RandomGenerator random;
  private final double meanHours;

  /**
   * None yet.
   *
   * @param meanHours the mean of the times until they are read, which are exponentially distributed
   */
  Unread(RandomGenerator random, double meanHours) {
    this.random = random;
    this.meanHours = meanHours;
  }

  void add(Arrival arrival) {
    double hours = -Math.log(1 - random.nextDouble()) * meanHours;
    readings.add(new Reading(arrival, arrival.at().plusSeconds((long) (hours * HOUR))));
  }

  /** Takes the next out that is read by a moment. */
  Optional<Reading> nextUntil(Instant moment) {
    return Optional.ofNullable(readings.peek())
        .filter(next -> !next.at().isAfter(moment))
        .map(next -> readings.remove());
  }
}
