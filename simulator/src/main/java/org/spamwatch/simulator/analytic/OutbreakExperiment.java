package org.spamwatch.simulator.analytic;

import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.simulator.Workers;

/**
 * How many users see a new spam before enough others have called it spam: a copy comes to each at
 * some time within two hours, is opened after an exponentially distributed delay of three hours on
 * average, and is asked about when it is opened. Who sees it marks it with some probability, and
 * the mark is published under each of its fingerprints.
 *
 * <p>A user is a node. A question learns of all votes if a node on its ways within a TTL holds a
 * pointer; the full route ends at the root. Messages take no time, so only the order in which
 * copies are opened matters; what is announced reaches all after a delay. The same users would
 * mark, and open at the same times, whatever way is asked.
 *
 * <p>What comes out depends on the parameters but for the threads. Memory: for each node 5 bytes a
 * fingerprint and about 30, and for each thread a byte a fingerprint.
 *
 * @param reading how nodes route, and what a TTL counts; who asks does not count as a hop here
 * @param users one or more
 * @param rates probabilities that who sees it marks it, each above 0 and below 1
 * @param votesNeeded different voters that make it spam
 * @param fingerprints of the spam, the same for all copies
 * @param ways to ask
 * @param threads that work at once
 * @param seed gives all that is drawn
 */
public record OutbreakExperiment(
    Reading reading,
    int users,
    List<Double> rates,
    int votesNeeded,
    int fingerprints,
    List<Way> ways,
    int threads,
    long seed) {
  private static final double ARRIVAL_HOURS = 2;
  private static final double DELAY_HOURS = 3;

  /**
   * How users ask whether it is spam.
   *
   * @param ttl of their questions, in hops; {@link Integer#MAX_VALUE} for the full route
   * @param spreadSeconds in the place of questions: how long after a mark all peers know it by what
   *     is announced; below 0 for questions
   */
  public record Way(int ttl, double spreadSeconds) {
    /** Questions within a TTL. */
    public static Way within(int ttl) {
      return new Way(ttl, -1);
    }

    /** What is announced, known to all after some seconds. */
    public static Way announced(double seconds) {
      return new Way(0, seconds);
    }

    boolean isAnnounced() {
      return spreadSeconds >= 0;
    }
  }

  /**
   * What came of a spam.
   *
   * @param rate of marking
   * @param seen the share of users who saw it
   * @param marks how many of these marked it
   */
  public record Outcome(double rate, Way way, double seen, int marks) {}

  /** Checks the ranges. */
  public OutbreakExperiment {
    rates = List.copyOf(rates);
    ways = List.copyOf(ways);
    if (users < 1 || votesNeeded < 1 || fingerprints < 1 || threads < 1) {
      throw new IllegalArgumentException("users, votes, fingerprints and threads are some");
    }
    if (rates.stream().anyMatch(rate -> !(rate > 0 && rate < 1))) {
      throw new IllegalArgumentException("a rate of " + rates + " is not between 0 and 1");
    }
  }

  /**
   * Runs a spam: of each rate all ways, in their order.
   *
   * @param number of the spam, from which with the seed all is drawn but the nodes and their places
   */
  public List<Outcome> run(Topology topology, int number) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    Population population = Population.draw(topology.places(), users, random.split());
    SplittableRandom own = new SplittableRandom(random.nextLong() + number);
    boolean needsTrees = ways.stream().anyMatch(way -> !way.isAnnounced());
    long[] keys = own.longs(needsTrees ? fingerprints : 0).toArray();
    Openings openings = Openings.draw(users, ARRIVAL_HOURS, DELAY_HOURS, own);
    double[] inclination = own.doubles(users).toArray();
    int[][] next = new int[keys.length][users];
    byte[][] level = new byte[keys.length][users];
    Workers.share(
        threads,
        keys.length,
        () -> {
          RouteTree tree = new RouteTree(population, topology);
          return i -> {
            tree.build(keys[i], reading.routing());
            for (int node = 0; node < users; node++) {
              next[i][node] = tree.next(node);
              level[i][node] = (byte) tree.level(node);
            }
          };
        });
    Outcome[] outcomes = new Outcome[rates.size() * ways.size()];
    Workers.share(
        threads,
        outcomes.length,
        () ->
            i -> {
              Way way = ways.get(i % ways.size());
              Knowledge knowledge =
                  way.isAnnounced()
                      ? new Announced(votesNeeded, way.spreadSeconds() / 3600)
                      : new Pointers(next, level, reading.step(), way.ttl(), votesNeeded);
              double rate = rates.get(i / ways.size());
              outcomes[i] = outcome(rate, way, openings, inclination, knowledge);
            });
    return List.of(outcomes);
  }

  private Outcome outcome(
      double rate, Way way, Openings openings, double[] inclination, Knowledge knowledge) {
    int seen = 0;
    int marks = 0;
    for (int place = 0; place < users; place++) {
      int user = openings.user(place);
      if (!knowledge.isSpam(user, openings.hours(place))) {
        seen++;
        if (inclination[user] < rate) {
          marks++;
          knowledge.mark(user, openings.hours(place));
        }
      }
    }
    return new Outcome(rate, way, (double) seen / users, marks);
  }

  /** What those who open a copy can know of the marks of others. */
  interface Knowledge {
    /** Whether a user who opens a copy at a time is told that it is spam. */
    boolean isSpam(int user, double hours);

    /** A user marks it at a time, not before others did. */
    void mark(int user, double hours);
  }

  /** Marks that all peers know some time later. */
  private static final class Announced implements Knowledge {
    private final int needed;
    private final double delay;
    private int marks;
    private double since = Double.POSITIVE_INFINITY;

    Announced(int needed, double delayHours) {
      this.needed = needed;
      delay = delayHours;
    }

    @Override
    public boolean isSpam(int user, double hours) {
      return hours >= since;
    }

    @Override
    public void mark(int user, double hours) {
      if (++marks == needed) {
        since = hours + delay;
      }
    }
  }
}
