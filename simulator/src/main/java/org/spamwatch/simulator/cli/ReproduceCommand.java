package org.spamwatch.simulator.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim reproduce}: the figures of the papers, beside ours. */
@Command(
    name = "reproduce",
    header = "Runs the experiments of the papers and prints their figures beside ours.",
    description = {
      "Runs each experiment once and keeps its results and its picture in a directory; then prints",
      "what is known from the papers, and from others where it says nothing, beside what came out.",
      "Exit code 1: a figure is not within what is known, or an experiment not within what it",
      "expects."
    },
    footer = "  spamwatch-sim reproduce --quick --dir figures --out figures.csv")
final class ReproduceCommand extends SeededCommand {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The product's own experiments, which need neither mail nor other programs. */
  static final List<Part> OWN =
      List.of(
          Part.of("settled", "settled").orQuickly("--nodes 2,17 --routes 2000 --marks 10"),
          Part.of("faults", "faults --seeds 1..50").orQuickly("--seeds 1..2 --minutes 2"),
          Part.of("churn", "churn")
              .orQuickly("--nodes 60 --session 15 --minutes 3 --routes 5 --objects 10"),
          Part.of("liars", "liars").orQuickly("--nodes 60 --marks 10 --checks 1 --mixed"),
          Part.of("collusion", "collusion")
              .orQuickly("--users 40 --sites 8 --colluder-sites 2 --campaigns 4"),
          Part.of("summaries", "summaries").orQuickly("--nodes 30 --campaigns 1440 --minutes 2"),
          Part.of("alternatives", "alternatives").orQuickly("--nodes 30 --spams 10"),
          Part.of("engines", "engines")
              .orQuickly("--nodes 300 --minutes 5 --ways 2000 --networks 1"),
          Part.of("proximity", "proximity").orQuickly("--nodes 100 --minutes 2 --objects 8"),
          Part.of("constructions", "constructions")
              .orQuickly("--kilobits 20 --hashes 4 --asked 100000"),
          Part.of("memory", "memory").orQuickly("--nodes 60"),
          Part.of("messages", "messages").orQuickly("--count 500"),
          Part.of("ratelimit", "ratelimit").orQuickly("--keys 20000"));

  /** A figure beside ours. */
  private record Row(String source, String what, String known, double ours, Verdict verdict) {}

  /** What is said of ours. */
  private enum Verdict {
    YES,
    NO,
    /** Nothing: it cannot be judged. */
    OPEN
  }

  private static final Table<Row> TABLE =
      new Table<Row>(row -> row.verdict() != Verdict.NO)
          .column("figure            ", "%-18s", Row::source)
          .column("what                                       ", "%-43s", Row::what)
          .column("paper          ", "%-15s", Row::known)
          .column("ours      ", "%-10.5g", Row::ours)
          .column("within?", "%s", row -> said(row.verdict()));

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where results and pictures are kept (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("paper-figures");

  @Option(
      names = "--quick",
      description = "Fewer trials: two minutes. What needs longer is left out.")
  private boolean quick;

  @Option(
      names = "--all",
      description = "The product's own experiments too, which take as long as they take.")
  private boolean all;

  @Option(
      names = "--parts",
      paramLabel = "NAME",
      split = ",",
      description = "These parts alone, such as robustness or ttl-paper-b (default: all).")
  private List<String> only = List.of();

  @Option(
      names = "--spamassassin",
      paramLabel = "DIR",
      description = "The public SpamAssassin corpus, for parts that need real mail.")
  private Optional<Path> spamAssassin = Optional.empty();

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description = "A corpus with a manifest, for parts that need real mail.")
  private Optional<Path> corpus = Optional.empty();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Option(
      names = "--resume",
      description = "Goes on with what the directory holds of a run that broke off.")
  private boolean resume;

