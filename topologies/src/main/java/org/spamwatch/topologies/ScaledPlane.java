package org.spamwatch.topologies;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * {@link Proportions#SCALED}: a node of the graph of domains is a square of the transit domain's
 * scale, and a stub surrounds its transit router within a fraction of it.
 */
final class ScaledPlane implements Plane {
  /** The side of a stub as a share of the transit domain's. */
  private static final double STUB_SHARE = 0.25;

  private final TransitStubSpec spec;

  ScaledPlane(TransitStubSpec spec) {
    this.spec = spec;
  }

  @Override
  public GeometricSpec top() {
    return spec.top();
  }

  @Override
  public int transitSide() {
    return spec.transit().scale();
  }

  @Override
  public int stubSide() {
    return Math.max(1, (int) Math.round(STUB_SHARE * transitSide()));
  }

  @Override
  public int side() {
    return spec.top().scale() * transitSide();
  }

  @Override
  public int[] sizes(int count, int mean, RandomGenerator random) {
    int[] sizes = new int[count];
    Arrays.fill(sizes, mean);
    return sizes;
  }

  @Override
  public GeometricGraph draw(GeometricSpec drawn, int mostEdges, RandomGenerator random)
      throws TopologyException {
    return GeometricGraph.draw(drawn, mostEdges, random);
  }

  @Override
  public int transitOrigin(int domain) {
    return domain * transitSide();
  }

  @Override
  public int stubOrigin(int transitRouter, RandomGenerator random) {
    return transitRouter - stubSide() / 2 + random.nextInt(-stubSide(), stubSide() + 1);
  }

  @Override
  public int linksBetweenDomains() {
    return 1;
  }
}
