package org.spamwatch.topologies;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Which routers peers are placed on (SpamWatch paper, section 6.3: random placements). */
public final class Placement {
  private Placement() {}

  /**
   * Draws different routers of stub domains, of all routers if the names tell none.
   *
   * @param count how many
   * @return router numbers in the order drawn
   * @throws TopologyException if the graph has fewer
   */
  public static List<Integer> onStubRouters(AltGraph graph, int count, RandomGenerator random)
      throws TopologyException {
    List<Integer> stubs = graph.stubRouters();
    if (count > stubs.size()) {
      throw new TopologyException(
          count + " peers do not fit on " + stubs.size() + " stub routers, one on each");
    }
    return draw(stubs, count, random);
  }

  /**
   * Draws different ones of some routers.
   *
   * @param count how many, at most all
   * @return in the order drawn
   */
  public static List<Integer> draw(List<Integer> some, int count, RandomGenerator random) {
    List<Integer> routers = new ArrayList<>(some);
    // The first steps of a Fisher-Yates shuffle.
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(routers.size() - i);
      int drawn = routers.get(other);
      routers.set(other, routers.get(i));
      routers.set(i, drawn);
    }
    return List.copyOf(routers.subList(0, count));
  }
}
