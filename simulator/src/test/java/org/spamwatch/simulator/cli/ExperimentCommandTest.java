package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What all experiments' commands do alike: tables, result files, exit codes, help. */
class ExperimentCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SMALL =
      List.of("settled", "--nodes", "1,2", "--routes", "50", "--marks", "2", "--checks", "1");

  private static final String TABLE =
      """
      seed 1, loss 0.0, resolution FULL
      nodes | right root          | hops | changed copy found | unrelated found | outlived lease | over rate | messages/(node s) | within?
          1 |     50/50     100.00% | 0.00 |                2/2 |               0 |              0 |         0 |              0.00 | yes
          2 |     50/50     100.00% | 0.46 |                2/2 |               0 |              0 |         0 |              0.35 | yes
      """;

  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(List<String> arguments, String... more) {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(more));
    return line.execute(all.toArray(String[]::new));
  }

  private String result(String name) throws IOException {
    Build build = Build.current();
    return Files.readString(directory.resolve(name))
        .replace("\"version\":\"" + build.version(), "\"version\":\"VERSION")
        .replace("\"commit\":\"" + build.commit(), "\"commit\":\"COMMIT");
  }

  @Test
  void aTableIsPrintedAndWrittenAsCsv() throws IOException {
    assertThat(run(SMALL, "--out", directory.resolve("small.csv").toString())).isZero();
    assertThat(out).hasToString(TABLE);
    assertThat(err.toString()).contains("2 nodes: routing 50 messages\n");
    assertThat(result("small.csv"))
        .isEqualTo(
            """
            # {"experiment":"settled","version":"VERSION","commit":"COMMIT","seed":1,"parameters":\
            {"nodes":[1,2],"loss":0.0,"routes":50,"marks":2,"checks":1,"resolution":"FULL",\
            "topology":"plane","unit":"MS"},"within":true}
            nodes,routes,rightRoutes,meanHops,found,checked,falselyFound,outlived,overRate,\
            maintenancePerPeerSecond,within
            1,50,50,0.0,2,2,0,0,0,0.0,true
            2,50,50,0.46,2,2,0,0,0,0.35,true
            """);
  }

  @Test
  void theSameIsWrittenAsJson() throws IOException {
    assertThat(run(SMALL, "--seed", "7", "--out", directory.resolve("small.json").toString()))
        .isZero();
    JsonNode file = JSON.readTree(directory.resolve("small.json").toFile());
    assertThat(file.at("/experiment").asText()).isEqualTo("settled");
    assertThat(file.at("/commit").asText()).isEqualTo(Build.current().commit());
    assertThat(file.at("/version").asText()).isEqualTo(Build.current().version());
    assertThat(file.at("/seed").asLong()).isEqualTo(7);
    assertThat(file.at("/parameters"))
        .hasToString(
            """
            {"nodes":[1,2],"loss":0.0,"routes":50,"marks":2,"checks":1,"resolution":"FULL",\
            "topology":"plane","unit":"MS"}\
            """);
    assertThat(file.at("/within").asBoolean()).isTrue();
    assertThat(file.at("/rows/0"))
        .hasToString(
            """
            {"nodes":1,"routes":50,"rightRoutes":50,"meanHops":0.0,"found":2,"checked":2,\
            "falselyFound":0,"outlived":0,"overRate":0,"maintenancePerPeerSecond":0.0,\
            "within":true}\
            """);
    assertThat(file.at("/rows")).hasSize(2);
  }

  @Test
  void theBuildKnowsItsCommitOrSaysThatItDoesNot() {
    assertThat(Build.current().commit()).matches("unknown|[0-9a-f]{40}(-dirty)?");
  }

  @Test
  void aMissIsWrittenToo() throws IOException {
    int code =
        run(
            List.of("settled", "--nodes", "5", "--routes", "50", "--marks", "1", "--loss", ".7"),
            "--out",
            directory.resolve("lossy.json").toString());
    assertThat(code).as("%s", out).isEqualTo(1);
    JsonNode file = JSON.readTree(directory.resolve("lossy.json").toFile());
    assertThat(file.at("/within").asBoolean(true)).isFalse();
    assertThat(file.at("/rows/0/within").asBoolean(true)).isFalse();
  }

  @Test
  void aFileThatCannotBeWrittenLeavesTheTable() throws IOException {
    Path taken = Files.createDirectory(directory.resolve("taken.csv"));
    assertThat(run(SMALL, "--out", taken.toString())).isEqualTo(73);
    assertThat(out).hasToString(TABLE);
    assertThat(err.toString().lines().filter(line -> line.startsWith("spamwatch-sim")))
        .containsExactly("spamwatch-sim settled: " + taken + ": cannot be written: Is a directory");
  }

  @Test
  void aTableThatIsCutShortIsAnErrorAndTheFileIsWhole() throws IOException {
    Writer full =
        new Writer() {
          private int left = 200;

          @Override
          public void write(char[] text, int from, int length) throws IOException {
            left -= length;
            if (left < 0) {
              throw new IOException("no space left");
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(full));
    line.setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(SMALL);
    all.addAll(List.of("--out", directory.resolve("small.csv").toString()));
    assertThat(line.execute(all.toArray(String[]::new))).isEqualTo(73);
    assertThat(err.toString())
        .endsWith(
            "spamwatch-sim settled: standard output cannot be written, or was closed: what was"
                + " printed is not whole\n");
    assertThat(result("small.csv").lines()).hasSize(4);
  }

  @Test
  void aFileThatCannotBeIsRefusedBeforeAnythingRuns() {
    assertThat(run(SMALL, "--out", "small.txt")).isEqualTo(64);
    Path nowhere = directory.resolve("none");
    assertThat(run(SMALL, "--out", nowhere.resolve("small.csv").toString())).isEqualTo(73);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            "spamwatch-sim settled: --out small.txt: the name must end in .csv or .json",
            "spamwatch-sim settled: --out "
                + nowhere.resolve("small.csv")
                + ": there is no directory "
                + nowhere);
  }

  @Test
  void aColumnOfCsvIsNamedByItsWayAndTextIsQuoted() throws Exception {
    ObjectNode first = JSON.valueToTree(Map.of("seen", "1,5 \"of\" #2\nand more"));
    ObjectNode second = JSON.valueToTree(Map.of("rates", List.of(Map.of("ms", 1.5), 2)));
    new ResultFile(directory.resolve("odd.csv"))
        .write(JSON.createObjectNode(), List.of(first, second));
    assertThat(directory.resolve("odd.csv"))
        .hasContent("# {}\nseen,rates.0.ms,rates.1\n\"1,5 \"\"of\"\" #2\nand more\",,\n,1.5,2\n");
  }

  @Test
  void helpOfEveryExperimentHasAnExampleAndTheExitCodes() {
    SpamWatchSim.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (command.getCommand() instanceof ExperimentCommand) {
                assertThat(command.getUsageMessage())
                    .as(name)
                    .contains("--out=FILE", "  64    wrong use", "  130   stopped by Ctrl-C")
                    .contains("For example:")
                    .contains("  spamwatch-sim " + command.getCommandSpec().name() + " ");
              } else {
                assertThat(name).isIn("topology", "run");
              }
            });
  }

  @Test
  void aParameterOutOfItsRangeIsOneLine() {
    assertThat(run(List.of("churn", "--session", "60,0"))).isEqualTo(64);
    assertThat(run(List.of("churn", "--away", "0"))).isEqualTo(64);
    assertThat(run(List.of("churn", "--loss", "1"))).isEqualTo(64);
    assertThat(run(List.of("proximity", "--rates", "0.1,NaN"))).isEqualTo(64);
    assertThat(run(List.of("memory", "--nodes", "20001"))).isEqualTo(64);
    assertThat(run(List.of("alternatives", "--nodes", "100,2"))).isEqualTo(64);
    assertThat(run(List.of("alternatives", "--crash", "1"))).isEqualTo(64);
    assertThat(run(List.of("tables", "x", "--window", "50,0"))).isEqualTo(64);
    assertThat(run(List.of("faults", "--seed", "1", "--peers", "2"))).isEqualTo(64);
    assertThat(run(List.of("load", "--share", "0"))).isEqualTo(64);
    assertThat(run(List.of("collusion", "--per-day", "0"))).isEqualTo(64);
    assertThat(err.toString().lines())
        .containsExactly(
            "spamwatch-sim churn: --session 0 is not 1 or more",
            "spamwatch-sim churn: --away 0 is not 1 or more",
            "spamwatch-sim churn: --loss 1.0 is not from 0 to less than 1",
            "spamwatch-sim proximity: --rates NaN is not between 0 and 1",
            "spamwatch-sim memory: --nodes 20001 is not in 2 to 20000",
            "spamwatch-sim alternatives: --nodes 2 is not in 3 to 20000",
            "spamwatch-sim alternatives: --crash 1.0 is not from 0 to less than 1",
            "spamwatch-sim tables: --window 0 is not in 1 to 200",
            "spamwatch-sim faults: --peers 2 is not in 3 to 200",
            "spamwatch-sim load: --share 0.0 is not above 0 and up to 10",
            "spamwatch-sim collusion: --per-day 0.0 is not above 0");
  }

  @Test
  void everyNumberHasARangeThatHelpSays() {
    SpamWatchSim.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (command.getCommand() instanceof ExperimentCommand) {
                command.getCommandSpec().options().stream()
                    .filter(option -> Number.class.isAssignableFrom(boxed(option)))
                    .filter(option -> !option.longestName().equals("--seed"))
                    .forEach(
                        option ->
                            assertThat(Ranges.of(option))
                                .as("%s %s", name, option.longestName())
                                .isPresent());
              }
            });
    assertThat(run(List.of("churn", "--help"))).isZero();
    assertThat(out.toString())
        .containsPattern("lost \\(default: 0.005\\)\\.\\s+Must be from 0 to less than 1\\.");
  }

  private static Class<?> boxed(OptionSpec option) {
    return MethodType.methodType(option.auxiliaryTypes()[0]).wrap().returnType();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ttl --topology none.alt",
        "outbreak --topology none.alt",
        "engines --topology none.alt",
        "settled --topology none.alt",
        "proximity --topology none.alt",
        "settled --topology SITES --nodes 2,5",
        "engines --topology SITES --nodes 5",
        "proximity --topology SITES --nodes 5",
        "ttl --reading z",
        "collusion --colluder-sites 30",
        "collusion --shares .02,1.5",
        "false-positive --bits 32,24 --texts 1000000"
      })
  void whatIsRefusedIsRefusedBeforeAnythingIsPrinted(String command) throws IOException {
    String all = command.replace("SITES", sites());
    assertThat(run(Arrays.asList(all.split(" ", -1)))).isBetween(64, 65);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).hasSize(1);
  }

  /** A file of measured latencies between four sites. */
  private String sites() throws IOException {
    String matrix = "0,20,30,45\n20,0,40,35\n30,40,0,26\n45,35,26,0\n";
    return Files.writeString(directory.resolve("sites.csv"), matrix).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "settled --nodes 4 --routes 20 --marks 1 --checks 1",
        "engines --nodes 4 --minutes 1 --ways 50 --networks 1 --rates .5 --objects 1",
        "proximity --nodes 4 --minutes 0 --rates .5 --objects 2"
      })
  void realNodesStandOnMeasuredSites(String command) throws IOException {
    assertThat(run(Arrays.asList(command.split(" ", -1)), "--topology", sites()))
        .as("%s%s", out, err)
        .isLessThanOrEqualTo(1); // on so few a mean may be off
    assertThat(out.toString().lines()).hasSizeGreaterThanOrEqualTo(2);
    if (command.startsWith("engines")) {
      assertThat(out.toString()).startsWith("network 1: 0 of 50 ways differ");
    }
  }
}
