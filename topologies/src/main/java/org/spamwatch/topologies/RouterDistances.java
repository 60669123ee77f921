package org.spamwatch.topologies;

/** The lengths of the shortest paths between all routers of a connected graph. */
interface RouterDistances {
  /** No path: more than any path is long, and twice it is still an {@code int}. */
  int UNREACHABLE = Integer.MAX_VALUE / 2;

  /** The length of the shortest path; the same both ways, 0 from a router to itself. */
  int between(int from, int to);

  /** The longest of those between some first routers. */
  default int longest(int routers) {
    int longest = 0;
    for (int from = 0; from < routers; from++) {
      for (int to = 0; to < from; to++) {
        longest = Math.max(longest, between(from, to));
      }
    }
    return longest;
  }

  /** Bytes of the tables. */
  long bytes();
}
