package org.spamwatch.simulator.analytic;

import java.util.Arrays;
import java.util.List;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.Latencies;

/**
 * For every router of a graph the nearest of some routers, by one search from all of these at once.
 *
 * <p>Dijkstra's algorithm with a ring of buckets, one for each length of a link (Dial 1969): costs
 * O(links + longest distance). Not thread-safe.
 */
final class ShortestPaths implements NearestRouter {
  private static final int NONE = -1;

  // The links of router r, both ways: places first[r] to first[r + 1] - 1.
  private final int[] first;
  private final int[] to;
  private final int[] length;

  private final int[] distance;
  private final int[] nearest;
  private final int[] bucket; // of each distance, modulo their number, its first entry
  private final int[] router; // of an entry
  private final int[] next; // entry in its bucket

  ShortestPaths(Latencies latencies, List<Link> links) {
    int routers = latencies.routers();
    first = new int[routers + 1];
    int longest = 0;
    for (Link link : links) {
      first[link.from() + 1]++;
      first[link.to() + 1]++;
      longest = Math.max(longest, link.length());
    }
    for (int i = 0; i < routers; i++) {
      first[i + 1] += first[i];
    }
    int arcs = first[routers];
    to = new int[arcs];
    length = new int[arcs];
    int[] at = Arrays.copyOf(first, routers);
    for (Link link : links) {
      put(at[link.from()]++, link.to(), link.length());
      put(at[link.to()]++, link.from(), link.length());
    }
    distance = new int[routers];
    nearest = new int[routers];
    bucket = new int[longest + 1];
    router = new int[routers + arcs];
    next = new int[routers + arcs];
  }

  private void put(int place, int end, int linkLength) {
    to[place] = end;
    length[place] = linkLength;
  }

  @Override
  public void search(int[] sources, int count) {
    Arrays.fill(distance, Integer.MAX_VALUE);
    Arrays.fill(bucket, NONE);
    int entries = 0;
    for (int i = 0; i < count; i++) {
      distance[sources[i]] = 0;
      nearest[sources[i]] = sources[i];
      entries = enter(entries, sources[i], 0);
    }
    int open = entries;
    for (int reached = 0; open > 0; reached++) {
      int entry = bucket[reached % bucket.length];
      bucket[reached % bucket.length] = NONE;
      while (entry != NONE) {
        open--;
        int from = router[entry];
        int following = next[entry];
        if (distance[from] == reached) {
          for (int link = first[from]; link < first[from + 1]; link++) {
            int over = reached + length[link];
            if (over < distance[to[link]]) {
              distance[to[link]] = over;
              nearest[to[link]] = nearest[from];
              entries = enter(entries, to[link], over);
              open++;
            }
          }
        }
        // What a link of length 0 has led to is in this bucket now.
        entry = following;
        if (entry == NONE) {
          entry = bucket[reached % bucket.length];
          bucket[reached % bucket.length] = NONE;
        }
      }
    }
  }

  private int enter(int entry, int at, int reached) {
    router[entry] = at;
    next[entry] = bucket[reached % bucket.length];
    bucket[reached % bucket.length] = entry;
    return entry + 1;
  }

  @Override
  public int nearest(int from) {
    return nearest[from];
  }
}
