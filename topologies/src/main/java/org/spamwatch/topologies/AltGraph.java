package org.spamwatch.topologies;

import java.util.ArrayList;
import java.util.List;

/**
 * A graph of routers on a plane with undirected links: what an {@code .alt} file holds.
 *
 * @param id how the graph was made; one word, at most 160 characters
 * @param parameters the integers of the GRAPH line after the id, six at most. The generator writes
 *     uu, the scale, and xx, yy and zz, the policy weights of links between transit domains, from
 *     transit to stub and between stubs
 * @param routers in the order of their numbers from 0; 1 to {@link #MOST_ROUTERS}
 * @param links each undirected link once, at most {@link #MOST_LINKS}
 */
public record AltGraph(
    String id, List<Integer> parameters, List<Router> routers, List<Link> links) {
  /** Routers in a graph at most. */
  public static final int MOST_ROUTERS = TopologyLimits.ROUTERS;

  /** Links in a graph at most. */
  public static final int MOST_LINKS = TopologyLimits.LINKS;

  private static final int MOST_PARAMETERS = 6;
  private static final int LONGEST_ID = 160;

  /**
   * A router.
   *
   * @param name without white space; {@code T:d.n} is transit router n of domain d, {@code
   *     S:d.n/s.m} router m of the stub s at that router
   * @param x abscissa, up to {@link TopologyLimits#COORDINATE} either way
   * @param y ordinate, the same
   */
  public record Router(String name, int x, int y) {
    /** Checks the ranges. */
    public Router {
      requireWord("the name of a router", name, 64);
      if (Math.abs((long) x) > TopologyLimits.COORDINATE
          || Math.abs((long) y) > TopologyLimits.COORDINATE) {
        throw new IllegalArgumentException(
            "coordinates " + x + " " + y + " exceed " + TopologyLimits.COORDINATE);
      }
    }

    /** Whether it is a router of a stub domain, by its name. */
    public boolean isStub() {
      return name.startsWith("S:");
    }
  }

  /**
   * An undirected link between two routers.
   *
   * @param from one end
   * @param to the other end
   * @param length 0 to {@link TopologyLimits#LENGTH}; what latency follows
   * @param policyWeight the cost by which GT-ITM's policy routing prefers paths; latencies here do
   *     not depend on it
   */
  public record Link(int from, int to, int length, int policyWeight) {
    /** Checks the ranges. */
    public Link {
      if (from < 0 || to < 0 || from == to) {
        throw new IllegalArgumentException("a link from " + from + " to " + to);
      }
      if (length < 0 || length > TopologyLimits.LENGTH) {
        throw new IllegalArgumentException(
            "length " + length + " is not in 0 to " + TopologyLimits.LENGTH);
      }
      if (policyWeight < 0 || policyWeight > TopologyLimits.COORDINATE) {
        throw new IllegalArgumentException(
            "policy weight " + policyWeight + " is not in 0 to " + TopologyLimits.COORDINATE);
      }
    }
  }

  /** Copies the lists and checks the limits. */
  public AltGraph {
    requireWord("the id of a graph", id, LONGEST_ID);
    parameters = List.copyOf(parameters);
    routers = List.copyOf(routers);
    links = List.copyOf(links);
    if (parameters.size() > MOST_PARAMETERS) {
      throw new IllegalArgumentException(
          parameters.size() + " parameters are more than " + MOST_PARAMETERS);
    }
    if (routers.isEmpty() || routers.size() > MOST_ROUTERS) {
      throw new IllegalArgumentException(
          routers.size() + " routers are not in 1 to " + MOST_ROUTERS);
    }
    if (links.size() > MOST_LINKS) {
      throw new IllegalArgumentException(links.size() + " links are more than " + MOST_LINKS);
    }
    for (Link link : links) {
      if (Math.max(link.from(), link.to()) >= routers.size()) {
        throw new IllegalArgumentException(link + " ends at no router");
      }
    }
  }

  private static void requireWord(String what, String word, int longest) {
    boolean printable = word.chars().allMatch(c -> c > 32 && c < 127);
    if (word.isEmpty() || word.length() > longest || !printable) {
      throw new IllegalArgumentException(
          what + " is not 1 to " + longest + " printable ASCII characters without a blank");
    }
  }

  /** The numbers of the routers in stub domains, or of all if no name tells. */
  public List<Integer> stubRouters() {
    List<Integer> stubs = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < routers.size(); i++) {
      all.add(i);
      if (routers.get(i).isStub()) {
        stubs.add(i);
      }
    }
    return stubs.isEmpty() ? all : stubs;
  }

  /** How many links each router has. */
  public int[] degrees() {
    int[] degrees = new int[routers.size()];
    for (Link link : links) {
      degrees[link.from()]++;
      degrees[link.to()]++;
    }
    return degrees;
  }
}
