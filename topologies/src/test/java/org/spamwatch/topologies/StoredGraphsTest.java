package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.spamwatch.topologies.AltGraph.Link;

/** {@code -Dgolden.update=true} draws the stored graphs anew: review the difference. */
class StoredGraphsTest {
  private static final Path RESOURCES = Path.of("src/main/resources/org/spamwatch/topologies");

  @Test
  void theStoredGraphsAreThoseThatTheListSays() throws Exception {
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(RESOURCES);
      for (int seed = 1; seed <= StoredGraphs.COUNT; seed++) {
        AltGraph drawn = TransitStubGenerator.generate(TransitStubSpec.gtItm(seed), 0);
        Files.write(RESOURCES.resolve("gt-itm-" + seed + ".graph.gz"), GraphPacker.pack(drawn));
      }
    }
    List<String> lines = new ArrayList<>();
    for (String name : StoredGraphs.names()) {
      lines.add(line(name, lines.size() + 1, StoredGraphs.graph(name).orElseThrow()));
    }
    String list =
        """
        {
          "spec": ["3 0 0", "20 20 3 0.3", "10 20 3 0.6", "8 10 3 0.42"],
          "graphs": [
        """
            + String.join(",\n", lines)
            + "\n  ]\n}\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(RESOURCES.resolve("seeds.json"), list);
    } else {
      assertThat(Specs.resource("seeds.json")).isEqualTo(list);
    }
    assertThat(StoredGraphs.graph("gt-itm-9")).isEmpty();
  }

  private static String line(String name, int seed, AltGraph graph)
      throws TopologyException, NoSuchAlgorithmException {
    byte[] text = Specs.write(graph).getBytes(StandardCharsets.US_ASCII);
    return String.format(
        Locale.ROOT,
        "    {\"name\": \"%s\", \"seed\": %d, \"routers\": %d, \"links\": %d, \"degree\": %.4f, "
            + "\"hopDiameter\": %d, \"lengthDiameter\": %d,\n     \"sha256\": \"%s\"}",
        name,
        seed,
        graph.routers().size(),
        graph.links().size(),
        2.0 * graph.links().size() / graph.routers().size(),
        diameter(ofHops(graph)),
        diameter(graph),
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text)));
  }

  private static AltGraph ofHops(AltGraph graph) {
    List<Link> links =
        graph.links().stream().map(link -> new Link(link.from(), link.to(), 1, 0)).toList();
    return new AltGraph(graph.id(), graph.parameters(), graph.routers(), links);
  }

  private static int diameter(AltGraph graph) throws TopologyException {
    return Latencies.of(graph, Latencies.PAPER_DIAMETER).longestLength();
  }

  @Test
  void oneIsDrawnFromItsSeedAgain() throws TopologyException {
    assertThat(StoredGraphs.graph("gt-itm-4"))
        .hasValue(TransitStubGenerator.generate(TransitStubSpec.gtItm(4), 0));
  }

  @Property(tries = 100)
  @Domain(Specs.class)
  void whatIsPackedIsReadBack(@ForAll TransitStubSpec spec) throws TopologyException, IOException {
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    assertThat(PackedGraph.read(new ByteArrayInputStream(GraphPacker.pack(graph))))
        .isEqualTo(graph);
  }
}
