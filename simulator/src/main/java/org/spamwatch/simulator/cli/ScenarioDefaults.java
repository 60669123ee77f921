package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The scenario file of all experiments with all their options as they are by default. */
final class ScenarioDefaults {
  /** Options that say nothing of an experiment. */
  static final Set<String> LEFT_OUT = Set.of("help", "version");

  private ScenarioDefaults() {}

  static String text(CommandLine program) {
    List<String> lines = new ArrayList<>();
    lines.add("# All experiments and all their options, as they are by default. Take what you");
    lines.add("# need: an experiment that has no table is not run, an option that is not named");
    lines.add("# is as it is here.");
    lines.add("version = " + Scenario.VERSION);
    program
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (command.getCommand() instanceof ExperimentCommand
                  && name.equals(command.getCommandSpec().name())) {
                table(command.getCommandSpec(), lines);
              }
            });
    return String.join("\n", lines) + "\n";
  }

  private static void table(CommandSpec experiment, List<String> lines) {
    lines.add("");
    lines.add("# " + plain(experiment.usageMessage().header()));
    lines.add("[" + experiment.name() + "]");
    for (ArgSpec argument : experiment.args()) {
      String name = ExperimentCommand.name(argument);
      if (!LEFT_OUT.contains(name)) {
        String value = toml(argument.getValue());
        boolean isSet =
            !value.isEmpty()
                && !ExperimentCommand.NO_PARAMETERS.contains(name)
                && !(argument instanceof PositionalParamSpec);
        String said = what(argument) + Ranges.mustBe(argument);
        lines.add("# " + (isSet ? said.replaceAll(" \\(default: .*\\)", "") : said));
        lines.add(isSet ? name + " = " + value : "# " + name + " =");
      }
    }
  }

  private static String what(ArgSpec argument) {
    String said = plain(argument.description());
    Iterable<String> choices = argument.completionCandidates();
    if (choices != null) {
      said =
          said.replace(
              "${COMPLETION-CANDIDATES}",
              StreamSupport.stream(choices.spliterator(), false).collect(Collectors.joining(", ")));
    }
    return said;
  }

  private static String plain(String[] lines) {
    return String.join(" ", lines).replace("%%", "%");
  }

  private static String toml(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return toml(optional.orElse(null));
    }
    if (value == null || (value instanceof Collection<?> several && several.isEmpty())) {
      return "";
    }
    if (value instanceof Collection<?> several) {
      return several.stream()
          .map(ScenarioDefaults::toml)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    String text =
        value instanceof Enum<?> choice ? choice.name().toLowerCase(Locale.ROOT) : value.toString();
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
