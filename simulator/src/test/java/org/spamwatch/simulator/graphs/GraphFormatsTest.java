package org.spamwatch.simulator.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;
import org.spamwatch.topologies.StoredGraphs;
import org.spamwatch.topologies.TopologyException;

class GraphFormatsTest {
  private static final AltGraph SMALL =
      new AltGraph(
          "small",
          List.of(5, -1),
          List.of(
              new Router("T:0.0", 1, -2), new Router("S:0.0/0.0", 3, 4), new Router("<&\"'", 0, 9)),
          List.of(new Link(0, 1, 7, 2), new Link(2, 0, 0, 0)));

  private enum Format {
    GRAPHML {
      @Override
      AltGraph read(Reader text) throws IOException, TopologyException {
        return GraphMl.read(text);
      }

      @Override
      void write(AltGraph graph, StringWriter text) throws IOException {
        GraphMl.write(graph, text);
      }
    },
    JSON {
      @Override
      AltGraph read(Reader text) throws IOException, TopologyException {
        return JsonGraph.read(text);
      }

      @Override
      void write(AltGraph graph, StringWriter text) throws IOException {
        JsonGraph.write(graph, text);
      }
    };

    abstract AltGraph read(Reader text) throws IOException, TopologyException;

    abstract void write(AltGraph graph, StringWriter text) throws IOException;

    String written(AltGraph graph) throws IOException {
      StringWriter text = new StringWriter();
      write(graph, text);
      return text.toString();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsReadBack(Format format) throws Exception {
    for (AltGraph graph : List.of(SMALL, StoredGraphs.graph("gt-itm-2").orElseThrow())) {
      assertThat(format.read(new StringReader(format.written(graph)))).isEqualTo(graph);
    }
  }

  @Test
  void graphsOfOtherProgramsAreRead() throws Exception {
    AltGraph networkx =
        GraphMl.read(
            new StringReader(
                """
                <?xml version='1.0' encoding='utf-8'?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                <key id="d1" for="edge" attr.name="length"><default>1</default></key>
                <key id="d0" for="node" attr.name="colour" attr.type="string" />
                <graph edgedefault="undirected"><edge source="b" target="a">
                  <data key="d1"> 12 </data>
                </edge><node id="a"><data key="d0"><b>red</b> one</data></node><node id="b" />
                </graph></graphml>\
                """));
    assertThat(networkx.routers()).containsExactly(new Router("a", 0, 0), new Router("b", 0, 0));
    assertThat(networkx.links()).containsExactly(new Link(1, 0, 12, 0));
    AltGraph d3 =
        JsonGraph.read(
            new StringReader(
                "{\"edges\": [{\"source\": \"b\", \"target\": 1, \"length\": 12}], \"more\": [{}],"
                    + " \"nodes\": [{\"id\": 1}, {\"id\": \"b\", \"x\": 3, \"colour\": [1]}]}"));
    assertThat(d3.routers()).containsExactly(new Router("1", 0, 0), new Router("b", 3, 0));
    assertThat(d3.links()).containsExactly(new Link(1, 0, 12, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <data key="length">7  | <data key="length">-7   | line 14: length -7 is not in 0 to 50000
          <data key="length">7  | <data key="length">1e1  | line 14: length 1e1 is not an integer
          <data key="length">7</data> | ''                | line 14: an edge has no length
          target="n1"           | target="n0"             | line 14: a link from 0 to 0
          target="n1"           | target="n2"             | line 15: a second link between n2 and n0
          target="n1"           | target="n9"             | line 14: no node n9 for an edge
          target="n1"           | ''                      | line 14: an edge has no target
          id="n2"               | id="n1"                 | line 13: a second node n1
          id="n2"               | ''                      | line 13: a node has no id
          >9<                   | >9999999<               | line 13: coordinates 0 9999999 exceed
          undirected            | directed                | edgedefault is directed; links here are
          </graphml>            | ''                      | not well-formed XML
          <graphml              | <!DOCTYPE a><graphml    | a document type is not allowed; leave
          &lt;                  | &more;                  | not well-formed XML
          5 -1                  | 5 x                     | not a usable graph
          """)
  void graphMlThatIsNoGraphIsRefusedInOneLine(String part, String other, String message)
      throws IOException {
    refused(Format.GRAPHML, part, other, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "length": 7    | "length": -7     | line 9: length -7 is not in 0 to 50000
          "length": 7    | "length": 7.5    | line 9: length 7.5 is not an integer
          "length": 7    | "length": null   | line 9: an edge has no length
          "target": 1    | "target": 0      | line 9: a link from 0 to 0
          "target": 1    | "target": 2      | line 10: a second link between 2 and 0
          "target": 1    | "target": "9"    | line 9: no node 9 for an edge to end at
          "target": 1    | "target": [1]    | line 9: an edge has no target
          {"id": 2       | {"id": 1         | line 6: a second node 1
          {"id": 2       | {"id": {}        | line 6: a node has no id
          "directed": false | "directed": true | line 1: directed is true; links here are
          "nodes": [     | "nodes": [7,     | line 3: an object is expected for each node and
          "nodes": [     | "nodes": {       | line 3: an array of nodes is expected
          "nodes"        | "points"         | no "nodes" in it
          ]}             | ]                | not JSON
          """)
  void jsonThatIsNoGraphIsRefusedInOneLine(String part, String other, String message)
      throws IOException {
    refused(Format.JSON, part, other, message);
  }

  private static void refused(Format format, String part, String other, String message)
      throws IOException {
    String text = format.written(SMALL);
    assertThat(text).contains(part);
    int at = text.indexOf(part);
    String changed = text.substring(0, at) + other + text.substring(at + part.length());
    assertThatThrownBy(() -> format.read(new StringReader(changed)))
        .isInstanceOf(TopologyException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void noFileIsReadThatAnEntityNames() {
    String text =
        "<!DOCTYPE g [<!ENTITY f SYSTEM \"file:///etc/hostname\">]><graphml><graph>"
            + "<node id=\"&f;\"/></graph></graphml>";
    assertThatThrownBy(() -> GraphMl.read(new StringReader(text)))
        .isInstanceOf(TopologyException.class)
        .hasMessage("line 1: a document type is not allowed; leave <!DOCTYPE> out");
  }

  /** Anything but a graph or the typed exception fails the test. */
  @ParameterizedTest
  @EnumSource
  void changedAndCutTextsAreAGraphOrRefused(Format format) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    String text = format.written(SMALL);
    for (int i = 0; i < 1_000; i++) {
      StringBuilder changed = new StringBuilder(text);
      changed.setCharAt(random.nextInt(text.length()), (char) random.nextInt(256));
      if (i % 4 == 0) {
        changed.setLength(random.nextInt(text.length()));
      }
      try {
        assertThat(format.read(new StringReader(changed.toString())).routers()).isNotEmpty();
      } catch (TopologyException e) {
        assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(400);
      }
    }
  }

  @Test
  void aGraphWithoutEndIsRefusedAtTheLimit() {
    GraphBuilder graph = new GraphBuilder();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i <= AltGraph.MOST_ROUTERS; i++) {
                graph.node(i + 1, Integer.toString(i), name -> null);
              }
            })
        .isInstanceOf(TopologyException.class)
        .hasMessage("line 1048577: more than 1048576 nodes");
  }
}
