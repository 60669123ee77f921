package org.spamwatch.simulator.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.spamwatch.simulator.analytic.Topology;
import org.spamwatch.simulator.graphs.GraphMl;
import org.spamwatch.simulator.graphs.JsonGraph;
import org.spamwatch.topologies.AltFormat;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.MatrixFormat;
import org.spamwatch.topologies.StoredGraphs;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

/**
 * A topology as users name it: a file of a graph, a spec file, a graph or spec by its name, or a
 * file of measured latencies.
 */
final class TopologyFile {
  /** Names the SpamWatch paper's topology instead of a file. */
  static final String PAPER = "ts";

  /** Names a topology of the same size as GT-ITM draws it. */
  static final String GT_ITM = "gt-itm";

  /** Names one of 5,050 routers, drawn so, too. */
  private static final String TEN_DOMAINS = "gt-itm-5050";

  private static final String SPEC = "ts"; // how the text of a spec begins
  private static final int BEGIN = 100; // characters by which formats are told apart
  private static final long MOST_BYTES = 512 << 20;
  private static final int MOST_DIAMETER_MILLIS = 60_000;

  private TopologyFile() {}

  /** What is done with the text of a file. */
  private interface Parser<T> {
    T parse(Reader text) throws IOException, TopologyException;
  }

  /**
   * The graph of a file or name; the first one of a spec, with that seed. Those that are stored are
   * not drawn.
   *
   * @throws ExperimentException 65 if it cannot be read or used
   */
  static AltGraph graph(String name, Optional<Long> seed) throws ExperimentException {
    Optional<AltGraph> stored =
        StoredGraphs.graph(name.equals(GT_ITM) ? GT_ITM + "-" + seed.orElse(1L) : name);
    if (stored.isPresent()) {
      return stored.get();
    }
    String begin = isDrawn(name) ? SPEC : begin(path(name));
    if (begin.startsWith(SPEC)) {
      return generate(spec(name, seed), 0);
    }
    return begin.startsWith("<")
        ? parse(path(name), GraphMl::read)
        : begin.startsWith("{")
            ? parse(path(name), JsonGraph::read)
            : parse(path(name), AltFormat::read);
  }

  private static boolean isDrawn(String name) {
    return List.of(PAPER, GT_ITM, TEN_DOMAINS).contains(name);
  }

  /**
   * What nodes can stand on: a graph whose diameter is the paper's, or measured sites.
   *
   * @param unit of measured latencies
   * @throws ExperimentException 65 if it cannot be read or used
   */
  static Topology topology(String name, Optional<Long> seed, ChronoUnit unit)
      throws ExperimentException {
    boolean isFile = !isDrawn(name) && !StoredGraphs.names().contains(name);
    if (isFile && MatrixFormat.begins(begin(path(name)))) {
      return Topology.measured(parse(path(name), text -> MatrixFormat.read(text, unit)));
    }
    AltGraph graph = graph(name, seed);
    return Topology.of(graph, latencies(name, graph, (int) Latencies.PAPER_DIAMETER.toMillis()));
  }

  /** The spec of a file or of the paper, with another seed if one is given. */
  static TransitStubSpec spec(String name, Optional<Long> seed) throws ExperimentException {
    TransitStubSpec spec =
        switch (name) {
          case PAPER -> TransitStubSpec.paper(1);
          case GT_ITM -> TransitStubSpec.gtItm(1);
          case TEN_DOMAINS -> TransitStubSpec.tenDomains(1);
          default -> parse(path(name), TransitStubSpec::read);
        };
    return new TransitStubSpec(
        spec.count(),
        seed.orElse(spec.seed()),
        spec.stubsPerTransitNode(),
        spec.extraTransitStub(),
        spec.extraStubStub(),
        spec.top(),
        spec.transit(),
        spec.stub(),
        spec.proportions());
  }

  /** One graph of a spec. */
  static AltGraph generate(TransitStubSpec spec, int index) throws ExperimentException {
    try {
      return TransitStubGenerator.generate(spec, index);
    } catch (TopologyException e) {
      throw new ExperimentException(65, "the topology cannot be drawn: " + e.getMessage());
    }
  }

  /** The latencies of a graph, its diameter in milliseconds. */
  static Latencies latencies(String name, AltGraph graph, int diameterMillis)
      throws ExperimentException {
    if (diameterMillis < 1 || diameterMillis > MOST_DIAMETER_MILLIS) {
      throw new ExperimentException(
          64, "--diameter " + diameterMillis + " is not in 1 to " + MOST_DIAMETER_MILLIS);
    }
    try {
      return Latencies.of(graph, Duration.ofMillis(diameterMillis));
    } catch (TopologyException e) {
      throw new ExperimentException(65, name + ": " + e.getMessage());
    }
  }

  private static Path path(String name) throws ExperimentException {
    try {
      return Path.of(name);
    } catch (java.nio.file.InvalidPathException e) {
      throw new ExperimentException(65, "the name of a topology is not one of a file");
    }
  }

  /** How a file begins, behind blank lines and comments: by it formats are told apart. */
  private static String begin(Path file) throws ExperimentException {
    return parse(
        file,
        text -> {
          int c = text.read();
          while (c == '#' || Character.isWhitespace(c)) {
            boolean isComment = c == '#';
            do {
              c = text.read();
            } while (isComment && c >= 0 && c != '\n');
          }
          StringBuilder begin = new StringBuilder();
          for (; c >= 0 && c != '\n' && begin.length() < BEGIN; c = text.read()) {
            begin.append((char) c);
          }
          return begin.toString();
        });
  }

  private static <T> T parse(Path file, Parser<T> parser) throws ExperimentException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new ExperimentException(65, file + ": not a regular file");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new ExperimentException(
            65, file + ": larger than " + (MOST_BYTES >> 20) + " MiB, so not a topology");
      }
      // One byte, one character: what is not ASCII is refused where it matters.
      try (Reader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
        return parser.parse(text);
      }
    } catch (TopologyException e) {
      throw new ExperimentException(65, file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new ExperimentException(65, file + ": cannot be read: " + OutputFile.reason(e));
    }
  }
}
