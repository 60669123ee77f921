package org.spamwatch.topologies;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * How long a message takes between any two routers: the length of the shortest path of a graph,
 * scaled so that the longest of all shortest paths takes a given time, the diameter; or what was
 * measured between any two sites ({@link LatencyMatrix}).
 *
 * <p>Times are whole microseconds, rounded up, the same both ways, and 0 from a router to itself;
 * those of a graph are never longer than over a third router, measured ones may be. Immutable, safe
 * for any thread; a look-up takes nanoseconds and draws nothing.
 *
 * <p>Transit-stub graphs with single-homed stubs take memory in proportion to the square of a
 * stub's size and of the number of transit routers; any other graph half a matrix, and is refused
 * above {@value DenseDistances#MOST_ROUTERS} routers. Policy weights are not used. Source:
 * SpamWatch paper, section 6.3.
 */
public final class Latencies {
  /** The SpamWatch paper's: 400 ms. */
  public static final Duration PAPER_DIAMETER = Duration.ofMillis(400);

  private static final Duration LONGEST_DIAMETER = Duration.ofMinutes(1);
  private static final int FRACTION_BITS = 31;

  private final RouterDistances distances;
  private final int routers;
  private final int longest;
  private final long microsPerLength;

  private Latencies(RouterDistances distances, int routers, int longest, Duration diameter) {
    this.distances = distances;
    this.routers = routers;
    this.longest = longest;
    // Rounded down; the rounding up of a product then ends at the diameter exactly for the longest
    // path, and keeps the triangle inequality, for ceil(a + b) <= ceil(a) + ceil(b).
    long micros = diameter.toNanos() / 1_000;
    this.microsPerLength = longest == 0 ? 0 : (micros << FRACTION_BITS) / longest;
  }

  /**
   * The latencies of a graph.
   *
   * @param diameter the latency of the longest shortest path, 1 microsecond to 1 minute
   * @throws TopologyException if the graph is not connected or too large for its kind
   */
  public static Latencies of(AltGraph graph, Duration diameter) throws TopologyException {
    if (diameter.compareTo(Duration.ofNanos(1_000)) < 0
        || diameter.compareTo(LONGEST_DIAMETER) > 0) {
      throw new IllegalArgumentException(
          "diameter " + diameter + " is not in 1 microsecond to " + LONGEST_DIAMETER);
    }
    requireConnected(graph);
    int routers = graph.routers().size();
    RouterDistances distances = SingleHomedDistances.of(graph).orElse(null);
    if (distances == null) {
      if (routers > DenseDistances.MOST_ROUTERS) {
        throw new TopologyException(
            routers
                + " routers are more than the "
                + DenseDistances.MOST_ROUTERS
                + " of a graph whose stubs are not all single-homed and of up to "
                + SingleHomedDistances.MOST_IN_STUB
                + " routers, with up to "
                + SingleHomedDistances.MOST_TRANSIT
                + " transit routers");
      }
      distances = new DenseDistances(graph);
    }
    return new Latencies(distances, routers, distances.longest(routers), diameter);
  }

  /** What was measured. */
  static Latencies measured(LatencyMatrix matrix) {
    int longest = matrix.longest(matrix.sites());
    return new Latencies(matrix, matrix.sites(), longest, Duration.of(longest, ChronoUnit.MICROS));
  }

  private static void requireConnected(AltGraph graph) throws TopologyException {
    int[] distance = new Arcs(graph).from(0);
    for (int i = 0; i < distance.length; i++) {
      String router = "router " + i + " (" + graph.routers().get(i).name() + ")";
      if (distance[i] == RouterDistances.UNREACHABLE) {
        throw new TopologyException(
            "the graph is not connected: no path from router 0 to "
                + router
                + "; link its parts, or leave all but one out");
      }
      if (distance[i] > TopologyLimits.PATH) {
        throw new TopologyException(
            router
                + " is "
                + distance[i]
                + " from router 0, more than "
                + TopologyLimits.PATH
                + "; divide all lengths");
      }
    }
  }

  /**
   * The one-way latency between two routers in microseconds.
   *
   * @throws IndexOutOfBoundsException if there is no such router
   */
  public int oneWayMicros(int from, int to) {
    long scaled = distances.between(from, to) * microsPerLength;
    return (int) ((scaled + (1L << FRACTION_BITS) - 1) >>> FRACTION_BITS);
  }

  /**
   * The length of the shortest path between two routers in the graph's own unit; of what was
   * measured the time.
   */
  public int length(int from, int to) {
    return distances.between(from, to);
  }

  /** The length of the longest shortest path, in the graph's own unit. */
  public int longestLength() {
    return longest;
  }

  /** Routers of the graph. */
  public int routers() {
    return routers;
  }

  /** Bytes of the tables. */
  public long bytes() {
    return distances.bytes();
  }
}
