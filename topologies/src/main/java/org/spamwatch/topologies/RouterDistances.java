package org.spamwatch.topologies;

/** The lengths of the shortest paths between all routers of a connected graph. */
interface RouterDistances {
  /** No path: more than any path is long, and twice it is still an {@code int}. */
  int UNREACHABLE = Integer.MAX_VALUE / 2;

  /** The length of the shortest path; the same both ways, 0 from a router to itself. */
  int between(int from, int to);

  /** Bytes of the tables. */
  long bytes();
}
