package org.spamwatch.topologies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

/**
 * Distances in a transit-stub graph in which every stub domain has one link to a transit router and
 * no other to the outside.
 *
 * <p>That link is a bridge: a path between two routers of one stub never leaves it, and every other
 * path is the way to the stub's transit router, the way between transit routers, and the way down.
 * So a matrix for each stub, one of the transit routers, and each router's distance to its transit
 * router give all distances exactly; for 5,000 routers (20 x 10 x (1 + 3 x 8)) about 370 KB instead
 * of 50 MB. Matrices by Floyd and Warshall.
 */
final class SingleHomedDistances implements RouterDistances {
  /** Beyond this many the cube takes too long. */
  static final int MOST_TRANSIT = 1_500;

  static final int MOST_IN_STUB = 400;

  /** Half a gigabyte. */
  private static final int MOST_CELLS = 1 << 27;

  private final int transitCount;

  /** Between transit routers, by their rank among these. */
  private final int[] transit;

  /** For each router its transit router's rank. */
  private final short[] home;

  /** For each router the distance to its transit router; 0 for those. */
  private final int[] toHome;

  /** For each router its stub's number, -1 for transit routers. */
  private final int[] stub;

  /** For each router its row in {@link #within}. */
  private final int[] row;

  /** For each router its rank in its stub. */
  private final short[] rank;

  /** The matrices of all stubs, one behind the other. */
  private final int[] within;

  private SingleHomedDistances(Domains domains) {
    int routers = domains.domain.length;
    transitCount = domains.members.get(0).size();
    home = new short[routers];
    toHome = new int[routers];
    stub = new int[routers];
    row = new int[routers];
    rank = new short[routers];
    int cells = 0;
    for (int number = 0; number < domains.members.size(); number++) {
      List<Integer> members = domains.members.get(number);
      for (int i = 0; i < members.size(); i++) {
        int router = members.get(i);
        rank[router] = (short) i;
        stub[router] = number - 1;
        row[router] = number == 0 ? 0 : cells + i * members.size();
      }
      cells += number == 0 ? 0 : members.size() * members.size();
    }
    transit = domains.matrix(0, rank);
    within = new int[cells];
    int at = 0;
    for (int number = 1; number < domains.members.size(); number++) {
      int[] matrix = domains.matrix(number, rank);
      System.arraycopy(matrix, 0, within, at, matrix.length);
      at += matrix.length;
    }
    for (int router : domains.members.get(0)) {
      home[router] = rank[router];
    }
    for (Map.Entry<Integer, Link> entry : domains.gateway.entrySet()) {
      Link gateway = entry.getValue();
      boolean down = domains.domain[gateway.from()] == 0;
      int inside = down ? gateway.to() : gateway.from();
      int outside = down ? gateway.from() : gateway.to();
      for (int router : domains.members.get(entry.getKey())) {
        home[router] = rank[outside];
        toHome[router] = gateway.length() + within[row[inside] + rank[router]];
      }
    }
  }

  /** The distances of a connected graph, if its names and links show that it is of this kind. */
  static Optional<RouterDistances> of(AltGraph graph) {
    return Domains.of(graph).map(SingleHomedDistances::new);
  }

  @Override
  public int between(int from, int to) {
    int domain = stub[from];
    if (domain >= 0 && domain == stub[to]) {
      return within[row[from] + rank[to]];
    }
    return toHome[from] + transit[home[from] * transitCount + home[to]] + toHome[to];
  }

