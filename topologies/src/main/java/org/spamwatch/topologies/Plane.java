package org.spamwatch.topologies;

import java.util.random.RandomGenerator;

/** Where the domains of a transit-stub graph lie and how large they are: a {@link Proportions}. */
interface Plane {
  /** What the graph of domains is drawn from. */
  GeometricSpec top();

  /** The side of a transit domain. */
  int transitSide();

  /** The side of a stub. */
  int stubSide();

  /** The side of all, as GT-ITM writes it into a graph. */
  int side();

  /**
   * How large some domains are, or how many stubs some transit routers have.
   *
   * @param mean of all of them
   */
  int[] sizes(int count, int mean, RandomGenerator random);

  /** Draws a connected graph. */
  GeometricGraph draw(GeometricSpec spec, int mostEdges, RandomGenerator random)
      throws TopologyException;

  /** Where a transit domain begins, along one axis. */
  int transitOrigin(int domain);

  /** Where a stub begins, along one axis. */
  int stubOrigin(int transitRouter, RandomGenerator random);

  /** Links between two domains that are linked. */
  int linksBetweenDomains();
}
