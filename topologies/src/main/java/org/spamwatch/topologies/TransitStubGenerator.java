package org.spamwatch.topologies;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

/**
 * Draws transit-stub graphs: a random graph of domains, each node of it replaced by a random graph
 * of transit routers, and stub domains, random graphs again, hung on each of those.
 *
 * <p>Router numbers: transit routers first, domain by domain, then the stubs of each in order. The
 * length of a link is the distance of its ends, rounded, at least 1. Policy weights are the least
 * that keep policy routing in order: with Ds and Dt the largest hop diameters of a stub and of a
 * transit domain, a link within a domain weighs 1, one from transit to stub ceil(Ds / 2) so that no
 * path leaves a stub to come back, one between transit domains ceil(Dt / 2), and one between stubs
 * as much as the way over their transit router.
 *
 * <p>One spec, seed and index give one graph, in any JVM. Time is quadratic in the nodes of a
 * domain and linear in the number of domains. Source: Zegura, Calvert and Bhattacharjee, How to
 * Model an Internetwork (1996).
 */
public final class TransitStubGenerator {
  private static final int MOST_DRAWS = 1_000;

  private final TransitStubSpec spec;
  private final Plane plane;
  private final SplittableRandom topDraws;
  private final SplittableRandom transitDraws;
  private final SplittableRandom stubDraws;
  private final SplittableRandom linkDraws;
  private final List<Router> routers = new ArrayList<>();
  private final Graph graph = new Graph();
  private final List<Stub> stubs = new ArrayList<>();

  /** A stub that is in the graph: its transit router and its own, of which it has {@code size}. */
  private record Stub(int home, int first, int size) {}

  /** The links so far. */
  private static final class Graph {
    private final List<Link> links = new ArrayList<>();
    // Only asked, never iterated over.
    private final Set<Long> linked = new LinkedHashSet<>();

    int left() {
      return TopologyLimits.LINKS - links.size();
    }

    /** Adds a link whose ends are not linked yet. */
    boolean add(int from, int to, int length, int weight) {
      long pair = ((long) Math.min(from, to) << 32) | Math.max(from, to);
      return linked.add(pair) && links.add(new Link(from, to, length, weight));
    }
  }

  private TransitStubGenerator(TransitStubSpec spec, int index) {
    this.spec = spec;
    plane = spec.proportions().plane(spec);
    SplittableRandom seeds = new SplittableRandom(spec.seed());
    for (int i = 0; i < index; i++) {
      seeds = seeds.split();
    }
    topDraws = seeds.split();
    transitDraws = seeds.split();
    stubDraws = seeds.split();
    linkDraws = seeds.split();
  }

  /**
   * Draws one of the graphs of a spec.
   *
   * @param index 0 to {@code spec.count() - 1}
   * @throws TopologyException if it has more than {@link TopologyLimits#LINKS} links, or no room
   *     for the extra ones
   */
  public static AltGraph generate(TransitStubSpec spec, int index) throws TopologyException {
    if (index < 0 || index >= spec.count()) {
      throw new IllegalArgumentException(
          "index " + index + " is not below the count of " + spec.count());
    }
    return new TransitStubGenerator(spec, index).generate(index);
  }

  private AltGraph generate(int index) throws TopologyException {
    GeometricGraph top = plane.draw(plane.top(), graph.left(), topDraws);
    List<GeometricGraph> domains = new ArrayList<>();
    int pending = 0;
    for (int routers : plane.sizes(top.nodes(), spec.transit().nodes(), transitDraws)) {
      GeometricSpec sized = spec.transit().sized(routers, plane.transitSide());
      GeometricGraph drawn = plane.draw(sized, graph.left() - pending, transitDraws);
      pending += drawn.edges().size();
      domains.add(drawn);
    }
    List<List<GeometricGraph>> stubsOfRouters = drawStubs(domains, graph.left() - pending);
    int acrossDomains = half(domains);
    int acrossStub = half(stubsOfRouters.stream().flatMap(List::stream).toList());
    int[] firsts = new int[top.nodes()];
    for (int domain = 0; domain < top.nodes(); domain++) {
      firsts[domain] = routers.size();
      addTransitDomain(domain, top, domains.get(domain));
    }
    for (GeometricGraph.Edge edge : top.edges()) {
      for (int link = 0; link < plane.linksBetweenDomains(); link++) {
        int from = firsts[edge.from()] + linkDraws.nextInt(domains.get(edge.from()).nodes());
        int to = firsts[edge.to()] + linkDraws.nextInt(domains.get(edge.to()).nodes());
        add(from, to, acrossDomains); // a second one of the same routers is none
      }
    }
    for (int home = 0; home < stubsOfRouters.size(); home++) {
      for (int number = 0; number < stubsOfRouters.get(home).size(); number++) {
        addStub(home, number, stubsOfRouters.get(home).get(number), acrossStub);
      }
    }
    addExtraTransitStub(acrossStub);
    addExtraStubStub(2 * acrossStub);
    return new AltGraph(
        id(index),
        List.of(plane.side(), acrossDomains, acrossStub, 2 * acrossStub),
        routers,
        graph.links);
  }

