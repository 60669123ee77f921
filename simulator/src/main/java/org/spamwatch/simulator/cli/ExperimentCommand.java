package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What the commands of all experiments have in common: a subclass has the parameters, checks their
 * ranges, runs the experiment with them, and reports its results as they come.
 */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Build.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is within what is expected",
      "1:something is not",
      "64:wrong use",
      "65:input that cannot be used",
      "70:an internal error, or peers or programs that cannot be run",
      "73:a file that cannot be written",
      "130:stopped by Ctrl-C"
    },
    footerHeading = "%nFor example:%n")
abstract class ExperimentCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Options on which no result depends. */
  static final Set<String> NO_PARAMETERS =
      Set.of("help", "version", "out", "plot", "threads", "dir", "resume");

  /** Whether one runs; another that it runs itself does not say how that was stopped. */
  private static final AtomicBoolean RUNS = new AtomicBoolean();

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = {
        "Also writes the results to FILE.csv or FILE.json, with the commit, the seed and all",
        "parameters."
      })
  private Optional<Path> out = Optional.empty();

  /**
   * Runs the experiment.
   *
   * @throws ExperimentException if it cannot be run as asked
   */
  abstract void run(Report report)
      throws ExperimentException,
          CorpusException,
          ProcessException,
          PeerClientException,
          InterruptedException;

  @Override
  public final Integer call()
      throws ExperimentException,
          CorpusException,
          ProcessException,
          PeerClientException,
          InterruptedException {
    checkRanges();
    Optional<ResultFile> file =
        out.isPresent() ? Optional.of(new ResultFile(out.get())) : Optional.empty();
    Optional<PlotFile> plot =
        plotPath().isPresent() ? Optional.of(new PlotFile(plotPath().get())) : Optional.empty();
    if (resumes() && out.isEmpty()) {
      throw new ExperimentException(64, "--resume needs --out: units are kept beside its file");
    }
    Optional<UnitsFile> units =
        out.isPresent()
            ? Optional.of(new UnitsFile(out.get(), about(), resumes()))
            : Optional.empty();
    Report report = new Report(spec.commandLine().getOut(), err(), units);
    Thread end = new Thread(() -> report.stop(spec.qualifiedName() + ": stopped; " + kept(units)));
    boolean isOutermost = RUNS.compareAndSet(false, true);
    if (isOutermost) {
      Runtime.getRuntime().addShutdownHook(end);
    }
    try {
      run(report);
    } finally {
      if (isOutermost) {
        RUNS.set(false);
        forget(end);
      }
    }
    try {
      write(report, plot, file);
    } catch (ExperimentException e) {
      throw units.filter(UnitsFile::holdsSome).isEmpty()
          ? e
          : new ExperimentException(e.exitCode(), e.getMessage() + "; " + kept(units));
    }
    if (units.isPresent()) {
      units.get().remove();
    }
    OutputFile.checkPrinted(spec.commandLine().getOut());
    return report.isWithin() ? 0 : 1;
  }

  private void write(Report report, Optional<PlotFile> plot, Optional<ResultFile> file)
      throws ExperimentException {
    ObjectNode about = about().put("within", report.isWithin());
    if (plot.isPresent()) {
      plot.get().write(about, report.plot());
    }
    if (file.isPresent()) {
      file.get().write(about, report.rows());
    }
  }

  private static void forget(Thread end) {
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // it is the end, and the thread speaks
    }
  }

  /** Whether units of a run that broke off are to be taken. */
  boolean resumes() {
    return false;
  }

  /** What is kept if the run is stopped now. */
  String kept(Optional<UnitsFile> units) {
    return units.map(UnitsFile::kept).orElse("nothing is kept");
  }

  /** The file of the plot that the experiment gives its report, if it is asked for. */
  Optional<Path> plotPath() {
    return Optional.empty();
  }

  /** Where this command tells how far it is. */
  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** What is run: the experiment, its build, the seed, and all on which its results depend. */
  final ObjectNode about() {
    ObjectNode parameters = JSON.createObjectNode();
    for (ArgSpec argument : spec.args()) {
      String name = name(argument);
      if (!NO_PARAMETERS.contains(name)) {
        Object value = argument.getValue();
        Object given = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        parameters.putPOJO(name, given instanceof Path path ? path.toString() : given);
      }
    }
    Build build = Build.current();
    ObjectNode about = JSON.createObjectNode();
    about.put("experiment", spec.name());
    about.put("version", build.version());
    about.put("commit", build.commit());
    about.set("seed", parameters.remove("seed"));
    about.set("parameters", parameters);
    return about;
  }

  /** What an option or an argument is called in results and scenarios. */
  static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.longestName().substring(2)
        : ((PositionalParamSpec) argument).paramLabel().toLowerCase(Locale.ROOT);
  }

  /**
   * Refuses values of options that are not in the {@link Range} of theirs.
   *
   * @throws ExperimentException 64, if one is not
   */
  final void checkRanges() throws ExperimentException {
    for (OptionSpec option : spec.options()) {
      Optional<Range> range = Ranges.of(option);
      if (range.isPresent()) {
        for (Object each : values(option)) {
          if (!Ranges.has(range.get(), ((Number) each).doubleValue())) {
            throw new ExperimentException(
                64, option.longestName() + " " + each + " is not " + Ranges.said(range.get()));
          }
        }
      }
    }
  }

  private static Collection<?> values(OptionSpec option) {
    Object value = option.getValue();
    return value instanceof Collection<?> several
        ? several
        : value instanceof Optional<?> optional ? optional.stream().toList() : List.of(value);
  }
}
