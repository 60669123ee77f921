package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The commands as users type them. */
class TopologyCommandTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void aSpecBecomesAGraphAndThatBecomesLatencies() throws IOException {
    String[] small = {"--domains", "2", "--transit", "2", "--stubs", "1", "--stub-routers", "3"};
    assertThat(run(generate(small, "--print-spec"))).isZero();
    Files.writeString(directory.resolve("small.spec"), out.toString());
    assertThat(run(generate(small, "--output", file("drawn.alt")))).isZero();
    assertThat(run("topology", "convert", file("small.spec"), file("converted.alt"))).isZero();
    assertThat(directory.resolve("converted.alt"))
        .hasSameTextualContentAs(directory.resolve("drawn.alt"));

    assertThat(run("topology", "convert", file("drawn.alt"), file("a.graphml"))).isZero();
    assertThat(run("topology", "convert", file("a.graphml"), file("a.json"))).isZero();
    assertThat(run("topology", "convert", file("a.json"), file("again.alt"))).isZero();
    assertThat(directory.resolve("again.alt"))
        .hasSameTextualContentAs(directory.resolve("drawn.alt"));

    assertThat(run("topology", "convert", file("drawn.alt"), file("drawn.csv"))).isZero();
    assertThat(run("topology", "convert", file("small.spec"), file("spec.csv"))).isZero();
    List<String> rows = Files.readAllLines(directory.resolve("drawn.csv"));
    assertThat(rows).isEqualTo(Files.readAllLines(directory.resolve("spec.csv")));
    assertThat(rows).hasSize(1 + 16 * 15 / 2).startsWith("from,to,micros");
    assertThat(
            rows.stream()
                .skip(1)
                .mapToInt(row -> Integer.parseInt(row.substring(row.lastIndexOf(',') + 1)))
                .max())
        .hasValue(400_000);
  }

  private static String[] generate(String[] sizes, String... more) {
    return Stream.of(new String[] {"topology", "generate"}, sizes, more)
        .flatMap(Arrays::stream)
        .toArray(String[]::new);
  }

  @Test
  void infoTellsSizesAndLatencies() {
    assertThat(run("topology", "info", "ts", "--diameter", "300")).isZero();
    assertThat(out.toString())
        .contains("routers  | 5000: 200 in 20 transit domains, 4800 in 600 stubs")
        .contains("= 300 ms")
        .containsPattern("latency between 11517600 pairs");
  }

  @Test
  void aGraphThatIsStoredIsTheOneOfItsSeed() throws IOException {
    assertThat(run("topology", "convert", "gt-itm-3", file("stored.alt"))).isZero();
    String[] drawn = {"topology", "generate", "gt-itm", "--seed", "3", "-o", file("drawn.alt")};
    assertThat(run(drawn)).isZero();
    assertThat(directory.resolve("stored.alt"))
        .hasSameTextualContentAs(directory.resolve("drawn.alt"));
  }

  @Test
  void severalGraphsGoToNumberedFilesAndDiffer() throws IOException {
    assertThat(run("topology", "generate", "--domains", "1", "--count", "2", "-o", file("g.alt")))
        .isZero();
    assertThat(directory.resolve("g-0.alt")).exists();
    assertThat(Files.readString(directory.resolve("g-1.alt")))
        .isNotEqualTo(Files.readString(directory.resolve("g-0.alt")));
    assertThat(directory.resolve("g.alt")).doesNotExist();
  }

  @Test
  void peersLiveOnATopology() {
    assertThat(run("settled", "--topology", "ts", "--nodes", "3", "--routes", "50", "--marks", "2"))
        .isZero();
    assertThat(out.toString()).contains("50/50");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          topology info DIR/none.alt                  | 65 | cannot be read: no such file
          topology info DIR                           | 65 | not a regular file
          topology info ts --diameter 0               | 64 | --diameter 0 is not in 1 to 60000
          topology generate --domains 0               | 64 | nodes 0 is not in 1 to 1000
          topology generate --stubs 1000              | 64 | 1600200 routers are more than the max
          topology generate --count 2                 | 64 | 2 graphs need --output
          topology convert ts DIR/a.txt               | 64 | the name must end in .alt, .graphml
          topology convert ts DIR/a.csv               | 64 | --routers N takes up to 2000
          topology convert ts DIR/a.csv --routers 0   | 64 | --routers is for a .csv file, 1 to 2000
          topology convert ts DIR/none/a.alt          | 73 | cannot be written
          live --topology DIR/none.alt                | 65 | cannot be read: no such file
          live --topology ts --nodes 4801             | 64 | 4801 peers do not fit on 4800 stub routers
          """)
  void whatCannotBeDoneIsOneLineAndACode(String line, int code, String message) {
    assertThat(run(line.replace("DIR", directory.toString()).split(" ", -1))).isEqualTo(code);
    assertThat(err.toString().strip()).contains(message).doesNotContain("\n");
  }

  @Test
  void aGraphThatIsNotConnectedIsRefusedWithWhatToDo() throws IOException {
    String text = "{\"nodes\": [{\"id\": 1}, {\"id\": 2}], \"links\": []}";
    Path file = Files.writeString(directory.resolve("parts.json"), text);
    assertThat(run("topology", "info", file.toString())).isEqualTo(65);
    assertThat(err.toString().strip())
        .isEqualTo(
            "spamwatch-sim topology info: "
                + file
                + ": the graph is not connected: no path from router 0 to router 1 (2);"
                + " link its parts, or leave all but one out");
  }

  @Test
  void aFileThatIsNoGraphIsRefusedWithItsLine() throws IOException {
    Path file = Files.writeString(directory.resolve("bad.alt"), "GRAPH\n3 5 x\n");
    assertThat(run("topology", "info", file.toString())).isEqualTo(65);
    assertThat(err.toString().strip())
        .isEqualTo(
            "spamwatch-sim topology info: "
                + file
                + ": line 2: 5 arcs: every link is two arcs, so their number is even");
  }
}
