package org.spamwatch.topologies;

import java.io.IOException;
import java.io.Reader;
import java.util.List;

/**
 * What a family of transit-stub graphs looks like, as in a spec file of GT-ITM:
 *
 * <pre>
 * ts COUNT SEED scaled
 * STUBS-PER-TRANSIT-NODE EXTRA-TRANSIT-STUB-EDGES EXTRA-STUB-STUB-EDGES
 * N SCALE METHOD ALPHA BETA GAMMA     the domains: nodes are transit domains
 * N SCALE METHOD ALPHA BETA GAMMA     each transit domain
 * N SCALE METHOD ALPHA BETA GAMMA     each stub domain
 * </pre>
 *
 * Seed, beta and gamma may be left out. Without {@code scaled} the graphs are drawn as GT-ITM draws
 * them, which does not use the scales; with it the first two are used.
 *
 * @param count graphs to draw, 1 to {@link TopologyLimits#GRAPHS}
 * @param seed of the first graph; any
 * @param stubsPerTransitNode K, 0 to 1000
 * @param extraTransitStub links from random stub domains to a further transit router; 0 keeps all
 *     stubs single-homed
 * @param extraStubStub links between random pairs of stub domains
 * @param top the graph of domains
 * @param transit a transit domain
 * @param stub a stub domain
 * @param proportions how wide and how large domains are
 */