  @Override
  public int longest(int routers) {
    int longest = 0;
    for (int cell : within) {
      longest = Math.max(longest, cell);
    }
    int stubs = 1 + Arrays.stream(stub).max().orElse(-1);
    int[] depth = new int[stubs];
    int[] homeOfStub = new int[stubs];
    for (int router = 0; router < routers; router++) {
      if (stub[router] >= 0) {
        depth[stub[router]] = Math.max(depth[stub[router]], toHome[router]);
        homeOfStub[stub[router]] = home[router];
      }
    }
    // Of each transit router the two farthest of different stubs of its own, itself for one.
    int[] farthest = new int[transitCount];
    int[] second = new int[transitCount];
    for (int number = 0; number < stubs; number++) {
      int at = homeOfStub[number];
      second[at] = Math.max(second[at], Math.min(farthest[at], depth[number]));
      farthest[at] = Math.max(farthest[at], depth[number]);
    }
    for (int from = 0; from < transitCount; from++) {
      longest = Math.max(longest, farthest[from] + second[from]);
      for (int to = 0; to < from; to++) {
        longest =
            Math.max(longest, farthest[from] + transit[from * transitCount + to] + farthest[to]);
      }
    }
    return longest;
  }

  @Override
  public long bytes() {
    return 4L * (transit.length + within.length + toHome.length + row.length + stub.length)
        + 2L * (home.length + rank.length);
  }

  /** The routers by domain: 0 all transit routers together, then one number for each stub. */
  private static final class Domains {
    private final AltGraph graph;
    private final int[] domain;
    private final List<List<Integer>> members = new ArrayList<>();
    private final List<List<Link>> links = new ArrayList<>();

    /** For each domain but 0 its only link to the outside. */
    private final Map<Integer, Link> gateway = new LinkedHashMap<>();

    private Domains(AltGraph graph) {
      this.graph = graph;
      this.domain = new int[graph.routers().size()];
    }

    static Optional<Domains> of(AltGraph graph) {
      Domains domains = new Domains(graph);
      return domains.group() && domains.sort() ? Optional.of(domains) : Optional.empty();
    }

    private boolean group() {
      Map<String, Integer> numbers = new LinkedHashMap<>();
      members.add(new ArrayList<>());
      for (int i = 0; i < domain.length; i++) {
        Router router = graph.routers().get(i);
        int member = router.name().lastIndexOf('.');
        if (router.isStub() && member > 0) {
          domain[i] =
              numbers.computeIfAbsent(router.name().substring(0, member), name -> members.size());
          if (domain[i] == members.size()) {
            members.add(new ArrayList<>());
          }
        } else if (!router.name().startsWith("T:")) {
          return false;
        }
        members.get(domain[i]).add(i);
      }
      long cells =
          members.stream().skip(1).mapToLong(stub -> (long) stub.size() * stub.size()).sum();
      return members.get(0).size() <= MOST_TRANSIT
          && members.stream().skip(1).allMatch(stub -> stub.size() <= MOST_IN_STUB)
          && cells <= MOST_CELLS;
    }

    /** Whether every stub has one gateway, to a transit router. */
    private boolean sort() {
      members.forEach(ignored -> links.add(new ArrayList<>()));
      for (Link link : graph.links()) {
        int from = domain[link.from()];
        int to = domain[link.to()];
        if (from == to) {
          links.get(from).add(link);
        } else if (Math.min(from, to) > 0 || gateway.put(Math.max(from, to), link) != null) {
          return false;
        }
      }
      return gateway.size() == members.size() - 1;
    }

    int[] matrix(int number, short[] rank) {
      int size = members.get(number).size();
      int[] distance = new int[size * size];
      Arrays.fill(distance, UNREACHABLE);
      for (int i = 0; i < size; i++) {
        distance[i * size + i] = 0;
      }
      for (Link link : links.get(number)) {
        int from = rank[link.from()];
        int to = rank[link.to()];
        distance[from * size + to] = Math.min(distance[from * size + to], link.length());
        distance[to * size + from] = distance[from * size + to];
      }
      for (int via = 0; via < size; via++) {
        for (int from = 0; from < size; from++) {
          int first = distance[from * size + via];
          for (int to = 0; to < size; to++) {
            distance[from * size + to] =
                Math.min(distance[from * size + to], first + distance[via * size + to]);
          }
        }
      }
      return distance;
    }
  }
}
