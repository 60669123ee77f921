package org.spamwatch.topologies;

import java.util.List;
import java.util.Optional;

/**
 * How likely two nodes of a random graph are linked, by GT-ITM's numbers. With d their distance, L
 * the largest possible one and n the number of nodes:
 */
enum EdgeMethod {
  /** alpha e^(-d / (beta L)) (Waxman 1988). */
  WAXMAN(1),
  /** As {@link #WAXMAN} with a distance drawn uniformly from 0 to L. */
  WAXMAN_RANDOM_DISTANCE(2),
  /** alpha. */
  PURE_RANDOM(3),
  /** (gamma / n) alpha e^(-d / (beta L)): the mean degree does not grow with n (Doar 1993). */
  DOAR_LESLIE(4),
  /** alpha e^(-d / (L - d)). */
  EXPONENTIAL(5),
  /** alpha up to a distance of gamma L, beta beyond. */
  LOCALITY(6);

  private static final List<EdgeMethod> ALL = List.of(values());

  private final int number;

  EdgeMethod(int number) {
    this.number = number;
  }

  /** The number in a spec. */
  public int number() {
    return number;
  }

  /** The method with a number, if there is one. */
  public static Optional<EdgeMethod> ofNumber(int number) {
    return ALL.stream().filter(method -> method.number == number).findFirst();
  }
}
