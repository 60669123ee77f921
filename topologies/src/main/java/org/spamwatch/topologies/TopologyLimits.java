package org.spamwatch.topologies;

/**
 * What a topology may take. Together the limits keep the length of every path below 2^30: a path
 * has fewer than {@link #ROUTERS} links.
 */
final class TopologyLimits {
  /** Routers in a graph. */
  public static final int ROUTERS = 20_000;

  /** Undirected links in a graph. */
  public static final int LINKS = 200_000;

  /** The length of a link. */
  public static final int LENGTH = 50_000;

  /** A coordinate's absolute value, and a policy weight's. */
  public static final int COORDINATE = 1_000_000;

  /** Characters in a line of a file, and so in a name. */
  public static final int LINE = 400;

  /** Graphs a spec asks for. */
  public static final int GRAPHS = 1_000;

  private TopologyLimits() {}
}
