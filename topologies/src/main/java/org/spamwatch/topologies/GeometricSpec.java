package org.spamwatch.topologies;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * A random graph on a square: a line {@code <n> <scale> <method> <alpha> <beta> <gamma>} of a spec.
 *
 * @param nodes n, 1 to {@value #MOST_NODES}
 * @param scale side of the square, 1 to {@value #MOST_SCALE}
 * @param method gives the probability of an edge
 * @param alpha 0 to 1
 * @param beta above 0 for the methods that divide by it, at most {@value #MOST_FACTOR}
 * @param gamma 0 to {@value #MOST_FACTOR}
 */
public record GeometricSpec(
    int nodes, int scale, EdgeMethod method, double alpha, double beta, double gamma) {
  static final int MOST_NODES = 1_000;
  static final int MOST_SCALE = 10_000;
  static final int MOST_FACTOR = 1_000;

  /** Checks the ranges. */
  public GeometricSpec {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new IllegalArgumentException("nodes " + nodes + " is not in 1 to " + MOST_NODES);
    }
    if (scale < 1 || scale > MOST_SCALE) {
      throw new IllegalArgumentException("scale " + scale + " is not in 1 to " + MOST_SCALE);
    }
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException("alpha " + alpha + " is not in 0 to 1");
    }
    if (!(beta >= 0 && beta <= MOST_FACTOR && gamma >= 0 && gamma <= MOST_FACTOR)) {
      throw new IllegalArgumentException(
          "beta " + beta + " or gamma " + gamma + " is not in 0 to " + MOST_FACTOR);
    }
    boolean divides =
        method == EdgeMethod.WAXMAN
            || method == EdgeMethod.WAXMAN_RANDOM_DISTANCE
            || method == EdgeMethod.DOAR_LESLIE;
    if (divides && beta == 0) {
      throw new IllegalArgumentException(
          "method " + method.number() + " needs a beta above 0 after alpha");
    }
  }

  /** A graph in which any two nodes are linked with one probability. */
  public static GeometricSpec pureRandom(int nodes, int scale, double probability) {
    return new GeometricSpec(nodes, scale, EdgeMethod.PURE_RANDOM, probability, 0, 0);
  }

  /** The same kind of graph with other nodes on another square. */
  GeometricSpec sized(int otherNodes, int otherScale) {
    return new GeometricSpec(otherNodes, otherScale, method, alpha, beta, gamma);
  }

  /** How likely two nodes at a distance are linked. Draws only if the method is random in it. */
  double probability(double distance, RandomGenerator random) {
    double longest = Math.sqrt(2) * scale;
    return switch (method) {
      case WAXMAN -> alpha * Math.exp(-distance / (beta * longest));
      case WAXMAN_RANDOM_DISTANCE -> alpha * Math.exp(-random.nextDouble() / beta);
      case PURE_RANDOM -> alpha;
      case DOAR_LESLIE -> gamma / nodes * alpha * Math.exp(-distance / (beta * longest));
      case EXPONENTIAL ->
          distance >= longest ? 0 : alpha * Math.exp(-distance / (longest - distance));
      case LOCALITY -> distance <= gamma * longest ? alpha : beta;
    };
  }

  /** The line of a spec that gives this. */
  String line() {
    String shortest =
        String.format(Locale.ROOT, "%d %d %d %s", nodes, scale, method.number(), alpha);
    return beta == 0 && gamma == 0 ? shortest : shortest + " " + beta + " " + gamma;
  }
}
