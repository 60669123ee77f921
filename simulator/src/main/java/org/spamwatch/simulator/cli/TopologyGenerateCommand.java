package org.spamwatch.simulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.spamwatch.topologies.AltFormat;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.GeometricSpec;
import org.spamwatch.topologies.TransitStubSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code topology generate}: draws the graphs of a spec. */
@Command(
    name = "generate",
    description = {
      "Draws the graphs of a spec as .alt files: T transit domains of NT routers, K stubs of NS at",
      "each, T NT (1 + K NS) routers in all. Options override the spec; one seed gives one graph."
    },
    mixinStandardHelpOptions = true)
final class TopologyGenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "SPEC",
      description = "A spec file (default: ts, the paper's 5,000 routers).")
  private String source = TopologyFile.PAPER;

  @Option(names = "--domains", paramLabel = "T", description = "Transit domains.")
  private Optional<Integer> domains = Optional.empty();

  @Option(names = "--transit", paramLabel = "NT", description = "Routers of a transit domain.")
  private Optional<Integer> transit = Optional.empty();

  @Option(names = "--stubs", paramLabel = "K", description = "Stubs at each transit router.")
  private Optional<Integer> stubs = Optional.empty();

  @Option(names = "--stub-routers", paramLabel = "NS", description = "Routers of a stub.")
  private Optional<Integer> stubRouters = Optional.empty();

  @Option(names = "--count", description = "Graphs to draw; each goes to a file of its own.")
  private Optional<Integer> count = Optional.empty();

  @Option(names = "--seed", description = "Gives all graphs.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--print-spec", description = "Prints the spec and draws nothing.")
  private boolean printSpec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = {
        "Where to write (default: standard output); with several graphs NAME.alt stands for",
        "NAME-0.alt, NAME-1.alt and so on."
      })
  private Optional<Path> output = Optional.empty();

  @Override
  public Integer call() throws ExperimentException {
    TransitStubSpec asked = asked();
    PrintWriter out = spec.commandLine().getOut();
    if (printSpec) {
      out.print(asked.print());
      OutputFile.checkPrinted(out);
      return 0;
    }
    if (asked.count() > 1 && output.isEmpty()) {
      throw new ExperimentException(
          64, asked.count() + " graphs need --output, or --count 1 for the first");
    }
    for (int index = 0; index < asked.count(); index++) {
      AltGraph graph = TopologyFile.generate(asked, index);
      if (output.isPresent()) {
        Path file = asked.count() == 1 ? output.get() : numbered(output.get(), index);
        OutputFile.write(file, to -> AltFormat.write(graph, to));
      } else {
        print(graph, out);
        OutputFile.checkPrinted(out);
      }
    }
    return 0;
  }

  private TransitStubSpec asked() throws ExperimentException {
    TransitStubSpec base = TopologyFile.spec(source, seed);
    try {
      return new TransitStubSpec(
          count.orElse(base.count()),
          base.seed(),
          stubs.orElse(base.stubsPerTransitNode()),
          base.extraTransitStub(),
          base.extraStubStub(),
          resized(base.top(), domains),
          resized(base.transit(), transit),
          resized(base.stub(), stubRouters),
          base.proportions());
    } catch (IllegalArgumentException e) {
      throw new ExperimentException(64, String.valueOf(e.getMessage()));
    }
  }

  private static GeometricSpec resized(GeometricSpec graph, Optional<Integer> nodes) {
    return new GeometricSpec(
        nodes.orElse(graph.nodes()),
        graph.scale(),
        graph.method(),
        graph.alpha(),
        graph.beta(),
        graph.gamma());
  }

  private static Path numbered(Path file, int index) {
    String name = String.valueOf(file.getFileName());
    int end = name.endsWith(".alt") ? name.length() - ".alt".length() : name.length();
    return file.resolveSibling(name.substring(0, end) + "-" + index + ".alt");
  }

  private static void print(AltGraph graph, PrintWriter out) {
    try {
      AltFormat.write(graph, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
