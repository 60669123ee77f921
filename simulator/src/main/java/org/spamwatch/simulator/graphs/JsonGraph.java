package org.spamwatch.simulator.graphs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;
import org.spamwatch.topologies.TopologyException;

/**
 * A graph as one JSON object, as NetworkX's {@code node_link_data} and D3 have it: {@code nodes}
 * with an {@code id} each, and {@code links} or {@code edges} with {@code source}, {@code target}
 * and {@code length}; further members as in {@link GraphMl}.
 */
public final class JsonGraph {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonParser parser;
  private final GraphBuilder graph = new GraphBuilder();

  private JsonGraph(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads a graph.
   *
   * @param text read to its end and not closed
   * @throws TopologyException if it is not one; the message names the line
   */
  public static AltGraph read(Reader text) throws IOException, TopologyException {
    JsonParser parser = JSON.createParser(text).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
    try {
      return new JsonGraph(parser).document();
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw GraphBuilder.problem(
          line, "not JSON: " + GraphBuilder.shown(why(e.getOriginalMessage())));
    }
  }

  /**
   * The message in one line, without where what is open begins: of that the parser shows nothing.
   */
  private static String why(String message) {
    return message.replaceAll("\\s+", " ").replaceFirst(" \\(start marker at .*", "");
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  private AltGraph document() throws IOException, TopologyException {
    JsonNode attributes = JSON.createObjectNode();
    boolean hasNodes = false;
    expect(JsonToken.START_OBJECT, "an object");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      switch (parser.currentName()) {
        case "nodes" -> {
          hasNodes = true;
          expect(JsonToken.START_ARRAY, "an array of nodes");
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            int at = line();
            JsonNode node = member();
            graph.node(at, text(node, "id"), name -> text(node, name));
          }
        }
        case "links", "edges" -> {
          expect(JsonToken.START_ARRAY, "an array of links");
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            int at = line();
            JsonNode link = member();
            graph.edge(at, text(link, "source"), text(link, "target"), name -> text(link, name));
          }
        }
        case "directed" -> {
          if (parser.nextToken() == JsonToken.VALUE_TRUE) {
            throw GraphBuilder.problem(line(), "directed is true; links here are undirected");
          }
          parser.skipChildren();
        }
        case "graph" -> {
          parser.nextToken();
          attributes = JSON.readTree(parser);
        }
        default -> {
          parser.nextToken();
          parser.skipChildren();
        }
      }
    }
    if (!hasNodes) {
      throw new TopologyException("no \"nodes\" in it");
    }
    JsonNode of = attributes;
    return graph.build(name -> text(of, name));
  }

  private void expect(JsonToken token, String what) throws IOException, TopologyException {
    if (parser.nextToken() != token) {
      throw GraphBuilder.problem(line(), what + " is expected");
    }
  }

  private JsonNode member() throws IOException, TopologyException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw GraphBuilder.problem(line(), "an object is expected for each node and link");
    }
    return JSON.readTree(parser);
  }

  private static @Nullable String text(JsonNode object, String name) {
    JsonNode value = object.get(name);
    return value == null || !value.isValueNode() || value.isNull() ? null : value.asText();
  }

  /**
   * Writes a graph, a node or link a line; {@link #read} reads it back as it was.
   *
   * @param text not closed
   */
  public static void write(AltGraph graph, Writer text) throws IOException {
    text.write("{\"directed\": false, \"multigraph\": false,\n");
    text.write(
        " \"graph\": {\"id\": "
            + quoted(graph.id())
            + ", \"parameters\": "
            + quoted(GraphBuilder.parameters(graph))
            + "},\n \"nodes\": [");
    String before = "\n  ";
    int number = 0;
    for (Router router : graph.routers()) {
      text.write(
          before
              + "{\"id\": "
              + number++
              + ", \"name\": "
              + quoted(router.name())
              + ", \"x\": "
              + router.x()
              + ", \"y\": "
              + router.y()
              + "}");
      before = ",\n  ";
    }
    text.write("\n ],\n \"links\": [");
    before = "\n  ";
    for (Link link : graph.links()) {
      text.write(
          before
              + "{\"source\": "
              + link.from()
              + ", \"target\": "
              + link.to()
              + ", \"length\": "
              + link.length()
              + ", \"policyWeight\": "
              + link.policyWeight()
              + "}");
      before = ",\n  ";
    }
    text.write("\n ]}\n");
  }

  private static String quoted(String text) throws IOException {
    return JSON.writeValueAsString(text);
  }
}
