package org.spamwatch.simulator.analytic;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.simulator.analytic.TtlExperiment.Cell;

/**
 * Sums over queries, by rate, by how many fingerprints' pointers are to be met, and by TTL; whole
 * numbers, so the same in any order. Not thread-safe.
 */
final class Tally {
  private static final int NONE = Integer.MAX_VALUE;

  private final TtlExperiment of;
  private final int ttls;
  private final long[] asked; // at a rate
  private final long[] found; // within a TTL and not within one less
  private final long[] micros; // within a TTL, less those within one less
  private final long[] reached; // by all nodes within a TTL, if nothing stops them
  private long walked; // nodes of these
  private final long[] sorted; // times of the fingerprints met so far
  private final long[] last; // time until as many are met as are needed

  /** Nothing yet of an experiment. */
  Tally(TtlExperiment of) {
    this.of = of;
    ttls = of.maxTtl() + 1;
    asked = new long[of.rates().size()];
    found = new long[of.rates().size() * of.needed().size() * ttls];
    micros = new long[found.length];
    reached = new long[ttls];
    sorted = new long[of.fingerprints()];
    last = new long[of.needed().size()];
  }

  /**
   * Counts a node's query.
   *
   * @param rate the place of the rate
   * @param walks one of each fingerprint
   */
  void count(int rate, int node, Walks[] walks) {
    asked[rate]++;
    int met = 0;
    for (int ttl = next(walks, node, -1); ttl < ttls; ttl = next(walks, node, ttl)) {
      int before = met;
      for (Walks walk : walks) {
        if (walk.ttl(node) == ttl) {
          insert(walk.micros(node), met++);
        }
      }
      for (int i = 0; i < last.length; i++) {
        int needed = of.needed().get(i);
        if (met >= needed) {
          int cell = (rate * last.length + i) * ttls + ttl;
          long time = sorted[needed - 1];
          found[cell] += before < needed ? 1 : 0;
          micros[cell] += before < needed ? time : time - last[i];
          last[i] = time;
        }
      }
    }
  }

  /** The least TTL above one that a fingerprint needs. */
  private static int next(Walks[] walks, int node, int above) {
    int least = NONE;
    for (Walks walk : walks) {
      int ttl = walk.ttl(node);
      least = ttl > above && ttl < least ? ttl : least;
    }
    return least;
  }

  private void insert(long time, int count) {
    int at = count;
    for (; at > 0 && sorted[at - 1] > time; at--) {
      sorted[at] = sorted[at - 1];
    }
    sorted[at] = time;
  }

  /** Counts how far the queries of all nodes go if nothing stops them but their TTL. */
  void reach(Walks walks, RouteTree tree, int nodes) {
    for (int node = 0; node < nodes; node++) {
      walks.reach(tree, node, reached);
    }
    walked += nodes;
  }

  /** Adds another one of the same experiment. */
  void add(Tally other) {
    add(asked, other.asked);
    add(found, other.found);
    add(micros, other.micros);
    add(reached, other.reached);
    walked += other.walked;
  }

  private static void add(long[] to, long[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** What was found, by rate, then by how many are needed, then by TTL. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int rate = 0; rate < asked.length; rate++) {
      for (int i = 0; i < last.length; i++) {
        long within = 0;
        long took = 0;
        for (int ttl = 0; ttl < ttls; ttl++) {
          int cell = (rate * last.length + i) * ttls + ttl;
          within += found[cell];
          took += micros[cell];
          cells.add(
              new Cell(
                  of.rates().get(rate),
                  of.needed().get(i),
                  ttl,
                  (double) within / asked[rate],
                  within == 0 ? 0 : took / 1000.0 / within,
                  reached[ttl] / 1000.0 / walked));
        }
      }
    }
    return cells;
  }
}
