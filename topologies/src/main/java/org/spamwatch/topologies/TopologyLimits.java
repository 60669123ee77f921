package org.spamwatch.topologies;

/** What a topology may take: enough for a million nodes, each on a router of its own. */
final class TopologyLimits {
  /** Routers in a graph. */
  public static final int ROUTERS = 1 << 20;

  /** Undirected links in a graph. */
  public static final int LINKS = 1 << 22;

  /** The length of a link. */
  public static final int LENGTH = 50_000;

  /**
   * How far a router may be from the first. No path is longer than twice that then, and twice that
   * path is still an {@code int}.
   */
  public static final int PATH = (1 << 29) - 1;

  /** A coordinate's absolute value, and a policy weight's. */
  public static final int COORDINATE = 1_000_000;

  /** Characters in a line of a file, and so in a name. */
  public static final int LINE = 400;

  /** Sites between which latencies were measured. */
  public static final int SITES = 3_000;

  /** Characters in a line of measured latencies: sixteen a number. */
  public static final int MATRIX_LINE = 16 * SITES;

  /** Graphs a spec asks for. */
  public static final int GRAPHS = 1_000;

  private TopologyLimits() {}
}
