package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TtlCommandTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  private int small(String name, String threads, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "ttl --nodes 200 --graphs 2 --placements 2 --objects 3 --rates 0.05,0.2"
                    .split(" ")));
    all.addAll(List.of("--threads", threads, "--out", directory.resolve(name).toString()));
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  private byte[] csv(String name, String threads) throws IOException {
    assertThat(small(name, threads)).as("%s", err).isZero();
    return Files.readAllBytes(directory.resolve(name));
  }

  @Test
  void theFileIsTheSameWithAnyNumberOfThreads() throws IOException {
    byte[] one = csv("one.csv", "1");
    assertThat(csv("two.csv", "2")).isEqualTo(one);
    assertThat(csv("eight.csv", "8")).isEqualTo(one);
    assertThat(new String(one, StandardCharsets.UTF_8).lines().skip(1).toList())
        .hasSize(1 + 2 * 8)
        .startsWith(
            "reading,sampled,fingerprints,"
                + "rate,needed,ttl,success,deviation,millis,reach,known,within");
  }

  @Test
  void aRunThatBrokeOffIsGoneOnWith() throws IOException {
    byte[] whole = csv("whole.csv", "2");
    Path out = Files.createDirectory(directory.resolve("taken.csv"));
    Path units = directory.resolve("taken.csv.units");
    assertThat(small("taken.csv", "1")).isEqualTo(73); // when all units are finished
    assertThat(err.toString())
        .contains("Is a directory; finished units: 4, in " + units + ": go on with --resume");
    byte[] kept = Files.readAllBytes(units);
    Files.delete(out);

    assertThat(small("taken.csv", "1")).isEqualTo(64);
    assertThat(err.toString()).contains("of a run that broke off: go on with --resume");
    int inTheThird = new String(kept, StandardCharsets.UTF_8).lastIndexOf("graph 2, placement 1");
    for (int length : new int[] {kept.length, inTheThird + 40, 20, 0}) {
      Files.write(units, Arrays.copyOf(kept, length));
      err.getBuffer().setLength(0);
      assertThat(small("taken.csv", "8", "--resume")).as("%s", err).isZero();
      assertThat(out).hasBinaryContent(whole);
      assertThat(units).doesNotExist();
      assertThat(err.toString().lines().filter(line -> line.startsWith("graph ")))
          .hasSize(length == kept.length ? 0 : length > 20 ? 2 : 4);
    }
  }

  @Test
  void unitsOfAnotherRunAreRefused() throws IOException {
    Path units = directory.resolve("small.csv.units");
    assertThat(run("ttl", "--resume")).isEqualTo(64);
    Files.writeString(units, "{\"experiment\":\"robustness\"}\n");
    assertThat(small("small.csv", "1", "--resume")).isEqualTo(65);
    Files.writeString(units, "no JSON\n");
    assertThat(small("small.csv", "1", "--resume")).isEqualTo(65);
    assertThat(err.toString().lines())
        .containsExactly(
            "spamwatch-sim ttl: --resume needs --out: units are kept beside its file",
            "spamwatch-sim ttl: "
                + units
                + ":1: of another run (experiment robustness, not ttl): remove it to begin anew",
            "spamwatch-sim ttl: " + units + ":1: no JSON: remove it to begin anew");
  }

  @Test
  void theReadingOfThePaperGivesWhatItPrints() {
    assertThat(run("ttl", "--reading", "paper-b", "--graphs", "1", "--objects", "16")).isZero();
    assertThat(out.toString()).contains("there and back").doesNotContain("NO");
  }

  @Test
  void thePictureSaysWhatWasRun() throws IOException {
    Path svg = directory.resolve("ttl.svg");
    String[] small = {"ttl", "--nodes", "100", "--graphs", "1", "--objects", "1", "--rates", ".1"};
    List<String> all = new ArrayList<>(List.of(small));
    all.addAll(List.of("--plot", svg.toString()));
    assertThat(run(all.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(Files.readString(svg))
        .contains("<title", "commit " + commit() + " \u00b7 seed 1 \u00b7 reading surrogate-16");
    assertThat(run("ttl", "--plot", directory.resolve("ttl.gif").toString())).isEqualTo(64);
    assertThat(err.toString()).endsWith("ttl.gif: the name must end in .svg or .png\n");
  }

  private static String commit() {
    String commit = Build.current().commit();
    String dirty = commit.endsWith("-dirty") ? "-dirty" : "";
    return commit.equals("unknown") ? commit : commit.substring(0, 12) + dirty;
  }

  @Test
  void aFileOfAnotherGraphWillDo() {
    String graph = directory.resolve("small.alt").toString();
    assertThat(run("topology", "generate", "--domains", "2", "--transit", "2", "--output", graph))
        .as(err.toString())
        .isZero();
    assertThat(run("ttl", "--topology", graph, "--nodes", "500", "--objects", "2", "--graphs", "1"))
        .as(err.toString())
        .isZero();
  }

  @Test
  void measuredSitesWillDo() throws IOException {
    Path matrix = Files.writeString(directory.resolve("sites.csv"), "0,2,3\n2,0,4\n3,4,0\n");
    assertThat(run("ttl", "--topology", matrix.toString(), "--nodes", "40", "--objects", "2"))
        .as(err.toString())
        .isZero();
    Files.writeString(matrix, "0,2,3\n2,0,nan\n3,4,0\n");
    assertThat(run("ttl", "--topology", matrix.toString())).isEqualTo(65);
    assertThat(err.toString().lines().reduce((first, last) -> last).orElse(""))
        .startsWith("spamwatch-sim ttl: " + matrix + ": line 2: the round trip from site 2 to 3");
  }

  @ParameterizedTest
  @CsvSource({
    "--reading, z, --reading z is none of product",
    "--nodes, 1, --nodes 1 is not in 2 to 20000000",
    "--rates, 0, --rates 0.0 is not between 0 and 1",
    "--threads, 0, --threads 0 is not in 1 to 256",
    "--max-ttl, 65, --max-ttl 65 is not in 0 to 64",
    "--fingerprints, 65, --fingerprints 65 is not in 1 to 64",
    "--needed, 65, --needed 65 is not in 1 to 64",
    "--needed, 2, --needed 2 is more than --fingerprints 1"
  })
  void whatIsOutOfRangeIsRefusedInOneLine(String option, String value, String said) {
    assertThat(run("ttl", option, value)).isEqualTo(64);
    assertThat(err.toString()).startsWith("spamwatch-sim ttl: " + said);
    assertThat(err.toString().lines()).hasSize(1);
  }
}
