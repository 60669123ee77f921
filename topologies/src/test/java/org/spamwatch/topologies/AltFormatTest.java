package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The golden file is a graph of this project's own generator. {@code -Dgolden.update=true} rewrites
 * it: review the difference.
 */
class AltFormatTest {
  private static final String GOLDEN = Specs.resource("small.alt");

  @Test
  void theGeneratorStillDrawsTheGoldenGraph() throws TopologyException, IOException {
    TransitStubSpec spec = Specs.readSpec(Specs.resource("small.spec"));
    String drawn = Specs.write(TransitStubGenerator.generate(spec, 0));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(Path.of("src/test/resources/org/spamwatch/topologies/small.alt"), drawn);
    } else {
      assertThat(drawn).isEqualTo(GOLDEN);
    }
  }

  @Test
  void theGoldenGraphIsReadAndWrittenUnchanged() throws TopologyException {
    assertThat(Specs.write(Specs.read(GOLDEN))).isEqualTo(GOLDEN);
  }

  @Property(tries = 200)
  @Domain(Specs.class)
  void whatIsWrittenIsReadBack(@ForAll TransitStubSpec spec) throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    assertThat(Specs.read(Specs.write(graph))).isEqualTo(graph);
  }

  @Test
  void aGraphOfGtItmWithoutDomainsIsRead() throws TopologyException {
    String text =
        """
        GRAPH (#nodes #edges id uu vv ww xx yy zz):
        3 4 geo(0,{3,10,3,0.2}) 10\s

        VERTICES (index name u v w x y z):
        0 0 3 4\s
        1 1 8 6\s
        2 2 7 6\s

        EDGES (from-node to-node length a b):
        0 2 4 0\s
        1 0 7\
        """;
    AltGraph graph = Specs.read(text.replace("\n", "\r\n"));
    assertThat(graph.parameters()).containsExactly(10);
    assertThat(graph.links()).extracting(AltGraph.Link::length).containsExactly(4, 7);
    assertThat(graph.stubRouters()).containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GRAPH (      | GRAFT (           | line 1: GRAPH is expected, not GRAFT
          54 116       | 54 117            | line 2: 117 arcs: every link is two arcs
          54 116       | 54 114            | more links than the 57 of the GRAPH line
          54 116       | 54 118            | the text ends after 58 of 59 links
          54 116       | 1048577 116       | line 2: number of routers 1048577 is not an
          54 116       | 53 116            | line 58: EDGES is expected
          54 116       | 55 116            | line 60: 'INDEX NAME X Y' is expected for router 54
          1 T:0.1      | 7 T:0.1           | line 6: index 7 is not an integer from 1 to 1
          VERTICES (   | VERTIGO (         | line 4: VERTICES is expected
          """)
  void aFileThatIsNotAGraphIsRefusedWithItsLine(String part, String other, String message) {
    assertThat(GOLDEN).contains(part);
    String text = GOLDEN.replaceFirst(java.util.regex.Pattern.quote(part), other);
    assertThatThrownBy(() -> Specs.read(text))
        .isInstanceOf(TopologyException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0 1 1   | line 8: a link from router 0 to itself
          0 2 1 1   | line 8: to-node 2 is not an integer from 0 to 1
          0 1 -1 1  | line 8: length -1 is not an integer from 0 to 50000
          0 1 1e3 1 | line 8: length 1e3 is not an integer from 0 to 50000
          0 1       | line 8: 'FROM TO LENGTH POLICY-WEIGHT' is expected
          1 0 5 1   | line 9: a second link between routers 0 and 1
          """)
  void aLinkThatCannotBeIsRefusedWithItsLine(String link, String message) {
    String text = "GRAPH\n2 4 g\nVERTICES\n0 a 1 1\n1 b 2 2\nEDGES\n\n" + link + "\n0 1 5 1\n";
    assertThatThrownBy(() -> Specs.read(text))
        .isInstanceOf(TopologyException.class)
        .hasMessage(message);
  }

  @Property(tries = 2_000)
  void bytesThatChangeGiveAGraphOrTheTypedException(
      @ForAll @IntRange(max = 10_000) int at, @ForAll char to) {
    StringBuilder text = new StringBuilder(GOLDEN);
    text.setCharAt(at % text.length(), to);
    readOrRefuse(text.toString());
  }

  @Property(tries = 500)
  void textsThatEndEarlyAreRefused(@ForAll @IntRange(max = 10_000) int at) {
    readOrRefuse(GOLDEN.substring(0, at % GOLDEN.length()));
  }

  @Property(tries = 500)
  @Domain(DomainContext.Global.class)
  void textsOfAnyKindAreRefused(@ForAll String text) {
    assertThatThrownBy(() -> Specs.read(text)).isInstanceOf(TopologyException.class);
    assertThatThrownBy(() -> Specs.readSpec(text)).isInstanceOf(TopologyException.class);
  }

  /** Anything but these two outcomes fails the test. */
  private static void readOrRefuse(String text) {
    try {
      assertThat(Specs.read(text).routers()).isNotEmpty();
    } catch (TopologyException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(300);
    }
  }
}
