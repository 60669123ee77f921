package org.spamwatch.simulator.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RunCommandTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @Test
  void aScenarioRunsWhatTheOptionsWould() throws IOException {
    Path fromFile = directory.resolve("file.csv");
    Path file = directory.resolve("small.toml");
    Files.writeString(
        file,
        """
        version = 1
        [ttl]  # small
        nodes = 100
        graphs = 1
        placements = 1
        objects = 2
        rates = [
          0.05, 0.5
        ]
        threads = 1
        out = "%s"
        """
            .formatted(fromFile));
    assertThat(run("run", file.toString())).as("%s", err).isZero();
    Path fromOptions = directory.resolve("options.csv");
    List<String> options = new ArrayList<>(List.of("ttl", "--nodes", "100", "--graphs", "1"));
    options.addAll(List.of("--placements", "1", "--objects", "2", "--rates", "0.05,0.5"));
    options.addAll(List.of("--out", fromOptions.toString()));
    assertThat(run(options.toArray(String[]::new))).isZero();
    assertThat(fromFile).hasSameBinaryContentAs(fromOptions);
  }

  @Test
  void allDefaultsAreTheDefaults() throws IOException, ExperimentException {
    assertThat(run("run", "--defaults")).isZero();
    Path file = directory.resolve("all.toml");
    Files.writeString(file, out.toString());
    List<Scenario.Run> runs = Scenario.read(file, SpamWatchSim.commandLine());
    assertThat(runs).extracting(Scenario.Run::experiment).contains("ttl", "settled", "replay");
    assertThat(out.toString())
        .contains("# Nodes. Must be in 2 to 20000000.\nnodes = 4096\n")
        .contains("rates = [0.001, 0.002, 0.005,", "\n# threads =\n", "resolution = \"full\"");
    for (Scenario.Run run : runs) {
      assertThat(about(run.arguments())).isEqualTo(about(List.of(run.experiment())));
    }
  }

  private static String about(List<String> arguments) {
    CommandLine line = SpamWatchSim.commandLine();
    CommandLine experiment = requireNonNull(line.getSubcommands().get(arguments.get(0)));
    List<String> all = new ArrayList<>(arguments);
    experiment.getCommandSpec().positionalParameters().stream()
        .filter(parameter -> parameter.required())
        .forEach(parameter -> all.add("given"));
    line.parseArgs(all.toArray(String[]::new));
    ExperimentCommand command = experiment.getCommand();
    return command.about().toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[ttl]                            | 1 | no version: write version = 1 above the tables",
        "version = 2                      | 1 | version = 2: this program reads 1; compare",
        "version = 1;[tll]                | 2 | tll is no experiment",
        "version = 1;topology = 3         | 2 | topology is no experiment",
        "version = 1;ttl = 3              | 2 | write [ttl] and its options below",
        "version = 1;[ttl];;node = 3      | 4 | ttl has no option node; it has ",
        "version = 1;[ttl];nodes = \"3\"  | 3 | \"3\" is not a whole number",
        "version = 1;[ttl];nodes = 3.5    | 3 | 3.5 is not a whole number",
        "version = 1;[ttl];rates = 0.1    | 3 | 0.1 is no list, such as [1, 2]",
        "version = 1;[ttl];rates = [\"\"] | 3 | \"\" is not a number",
        "version = 1;[ttl];rates = []     | 3 | an empty list: leave the option out",
        "version = 1;[ttl];nodes = [3]    | 3 | [3] is a list",
        "version = 1;[ttl];reading = 1    | 3 | 1 is not text in quotes",
        "version = 1;[ttl];nodes = 1      | 3 | --nodes 1 is not in 2 to 20000000",
        "version = 1;[ttl];reading = \"z\"| 3 | --reading z is none of",
        "version = 1;[ttl];nodes = 99999999999 | 3 | Invalid value for option '--nodes'",
        "version = 1;[ttl                 | 2 | not TOML: "
      })
  void whatCannotBeUsedIsOneLine(String text, int line, String said) throws IOException {
    Path file = directory.resolve("bad.toml");
    Files.writeString(file, text.replace(';', '\n') + "\n");
    assertThat(run("run", file.toString())).as("%s%s", out, err).isEqualTo(65);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("spamwatch-sim run: " + file + ":" + line + ": " + said);
    assertThat(out.toString()).doesNotContain("mark rate");
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    assertThat(run("run")).isEqualTo(64);
    assertThat(run("run", directory.resolve("none.toml").toString())).isEqualTo(65);
    assertThat(err.toString().lines()).hasSize(2);
  }
}
