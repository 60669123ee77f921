package org.spamwatch.simulator.cli;

import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.spamwatch.simulator.analytic.Topology;
import org.spamwatch.simulator.virtual.RouterLatency;
import org.spamwatch.topologies.TopologyException;
import picocli.CommandLine.Option;

/** What the networks of an experiment stand on. */
final class TopologyOption {
  /** Units of measured latencies. */
  private enum Unit {
    US(ChronoUnit.MICROS),
    MS(ChronoUnit.MILLIS),
    S(ChronoUnit.SECONDS);

    private final ChronoUnit unit;

    Unit(ChronoUnit unit) {
      this.unit = unit;
    }
  }

  /** What a seed gave to stand on. */
  private record Drawn(long seed, Topology topology) {}

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = {
        "A file of a graph, a spec file, ts for the paper's 5,000 routers, or gt-itm for as many",
        "as GT-ITM draws them, see spamwatch-sim topology; or measured latencies: a square",
        "matrix of round trips separated by commas or white space (King), or a file of p2psim",
        "(default: ${DEFAULT-VALUE})."
      })
  private String name;

  @Option(
      names = "--unit",
      description = "Of measured latencies: us, ms or s (default: ${DEFAULT-VALUE}).")
  private Unit unit = Unit.MS;

  private Optional<Drawn> last = Optional.empty();

  /** That of the graphs as GT-ITM draws them if none is named. */
  TopologyOption() {
    this(TopologyFile.GT_ITM);
  }

  /** That of a name if none is named. */
  TopologyOption(String name) {
    this.name = name;
  }

  /** Its name as the user gave it. */
  String name() {
    return name;
  }

  /** Whether it is drawn as GT-ITM does it. */
  boolean isGtItm() {
    return name.equals(TopologyFile.GT_ITM);
  }

  /** What it stands on, drawn anew for another seed than the last if it is a spec. */
  Topology topology(long seed) throws ExperimentException {
    if (last.isEmpty() || last.get().seed() != seed) {
      last =
          Optional.of(new Drawn(seed, TopologyFile.topology(name, Optional.of(seed), unit.unit)));
    }
    return last.get().topology();
  }

  /**
   * The latency between nodes on random places of it, one on each.
   *
   * @param placement gives the places
   * @throws ExperimentException 64 if there are fewer places than nodes
   */
  RouterLatency latency(long seed, int nodes, long placement) throws ExperimentException {
    try {
      return RouterLatency.ofRandomPlacement(topology(seed), nodes, placement);
    } catch (TopologyException e) {
      throw new ExperimentException(64, "--nodes: " + e.getMessage());
    }
  }
}
