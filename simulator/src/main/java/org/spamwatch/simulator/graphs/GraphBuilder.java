package org.spamwatch.simulator.graphs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;
import org.spamwatch.topologies.TopologyException;

/**
 * Puts a graph together from nodes and edges as formats of other programs have them: nodes have ids
 * of any kind, edges may come first, and each attribute is text.
 */
final class GraphBuilder {
  private static final int LONGEST = 160;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Router> routers = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  private record Edge(int line, String source, String target, int length, int weight) {}

  /** An attribute's value by its name, null if there is none. */
  interface Attributes extends Function<String, @Nullable String> {}

  /**
   * Adds a node: of its attributes {@code name}, x and y count, and its id stands for its name.
   *
   * @param line where it is, for what is said of it
   */
  void node(int line, @Nullable String id, Attributes attributes) throws TopologyException {
    String known = needed(line, id, "a node has no id");
    if (routers.size() == AltGraph.MOST_ROUTERS) {
      throw problem(line, "more than " + AltGraph.MOST_ROUTERS + " nodes");
    }
    String name = attributes.apply("name");
    if (numbers.putIfAbsent(known, routers.size()) != null) {
      throw problem(line, "a second node " + shown(known));
    }
    try {
      routers.add(
          new Router(
              name == null ? known : name,
              integer(line, attributes, "x", 0),
              integer(line, attributes, "y", 0)));
    } catch (IllegalArgumentException e) {
      throw problem(line, String.valueOf(e.getMessage()));
    }
  }

  /** Adds an edge: of its attributes {@code length} and {@code policyWeight} count. */
  void edge(int line, @Nullable String source, @Nullable String target, Attributes attributes)
      throws TopologyException {
    needed(line, attributes.apply("length"), "an edge has no length");
    if (edges.size() == AltGraph.MOST_LINKS) {
      throw problem(line, "more than " + AltGraph.MOST_LINKS + " edges");
    }
    edges.add(
        new Edge(
            line,
            needed(line, source, "an edge has no source"),
            needed(line, target, "an edge has no target"),
            integer(line, attributes, "length", 0),
            integer(line, attributes, "policyWeight", 0)));
  }

  /** The graph: of its attributes {@code id} and {@code parameters} count. */
  AltGraph build(Attributes attributes) throws TopologyException {
    Set<Long> linked = new HashSet<>();
    List<Link> links = new ArrayList<>();
    for (Edge edge : edges) {
      int from = number(edge.line, edge.source);
      int to = number(edge.line, edge.target);
      if (!linked.add((long) Math.min(from, to) << 32 | Math.max(from, to))) {
        throw problem(
            edge.line,
            "a second link between "
                + shown(edge.source)
                + " and "
                + shown(edge.target)
                + "; an undirected link is given once");
      }
      try {
        links.add(new Link(from, to, edge.length, edge.weight));
      } catch (IllegalArgumentException e) {
        throw problem(edge.line, String.valueOf(e.getMessage()));
      }
    }
    String id = attributes.apply("id");
    String parameters = attributes.apply("parameters");
    try {
      return new AltGraph(
          id == null ? "unnamed" : id,
          parameters == null || parameters.isEmpty()
              ? List.of()
              : Stream.of(parameters.split(" ", -1)).map(Integer::valueOf).toList(),
          routers,
          links);
    } catch (IllegalArgumentException e) {
      throw new TopologyException("not a usable graph: " + e.getMessage());
    }
  }

  private int number(int line, String id) throws TopologyException {
    Integer number = numbers.get(id);
    if (number == null) {
      throw problem(line, "no node " + shown(id) + " for an edge to end at");
    }
    return number;
  }

  private static String needed(int line, @Nullable String value, String problem)
      throws TopologyException {
    if (value == null) {
      throw problem(line, problem);
    }
    return value;
  }

  private static int integer(int line, Attributes attributes, String name, int otherwise)
      throws TopologyException {
    String value = attributes.apply(name);
    try {
      return value == null ? otherwise : Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw problem(line, name + " " + shown(value) + " is not an integer");
    }
  }

  /** The parameters of a graph as {@link #build} takes them. */
  static String parameters(AltGraph graph) {
    return graph.parameters().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  /** What is wrong at a line. */
  static TopologyException problem(int line, String problem) {
    return new TopologyException("line " + line + ": " + problem);
  }

  /** A text of a hostile file as it may be shown on a terminal. */
  static String shown(@Nullable String text) {
    StringBuilder shown = new StringBuilder();
    String all = String.valueOf(text);
    all.codePoints()
        .limit(LONGEST)
        .forEach(c -> shown.appendCodePoint(c >= 32 && c < 127 ? c : '?'));
    return all.length() > LONGEST ? shown + "..." : shown.toString();
  }
}
