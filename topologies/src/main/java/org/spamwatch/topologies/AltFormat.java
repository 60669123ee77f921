package org.spamwatch.topologies;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

/**
 * The text form of a graph that GT-ITM's {@code sgb2alt} writes:
 *
 * <pre>
 * GRAPH (#nodes #edges id uu vv ww xx yy zz):
 * ROUTERS ARCS ID PARAMETER...
 *
 * VERTICES (index name u v w x y z):
 * INDEX NAME X Y
 *
 * EDGES (from-node to-node length a b):
 * FROM TO LENGTH POLICY-WEIGHT
 * </pre>
 *
 * Arcs are directed, so there are two for each line under EDGES. The policy weight may be left out.
 * Linear time and memory; the counts of the GRAPH line reserve nothing.
 */
public final class AltFormat {
  private static final String GRAPH = "GRAPH (#nodes #edges id uu vv ww xx yy zz):";
  private static final String VERTICES = "VERTICES (index name u v w x y z):";
  private static final String EDGES = "EDGES (from-node to-node length a b):";

  private AltFormat() {}

  /**
   * Reads a graph.
   *
   * @param text read to its end and not closed; should buffer
   * @throws TopologyException if it is not one or exceeds {@link TopologyLimits}; the message names
   *     the line
   */
  public static AltGraph read(Reader text) throws IOException, TopologyException {
    BoundedLines lines = new BoundedLines(text);
    section(lines, lines.expect("GRAPH"), "GRAPH");
    List<String> head = lines.expect("'ROUTERS ARCS ID'");
    if (head.size() < 3 || head.size() > 9) {
      throw lines.problem("'ROUTERS ARCS ID' and up to six integers are expected");
    }
    int routerCount = lines.integer(head.get(0), "number of routers", 1, TopologyLimits.ROUTERS);
    int arcs = lines.integer(head.get(1), "number of arcs", 0, 2 * TopologyLimits.LINKS);
    if (arcs % 2 != 0) {
      throw lines.problem(arcs + " arcs: every link is two arcs, so their number is even");
    }
    List<Integer> parameters = new ArrayList<>();
    for (String word : head.subList(3, head.size())) {
      parameters.add(lines.integer(word, "a parameter", Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    section(lines, lines.expect("VERTICES"), "VERTICES");
    List<Router> routers = new ArrayList<>();
    for (int i = 0; i < routerCount; i++) {
      routers.add(router(lines, i));
    }
    section(lines, lines.expect("EDGES"), "EDGES");
    List<Link> links = links(lines, arcs / 2, routerCount);
    try {
      return new AltGraph(head.get(2), parameters, routers, links);
    } catch (IllegalArgumentException e) {
      throw new TopologyException("not a usable graph: " + e.getMessage());
    }
  }

  private static void section(BoundedLines lines, List<String> words, String expected)
      throws TopologyException {
    if (!words.get(0).equals(expected)) {
      throw lines.problem(
          expected + " is expected, not " + BoundedLines.printable(shortened(words.get(0))));
    }
  }

  private static String shortened(String word) {
    return word.length() <= 40 ? word : word.substring(0, 40) + "...";
  }

  private static Router router(BoundedLines lines, int index)
      throws IOException, TopologyException {
    List<String> words = lines.expect("router " + index);
    if (words.size() != 4) {
      throw lines.problem("'INDEX NAME X Y' is expected for router " + index);
    }
    lines.integer(words.get(0), "index", index, index);
    int most = TopologyLimits.COORDINATE;
    int x = lines.integer(words.get(2), "x", -most, most);
    int y = lines.integer(words.get(3), "y", -most, most);
    try {
      return new Router(words.get(1), x, y);
    } catch (IllegalArgumentException e) {
      throw lines.problem(String.valueOf(e.getMessage()));
    }
  }

  private static List<Link> links(BoundedLines lines, int announced, int routers)
      throws IOException, TopologyException {
    List<Link> links = new ArrayList<>();
    // Only asked, never iterated over.
    Set<Long> seen = new LinkedHashSet<>();
    for (List<String> words = lines.next(); !words.isEmpty(); words = lines.next()) {
      if (words.size() < 3 || words.size() > 5) {
        throw lines.problem("'FROM TO LENGTH POLICY-WEIGHT' is expected");
      }
      if (links.size() == announced) {
        throw lines.problem("more links than the " + announced + " of the GRAPH line");
      }
      int from = lines.integer(words.get(0), "from-node", 0, routers - 1);
      int to = lines.integer(words.get(1), "to-node", 0, routers - 1);
      int length = lines.integer(words.get(2), "length", 0, TopologyLimits.LENGTH);
      int weight =
          words.size() < 4
              ? 0
              : lines.integer(words.get(3), "policy weight", 0, TopologyLimits.COORDINATE);
      if (from == to) {
        throw lines.problem("a link from router " + from + " to itself");
      }
      if (!seen.add(((long) Math.min(from, to) << 32) | Math.max(from, to))) {
        throw lines.problem("a second link between routers " + from + " and " + to);
      }
      links.add(new Link(from, to, length, weight));
    }
    if (links.size() < announced) {
      throw TopologyException.atLine(
          lines.number() + 1,
          "the text ends after " + links.size() + " of " + announced + " links");
    }
    return links;
  }

  /**
   * Writes a graph; {@link #read} reads it back as it was.
   *
   * @param text not closed
   */
  public static void write(AltGraph graph, Appendable text) throws IOException {
    text.append(GRAPH).append('\n');
    text.append(graph.routers().size() + " " + 2 * graph.links().size() + " " + graph.id());
    for (int parameter : graph.parameters()) {
      text.append(" " + parameter);
    }
    text.append("\n\n").append(VERTICES).append('\n');
    int index = 0;
    for (Router router : graph.routers()) {
      text.append(index++ + " " + router.name() + " " + router.x() + " " + router.y() + "\n");
    }
    text.append('\n').append(EDGES).append('\n');
    for (Link link : graph.links()) {
      text.append(
          link.from() + " " + link.to() + " " + link.length() + " " + link.policyWeight() + "\n");
    }
  }
}
