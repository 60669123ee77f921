package org.spamwatch.simulator.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.spamwatch.topologies.AltFormat;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

/** A topology as users name it: an .alt file, a spec file, or one of two specs by its name. */
final class TopologyFile {
  /** Names the SpamWatch paper's topology instead of a file. */
  static final String PAPER = "ts";

  /** Names a topology of the same size in the proportions of GT-ITM. */
  static final String GT_ITM = "gt-itm";

  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_DIAMETER_MILLIS = 60_000;

  private TopologyFile() {}

  /** What is done with the text of a file. */
  private interface Parser<T> {
    T parse(Reader text) throws IOException, TopologyException;
  }

  /**
   * The graph of a file; the first one of a spec, of the paper's with that seed.
   *
   * @throws ExperimentException 65 if it cannot be read or used
   */
  static AltGraph graph(String name, Optional<Long> seed) throws ExperimentException {
    if (!name.equals(PAPER) && !name.equals(GT_ITM) && !isSpec(path(name))) {
      return parse(path(name), AltFormat::read);
    }
    return generate(spec(name, seed), 0);
  }

  /** The spec of a file or of the paper, with another seed if one is given. */
  static TransitStubSpec spec(String name, Optional<Long> seed) throws ExperimentException {
    TransitStubSpec spec =
        switch (name) {
          case PAPER -> TransitStubSpec.paper(1);
          case GT_ITM -> TransitStubSpec.gtItm(1);
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
        spec.stub());
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

  /** Whether the first word that counts is a spec's. */
  private static boolean isSpec(Path file) throws ExperimentException {
    return parse(
        file,
        text -> {
          try (BufferedReader lines = new BufferedReader(text)) {
            return firstLine(lines).map(line -> line.startsWith("ts")).orElse(false);
          }
        });
  }

  private static Optional<String> firstLine(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String text = line.strip();
      if (!text.isEmpty() && text.charAt(0) != '#') {
        return Optional.of(text);
      }
    }
    return Optional.empty();
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
