package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.config.TomlLines;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A scenario file: {@code version = 1}, and tables with the names of experiments, whose keys are
 * the experiments' options without their dashes. So each option, its type, default and range are
 * said once, where the experiment has it.
 */
final class Scenario {
  /** The form of the file that this program reads. */
  static final int VERSION = 1;

  private static final long MOST_BYTES = 1 << 20;
  private static final TomlMapper TOML = new TomlMapper();

  private final Path file;
  private final TomlLines lines;

  private Scenario(Path file, TomlLines lines) {
    this.file = file;
    this.lines = lines;
  }

  /**
   * An experiment of a scenario.
   *
   * @param experiment its command
   * @param arguments the command and its options
   */
  record Run(Scenario of, String experiment, List<String> arguments) {
    /** Where one of its keys stands: file and line. */
    String place(String key) {
      return of.place(key.isEmpty() ? experiment : experiment + "." + key);
    }
  }

  /**
   * Reads a file.
   *
   * @param program whose experiments can be named
   * @throws ExperimentException 65 with file and line, if it cannot be read or used
   */
  static List<Run> read(Path file, CommandLine program) throws ExperimentException {
    String text = content(file);
    Scenario scenario = new Scenario(file, new TomlLines(text));
    List<Run> runs = new ArrayList<>();
    JsonNode tables = scenario.parse(text);
    scenario.checkVersion(tables.get("version"));
    for (Map.Entry<String, JsonNode> table : tables.properties()) {
      String name = table.getKey();
      if (!name.equals("version")) {
        CommandLine command = program.getSubcommands().get(name);
        if (command == null || !(command.getCommand() instanceof ExperimentCommand)) {
          throw scenario.unusable(
              name, name + " is no experiment: spamwatch-sim --help lists them");
        }
        if (!table.getValue().isObject()) {
          throw scenario.unusable(name, "write [" + name + "] and its options below");
        }
        runs.add(scenario.run(command.getCommandSpec(), name, table.getValue()));
      }
    }
    return runs;
  }

  private static String content(Path file) throws ExperimentException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ExperimentException(65, file + ": longer than " + MOST_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new ExperimentException(65, file + ":1: not TOML: it is not UTF-8 text");
    } catch (IOException e) {
      throw new ExperimentException(65, file + ": cannot be read: " + OutputFile.reason(e));
    }
  }

  private JsonNode parse(String text) throws ExperimentException {
    try {
      return TOML.readTree(text);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      String problem = e.getOriginalMessage().lines().findFirst().orElse("").strip();
      throw new ExperimentException(65, file + ":" + line + ": not TOML: " + problem);
    }
  }

  private void checkVersion(@Nullable JsonNode version) throws ExperimentException {
    if (version == null) {
      throw unusable("version", "no version: write version = " + VERSION + " above the tables");
    }
    if (!version.isInt() || version.asInt() != VERSION) {
      throw unusable(
          "version",
          "version = "
              + version
              + ": this program reads "
              + VERSION
              + "; compare the options with those of run --defaults, then write version = "
              + VERSION);
    }
  }

  private Run run(CommandSpec experiment, String name, JsonNode table) throws ExperimentException {
    List<String> arguments = new ArrayList<>(List.of(name));
    for (Map.Entry<String, JsonNode> entry : table.properties()) {
      String key = entry.getKey();
      ArgSpec argument =
          experiment.args().stream()
              .filter(each -> ExperimentCommand.name(each).equals(key))
              .findFirst()
              .orElseThrow(() -> unusable(name + "." + key, unknown(experiment, key)));
      String value = value(argument, name + "." + key, entry.getValue());
      if (argument instanceof PositionalParamSpec) {
        arguments.add(value);
      } else {
        arguments.add("--" + key + "=" + value);
      }
    }
    return new Run(this, name, arguments);
  }

  private static String unknown(CommandSpec experiment, String key) {
    return experiment.name()
        + " has no option "
        + key
        + "; it has "
        + experiment.args().stream()
            .map(ExperimentCommand::name)
            .filter(name -> !ScenarioDefaults.LEFT_OUT.contains(name))
            .collect(Collectors.joining(", "));
  }

  /** As it would stand on the command line. */
  private String value(ArgSpec argument, String key, JsonNode value) throws ExperimentException {
    boolean isList = argument.typeInfo().isCollection();
    if (isList != value.isArray()) {
      throw unusable(key, value + " is " + (isList ? "no list, such as [1, 2]" : "a list"));
    }
    List<JsonNode> parts =
        isList ? StreamSupport.stream(value.spliterator(), false).toList() : List.of(value);
    if (parts.isEmpty()) {
      throw unusable(key, "an empty list: leave the option out");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode part : parts) {
      if (!isOf(argument.auxiliaryTypes()[0], part)) {
        throw unusable(key, part + " is not " + kind(argument.auxiliaryTypes()[0]));
      }
      texts.add(part.asText());
    }
    return String.join(",", texts);
  }

  private static boolean isOf(Class<?> type, JsonNode value) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return value.isIntegralNumber();
    }
    if (type == double.class || type == Double.class) {
      return value.isNumber();
    }
    return (type == boolean.class || type == Boolean.class) ? value.isBoolean() : value.isTextual();
  }

  private static String kind(Class<?> type) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "a whole number";
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    return type == boolean.class || type == Boolean.class ? "true or false" : "text in quotes";
  }

  private String place(String key) {
    return file + ":" + lines.of(key);
  }

  private ExperimentException unusable(String key, String problem) {
    return new ExperimentException(65, place(key) + ": " + problem);
  }
}