  private String id(int index) {
    return String.format(
        Locale.ROOT,
        "transtub(%d,%d,%d,%d,%d,%dx%dx(1+%dx%d))",
        spec.seed(),
        index,
        spec.stubsPerTransitNode(),
        spec.extraTransitStub(),
        spec.extraStubStub(),
        spec.top().nodes(),
        spec.transit().nodes(),
        spec.stubsPerTransitNode(),
        spec.stub().nodes());
  }

  /** The stubs of each transit router. */
  private List<List<GeometricGraph>> drawStubs(List<GeometricGraph> domains, int mostEdges)
      throws TopologyException {
    List<List<GeometricGraph>> stubsOfRouters = new ArrayList<>();
    int left = mostEdges;
    for (GeometricGraph domain : domains) {
      for (int count : plane.sizes(domain.nodes(), spec.stubsPerTransitNode(), stubDraws)) {
        List<GeometricGraph> stubsOfRouter = new ArrayList<>();
        for (int size : plane.sizes(count, spec.stub().nodes(), stubDraws)) {
          GeometricSpec sized = spec.stub().sized(size, plane.stubSide());
          GeometricGraph drawn = plane.draw(sized, left, stubDraws);
          left -= drawn.edges().size();
          stubsOfRouter.add(drawn);
        }
        stubsOfRouters.add(stubsOfRouter);
      }
    }
    return stubsOfRouters;
  }

  /** Half of the largest hop diameter, rounded up, at least 1. */
  private static int half(List<GeometricGraph> graphs) {
    int largest = 1;
    for (GeometricGraph one : graphs) {
      largest = Math.max(largest, one.hopDiameter());
    }
    return (largest + 1) / 2;
  }

  private void addTransitDomain(int domain, GeometricGraph top, GeometricGraph transit)
      throws TopologyException {
    int first = routers.size();
    int left = plane.transitOrigin(top.x(domain));
    int bottom = plane.transitOrigin(top.y(domain));
    for (int n = 0; n < transit.nodes(); n++) {
      routers.add(new Router("T:" + domain + "." + n, left + transit.x(n), bottom + transit.y(n)));
    }
    addEdges(transit, first);
  }

  private void addEdges(GeometricGraph domain, int first) throws TopologyException {
    for (GeometricGraph.Edge edge : domain.edges()) {
      addNew(first + edge.from(), first + edge.to(), 1);
    }
  }

  private void addStub(int home, int number, GeometricGraph stub, int weight)
      throws TopologyException {
    Router transit = routers.get(home);
    int first = routers.size();
    stubs.add(new Stub(home, first, stub.nodes()));
    int left = plane.stubOrigin(transit.x(), linkDraws);
    int bottom = plane.stubOrigin(transit.y(), linkDraws);
    String name = "S" + transit.name().substring(1) + "/" + number + ".";
    for (int m = 0; m < stub.nodes(); m++) {
      routers.add(new Router(name + m, left + stub.x(m), bottom + stub.y(m)));
    }
    addEdges(stub, first);
    addNew(home, first + linkDraws.nextInt(stub.nodes()), weight);
  }

  private int randomRouterOf(Stub stub) {
    return stub.first() + linkDraws.nextInt(stub.size());
  }

  private Stub randomStub() {
    return stubs.get(linkDraws.nextInt(stubs.size()));
  }

  private void addExtraTransitStub(int weight) throws TopologyException {
    for (int i = 0; i < spec.extraTransitStub(); i++) {
      int draws = 0;
      Stub stub;
      int transit;
      do {
        requireRoom(draws++, "transit-stub");
        stub = randomStub();
        transit = linkDraws.nextInt(spec.transitRouters());
      } while (transit == stub.home() || !add(transit, randomRouterOf(stub), weight));
    }
  }

  private void addExtraStubStub(int weight) throws TopologyException {
    for (int i = 0; i < spec.extraStubStub(); i++) {
      int draws = 0;
      Stub first;
      Stub second;
      do {
        requireRoom(draws++, "stub-stub");
        first = randomStub();
        second = randomStub();
      } while (first.equals(second) || !add(randomRouterOf(first), randomRouterOf(second), weight));
    }
  }

  private static void requireRoom(int draws, String kind) throws TopologyException {
    if (draws == MOST_DRAWS) {
      throw new TopologyException("no room for as many extra " + kind + " edges; ask for fewer");
    }
  }

  private void addNew(int from, int to, int weight) throws TopologyException {
    if (!add(from, to, weight)) {
      throw new IllegalStateException("routers " + from + " and " + to + " are linked twice");
    }
  }

  private boolean add(int from, int to, int weight) throws TopologyException {
    if (graph.left() == 0) {
      throw new TopologyException(
          "more than " + TopologyLimits.LINKS + " links; lower alpha or the number of nodes");
    }
    Router one = routers.get(from);
    Router other = routers.get(to);
    double distance = Math.hypot(one.x() - other.x(), one.y() - other.y());
    return graph.add(from, to, Math.max(1, (int) Math.round(distance)), weight);
  }
}
