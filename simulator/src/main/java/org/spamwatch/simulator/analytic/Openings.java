package org.spamwatch.simulator.analytic;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Who opens a copy of a mail when, in the order of time. Immutable. */
final class Openings {
  private final int[] users;
  private final double[] hours; // of each place in the order

  private Openings(int[] users, double[] hours) {
    this.users = users;
    this.hours = hours;
  }

  /**
   * Each user opens one: it comes at any time within some hours, and lies for an exponentially
   * distributed time.
   */
  static Openings draw(int users, double arrivalHours, double delayHours, SplittableRandom random) {
    double[] at = new double[users];
    for (int user = 0; user < users; user++) {
      at[user] =
          arrivalHours * random.nextDouble() - delayHours * Math.log(1 - random.nextDouble());
    }
    int[] order =
        IntStream.range(0, users)
            .boxed()
            .sorted((one, other) -> Double.compare(at[one], at[other]))
            .mapToInt(user -> user)
            .toArray();
    double[] sorted = new double[users];
    for (int place = 0; place < users; place++) {
      sorted[place] = at[order[place]];
    }
    return new Openings(order, sorted);
  }

  /** Who is the nth to open it. */
  int user(int place) {
    return users[place];
  }

  /** When, from the first arrival on. */
  double hours(int place) {
    return hours[place];
  }
}