  @Override
  void run(Report report)
      throws ExperimentException,
          CorpusException,
          ProcessException,
          PeerClientException,
          InterruptedException {
    List<Part> parts = parts();
    makeDirectory(parts);
    report.heading(TABLE);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      report.progress().accept(part.name() + ": " + (i + 1) + " of " + parts.size());
      PartResult result = result(part, report);
      for (Figure figure : PaperFigures.ALL) {
        if (figure.part().equals(part.name())) {
          double ours = figure.ours().applyAsDouble(result);
          report.row(
              TABLE,
              new Row(
                  figure.source(),
                  figure.what(),
                  figure.known(),
                  ours,
                  verdict(figure, ours, result)));
        }
      }
      report.row(
          TABLE,
          new Row(
              part.name(),
              "what the experiment expects",
              "all",
              result.isWithin() ? 1 : 0,
              result.isWithin() ? Verdict.YES : Verdict.NO));
    }
  }

  private static Verdict verdict(Figure figure, double ours, PartResult result) {
    return figure
        .range()
        .map(range -> range.has(ours, result) ? Verdict.YES : Verdict.NO)
        .orElse(Verdict.OPEN);
  }

  private static String said(Verdict verdict) {
    return switch (verdict) {
      case YES -> "yes";
      case NO -> "NO";
      case OPEN -> "-";
    };
  }

  @Override
  String kept(Optional<UnitsFile> units) {
    return "what is finished is in " + directory + ": go on with --resume";
  }

  /** What is asked for, in the order of the list. */
  private List<Part> parts() throws ExperimentException {
    List<Part> known = new ArrayList<>(PaperFigures.PARTS);
    if (all) {
      known.addAll(OWN);
    }
    List<String> names = known.stream().map(Part::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new ExperimentException(
            64, "--parts " + name + " is none of " + String.join(", ", names));
      }
    }
    return known.stream()
        .filter(part -> only.isEmpty() || only.contains(part.name()))
        .filter(part -> part.arguments(quick).isPresent())
        .filter(part -> !part.ofMail() || spamAssassin.isPresent() || corpus.isPresent())
        .toList();
  }

  private Path file(Part part) {
    return directory.resolve(part.name() + ".json");
  }

  private void makeDirectory(List<Part> parts) throws ExperimentException {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new ExperimentException(
          73, "--dir " + directory + ": cannot be made: " + OutputFile.reason(e));
    }
    if (!resume && parts.stream().anyMatch(part -> Files.exists(file(part)))) {
      throw new ExperimentException(
          64,
          "--dir " + directory + ": has finished parts: go on with --resume, or name another one");
    }
  }

  /** That of the directory, if it is of the same run, else a new one. */
  private PartResult result(Part part, Report report)
      throws ExperimentException,
          CorpusException,
          ProcessException,
          PeerClientException,
          InterruptedException {
    ExperimentCommand command = command(part);
    Optional<PartResult> finished = finished(part, command.about(), report);
    if (finished.isPresent()) {
      return finished.get();
    }
    command.call();
    try {
      return new PartResult(JSON.readTree(Files.readString(file(part))));
    } catch (IOException e) {
      throw new ExperimentException(65, file(part) + ": cannot be read: " + OutputFile.reason(e));
    }
  }

  private ExperimentCommand command(Part part) {
    List<String> arguments = new ArrayList<>(part.arguments(quick).orElseThrow());
    CommandLine line = SpamWatchSim.commandLine();
    line.setOverwrittenOptionsAllowed(true); // what is to be quick replaces what is not
    line.setOut(new PrintWriter(Writer.nullWriter()));
    line.setErr(err());
    CommandLine experiment = requireNonNull(line.getSubcommands().get(arguments.get(0)));
    Map<String, Object> common = new LinkedHashMap<>();
    if (experiment.getCommand() instanceof SeededCommand) {
      common.put("--seed", seed()); // another's seeds are its parameters
    }
    common.put("--threads", threads.number());
    common.put("--out", file(part));
    common.put("--plot", directory.resolve(part.name() + ".svg"));
    spamAssassin.ifPresent(mail -> common.put("--spamassassin", mail));
    corpus.ifPresent(mail -> common.put("--corpus", mail));
    common.forEach(
        (option, value) -> {
          if (experiment.getCommandSpec().findOption(option) != null) {
            arguments.add(option);
            arguments.add(value.toString());
          }
        });
    if (resume && experiment.getCommandSpec().findOption("--resume") != null) {
      arguments.add("--resume");
    }
    line.parseArgs(arguments.toArray(String[]::new));
    return experiment.getCommand();
  }

  /** What the directory holds of a part; nothing, with a line that says why, if it is another. */
  private Optional<PartResult> finished(Part part, ObjectNode about, Report report) {
    Path file = file(part);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Optional<String> difference;
    try {
      JsonNode found = JSON.readTree(Files.readString(file));
      difference = ResultFile.difference(found, about);
      if (difference.isEmpty()) {
        return Optional.of(new PartResult(found));
      }
    } catch (IOException e) {
      difference = Optional.of("cannot be read");
    }
    report.progress().accept(file + ": run again: " + difference.orElseThrow());
    return Optional.empty();
  }
}
