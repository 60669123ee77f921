package org.spamwatch.topologies;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * {@link Proportions#GT_ITM}: what GT-ITM does with a spec ({@code ts.c}, 1996), whatever scales it
 * has.
 *
 * <ul>
 *   <li>The plane is sqrt(80 n) wide for n routers, a transit domain half of it, and a stub sqrt(16
 *       m), where m is the most routers that a stub could have, were all that is moved between
 *       domains, transit routers and stubs moved to one, but not wider than a transit domain: 102
 *       of 632 for the paper's 5,000 routers.
 *   <li>The routers of the transit domains, the stubs of the routers of a domain, and the routers
 *       of the stubs of a router each have the spec's mean: three times as many of them as there
 *       are go from one drawn by lot, which keeps one at least, to another.
 *   <li>Transit domains surround the nodes of the graph of domains, and may cover each other; a
 *       stub begins within its own side before its transit router.
 *   <li>Two domains that are linked are linked twice, for GT-ITM draws a link for each direction of
 *       an undirected one.
 *   <li>A graph that is not connected is drawn anew. After {@value #DRAWS} times GT-ITM gives up;
 *       here its parts are joined then, and at once when {@value #PAIRS} pairs of routers were
 *       drawn anew for all graphs together, so that a spec whose graphs are hardly ever connected
 *       takes seconds and not hours.
 * </ul>
 *
 * Its random numbers are not GT-ITM's. Of one transit-stub graph; not thread-safe.
 */
final class GtItmPlane implements Plane {
  private static final double AREA_OF_ROUTER = 80;
  private static final double AREA_OF_STUB_ROUTER = 16;
  private static final int MOVES = 3;
  private static final int DRAWS = 100;
  private static final long PAIRS = 1L << 28;

  private final GeometricSpec top;
  private final int side;
  private final int transitSide;
  private final int stubSide;
  private long pairs = PAIRS;

  GtItmPlane(TransitStubSpec spec) {
    side = side(AREA_OF_ROUTER * spec.routers());
    int half = side(AREA_OF_ROUTER * spec.routers() / 4);
    transitSide = half + half % 2;
    long routersOfDomain = spec.transit().nodes() + (long) MOVES * spec.top().nodes();
    long stubsOfRouter = spec.stubsPerTransitNode() + MOVES * routersOfDomain;
    long routersOfStub = spec.stub().nodes() + MOVES * stubsOfRouter;
    stubSide = Math.min(side(AREA_OF_STUB_ROUTER * routersOfStub), transitSide);
    top = spec.top().sized(spec.top().nodes(), side);
  }

  private static int side(double area) {
    return (int) Math.rint(Math.sqrt(area));
  }

  @Override
  public GeometricSpec top() {
    return top;
  }

  @Override
  public int transitSide() {
    return transitSide;
  }

  @Override
  public int stubSide() {
    return stubSide;
  }

  @Override
  public int side() {
    return side;
  }

  @Override
  public int[] sizes(int count, int mean, RandomGenerator random) {
    int[] sizes = new int[count];
    Arrays.fill(sizes, mean);
    for (int move = 0; count > 1 && move < MOVES * count; move++) {
      int from = random.nextInt(count);
      int to = random.nextInt(count);
      if (sizes[from] > 1 && sizes[to] < GeometricSpec.MOST_NODES) {
        sizes[from]--;
        sizes[to]++;
      }
    }
    return sizes;
  }

  @Override
  public GeometricGraph draw(GeometricSpec spec, int mostEdges, RandomGenerator random)
      throws TopologyException {
    GeometricGraph drawn = GeometricGraph.draw(spec, mostEdges, random);
    for (int draws = 1; drawn.isJoined() && draws < DRAWS && pairs > 0; draws++) {
      pairs -= (long) spec.nodes() * spec.nodes();
      drawn = GeometricGraph.draw(spec, mostEdges, random);
    }
    return drawn;
  }

  @Override
  public int transitOrigin(int domain) {
    return Math.min(Math.max(0, domain - transitSide / 2), side - transitSide);
  }

  @Override
  public int stubOrigin(int transitRouter, RandomGenerator random) {
    int least = Math.max(0, transitRouter - stubSide);
    int most = Math.min(transitRouter, side - stubSide);
    return most > least ? random.nextInt(least, most) : least;
  }

  @Override
  public int linksBetweenDomains() {
    return 2;
  }
}
