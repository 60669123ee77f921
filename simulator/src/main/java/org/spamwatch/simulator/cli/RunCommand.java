package org.spamwatch.simulator.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim run}: the experiments of a scenario file. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Build.Version.class,
    header = "Runs the experiments of a scenario file.",
    description = {
      "A scenario is a TOML file with a table for each experiment, whose keys are the experiment's",
      "options. All of it is checked before anything runs. Exit codes are those of the"
          + " experiments,",
      "65 for a scenario that cannot be used."
    },
    footerHeading = "%nFor example:%n",
    footer = {
      "  spamwatch-sim run --defaults > scenario.toml   # all experiments, and all their options",
      "  spamwatch-sim run scenario.toml"
    })
final class RunCommand implements Callable<Integer> {
  private static final Pattern OPTION = Pattern.compile("--([a-z][a-z0-9-]*)");

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "The scenario.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--defaults",
      description = "Prints a scenario with all options and what they are, and ends.")
  private boolean defaults;

  @Option(
      names = "--resume",
      description = "Goes on with runs that broke off, where an experiment can.")
  private boolean resume;

  @Override
  public Integer call()
      throws ExperimentException,
          CorpusException,
          ProcessException,
          PeerClientException,
          InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (defaults) {
      out.print(ScenarioDefaults.text(SpamWatchSim.commandLine()));
      OutputFile.checkPrinted(out);
      return 0;
    }
    if (file.isEmpty()) {
      throw new ExperimentException(64, "a scenario FILE is needed, or --defaults");
    }
    Map<Scenario.Run, ExperimentCommand> commands = new LinkedHashMap<>();
    for (Scenario.Run run : Scenario.read(file.get(), SpamWatchSim.commandLine())) {
      commands.put(run, command(run));
    }
    int code = 0;
    for (Map.Entry<Scenario.Run, ExperimentCommand> each : commands.entrySet()) {
      try {
        code = Math.max(code, each.getValue().call());
      } catch (ExperimentException e) {
        throw e.exitCode() == 64 ? unusable(each.getKey(), requireNonNull(e.getMessage())) : e;
      }
    }
    return code;
  }

  /** The command with its options, checked as far as can be without running it. */
  private ExperimentCommand command(Scenario.Run run) throws ExperimentException {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(spec.commandLine().getOut());
    line.setErr(spec.commandLine().getErr());
    CommandLine experiment = requireNonNull(line.getSubcommands().get(run.experiment()));
    List<String> arguments = new ArrayList<>(run.arguments());
    if (resume && experiment.getCommandSpec().findOption("--resume") != null) {
      arguments.add("--resume");
    }
    ExperimentCommand command = experiment.getCommand();
    try {
      line.parseArgs(arguments.toArray(String[]::new));
      command.checkRanges();
    } catch (ParameterException e) {
      throw unusable(run, String.valueOf(e.getMessage()));
    } catch (ExperimentException e) {
      throw unusable(run, String.valueOf(e.getMessage()));
    }
    return command;
  }

  /** Says in which line the option stands of which there is something to be said. */
  private static ExperimentException unusable(Scenario.Run run, String problem) {
    Matcher option = OPTION.matcher(problem);
    return new ExperimentException(
        65, run.place(option.find() ? option.group(1) : "") + ": " + problem);
  }
}
