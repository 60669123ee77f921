package org.spamwatch.topologies;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Graphs that are a part of this program, so that a run does not depend on its generator: eight of
 * 5,000 routers as GT-ITM draws them, those of {@link TransitStubSpec#gtItm} with the seeds 1 to 8.
 * What they are like, and the SHA-256 of each as an {@code .alt} file, is in {@code seeds.json}
 * beside them.
 */
public final class StoredGraphs {
  /** How many there are. */
  static final int COUNT = 8;

  private static final String PREFIX = "gt-itm-";

  private StoredGraphs() {}

  /** Their names, {@code gt-itm-1} and so on, in the order of their seeds. */
  public static List<String> names() {
    return IntStream.rangeClosed(1, COUNT).mapToObj(seed -> PREFIX + seed).toList();
  }

  /** The one of a name, read anew each time; takes milliseconds. */
  public static Optional<AltGraph> graph(String name) {
    if (!names().contains(name)) {
      return Optional.empty();
    }
    try (InputStream packed = StoredGraphs.class.getResourceAsStream(name + ".graph.gz")) {
      if (packed == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return Optional.of(PackedGraph.read(packed));
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + name + " is damaged", e);
    }
  }
}