public record TransitStubSpec(
    int count,
    long seed,
    int stubsPerTransitNode,
    int extraTransitStub,
    int extraStubStub,
    GeometricSpec top,
    GeometricSpec transit,
    GeometricSpec stub,
    Proportions proportions) {
  private static final String SCALED = "scaled";
  private static final int MOST_STUBS = 1_000;
  private static final int MOST_EXTRA = 10_000;
  private static final long DEFAULT_SEED = 1;

  /** Checks the ranges, and that the graph keeps {@link TopologyLimits}. */
  public TransitStubSpec {
    atMost("count", count, 1, TopologyLimits.GRAPHS);
    atMost("stubs per transit node", stubsPerTransitNode, 0, MOST_STUBS);
    atMost("extra transit-stub edges", extraTransitStub, 0, MOST_EXTRA);
    atMost("extra stub-stub edges", extraStubStub, 0, MOST_EXTRA);
    long routers = routers(top, transit, stubsPerTransitNode, stub);
    if (routers > TopologyLimits.ROUTERS) {
      throw new IllegalArgumentException(
          routers + " routers are more than the maximum of " + TopologyLimits.ROUTERS);
    }
    long side = (top.scale() + 2L) * transit.scale();
    if (proportions == Proportions.SCALED && side * Math.sqrt(2) > TopologyLimits.LENGTH) {
      throw new IllegalArgumentException(
          "the scales "
              + top.scale()
              + " and "
              + transit.scale()
              + " make links longer than "
              + TopologyLimits.LENGTH);
    }
    if (extraTransitStub + extraStubStub > 0 && stubsPerTransitNode == 0) {
      throw new IllegalArgumentException("extra edges of stubs where there are no stubs");
    }
    if (extraTransitStub > 0 && top.nodes() * transit.nodes() == 1) {
      throw new IllegalArgumentException("extra transit-stub edges need two transit routers");
    }
    if (extraStubStub > 0 && top.nodes() * transit.nodes() * stubsPerTransitNode < 2) {
      throw new IllegalArgumentException("extra stub-stub edges need two stubs");
    }
  }

  private static void atMost(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " " + value + " is not in " + least + " to " + most);
    }
  }

  private static long routers(
      GeometricSpec top, GeometricSpec transit, int stubsPerTransitNode, GeometricSpec stub) {
    return (long) top.nodes() * transit.nodes() * (1 + (long) stubsPerTransitNode * stub.nodes());
  }

  /**
   * One graph of the size the SpamWatch paper simulates (section 6.3): 5,000 routers, 20 transit
   * domains of 10 with 3 stubs of 8 at each transit router; {@link Proportions#SCALED}.
   */
  public static TransitStubSpec paper(long seed) {
    return fiveThousand(seed, Proportions.SCALED);
  }

  /** A graph of as many as GT-ITM draws them: domains, routers and stubs differ in size. */
  public static TransitStubSpec gtItm(long seed) {
    return fiveThousand(seed, Proportions.GT_ITM);
  }

  private static TransitStubSpec fiveThousand(long seed, Proportions proportions) {
    return new TransitStubSpec(
        1,
        seed,
        3,
        0,
        0,
        GeometricSpec.pureRandom(20, 20, 0.3),
        GeometricSpec.pureRandom(10, 20, 0.6),
        GeometricSpec.pureRandom(8, 10, 0.42),
        proportions);
  }

  /**
   * A graph of 5,050 routers as GT-ITM draws it: 10 transit domains of 5, with 10 stubs of 10 at
   * each transit router.
   */
  public static TransitStubSpec tenDomains(long seed) {
    return new TransitStubSpec(
        1,
        seed,
        10,
        0,
        0,
        GeometricSpec.pureRandom(10, 20, 0.3),
        GeometricSpec.pureRandom(5, 20, 0.6),
        GeometricSpec.pureRandom(10, 10, 0.42),
        Proportions.GT_ITM);
  }

  /** The number of routers, T NT (1 + K NS). */
  public int routers() {
    return (int) routers(top, transit, stubsPerTransitNode, stub);
  }

  /** Transit routers, T NT. */
  public int transitRouters() {
    return top.nodes() * transit.nodes();
  }

  /**
   * Reads a spec.
   *
   * @param text read to its end and not closed; should buffer
   * @throws TopologyException if it is not one; the message names the line
   */
  public static TransitStubSpec read(Reader text) throws IOException, TopologyException {
    BoundedLines lines = new BoundedLines(text);
    String beginning = "'ts COUNT SEED' or 'ts COUNT SEED scaled'";
    List<String> first = lines.expect(beginning);
    boolean scaled = first.size() == 4 && first.get(3).equals(SCALED);
    if (!first.get(0).equals("ts") || first.size() < 2 || first.size() > (scaled ? 4 : 3)) {
      throw lines.problem(beginning + " is expected");
    }
    int count = lines.integer(first.get(1), "count", 1, TopologyLimits.GRAPHS);
    long seed = first.size() > 2 ? seed(first.get(2), lines) : DEFAULT_SEED;
    List<String> stubs = lines.expect("'STUBS EXTRA-TS EXTRA-SS'");
    if (stubs.size() != 3) {
      throw lines.problem("three numbers are expected: stubs, extra t-s edges, extra s-s edges");
    }
    int perNode = lines.integer(stubs.get(0), "stubs per transit node", 0, MOST_STUBS);
    int extraTransitStub = lines.integer(stubs.get(1), "extra t-s edges", 0, MOST_EXTRA);
    int extraStubStub = lines.integer(stubs.get(2), "extra s-s edges", 0, MOST_EXTRA);
    GeometricSpec top = geometric(lines);
    GeometricSpec transit = geometric(lines);
    GeometricSpec stub = geometric(lines);
    int last = lines.number();
    if (!lines.next().isEmpty()) {
      throw lines.problem("the spec ended at line " + last);
    }
    try {
      return new TransitStubSpec(
          count,
          seed,
          perNode,
          extraTransitStub,
          extraStubStub,
          top,
          transit,
          stub,
          scaled ? Proportions.SCALED : Proportions.GT_ITM);
    } catch (IllegalArgumentException e) {
      throw new TopologyException("the spec is not usable: " + e.getMessage());
    }
  }

  private static long seed(String word, BoundedLines lines) throws TopologyException {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw lines.problem("seed " + BoundedLines.printable(word) + " is not a 64-bit integer");
    }
  }

  private static GeometricSpec geometric(BoundedLines lines) throws IOException, TopologyException {
    List<String> words = lines.expect("'N SCALE METHOD ALPHA BETA GAMMA'");
    if (words.size() < 4 || words.size() > 6) {
      throw lines.problem("'N SCALE METHOD ALPHA BETA GAMMA' is expected");
    }
    int nodes = lines.integer(words.get(0), "n", 1, GeometricSpec.MOST_NODES);
    int scale = lines.integer(words.get(1), "scale", 1, GeometricSpec.MOST_SCALE);
    int method = lines.integer(words.get(2), "edge method", 1, 6);
    double alpha = lines.decimal(words.get(3), "alpha", 0, 1);
    double beta = words.size() < 5 ? 0 : factor(words.get(4), "beta", lines);
    double gamma = words.size() < 6 ? 0 : factor(words.get(5), "gamma", lines);
    try {
      return new GeometricSpec(
          nodes, scale, EdgeMethod.ofNumber(method).orElseThrow(), alpha, beta, gamma);
    } catch (IllegalArgumentException e) {
      throw lines.problem(String.valueOf(e.getMessage()));
    }
  }

  private static double factor(String word, String what, BoundedLines lines)
      throws TopologyException {
    return lines.decimal(word, what, 0, GeometricSpec.MOST_FACTOR);
  }

  /** The text {@link #read} reads this from. */
  public String print() {
    return "ts %d %d%s\n%d %d %d\n%s\n%s\n%s\n"
        .formatted(
            count,
            seed,
            proportions == Proportions.SCALED ? " " + SCALED : "",
            stubsPerTransitNode,
            extraTransitStub,
            extraStubStub,
            top.line(),
            transit.line(),
            stub.line());
  }
}
