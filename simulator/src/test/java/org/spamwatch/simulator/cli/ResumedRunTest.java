package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Experiments that are run in units, after the first of which they are stopped. */
class ResumedRunTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter err = new StringWriter();

  private int run(String command, String... more) {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
    all.addAll(List.of(more));
    return line.execute(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "outbreak --users 90 --rates .1 --spams 3 --fingerprints 2, --threads 8, 2",
    "bandwidth --nodes 3 --mails 4 --marked .25 --features 3|4|5, --seed 1, 2",
    "counting --experiments 2 --rounds 2, --threads 1, 8",
    "robustness --characters 200|300 --kinds insert --trials 30, --threads 8, 5",
    "false-positive --characters 200|300 --texts 300, --threads 8, 1"
  })
  void givesTheSameFile(String command, String other, int left) throws IOException {
    String small = command.replace('|', ',');
    String whole = directory.resolve("whole.csv").toString();
    int code = run(small, "--out", whole);
    assertThat(code).as("%s", err).isLessThanOrEqualTo(1); // so small, more may be a miss

    Path out = Files.createDirectory(directory.resolve("taken.csv"));
    Path units = directory.resolve("taken.csv.units");
    assertThat(run(small, "--out", out.toString())).isEqualTo(73); // when all are finished
    Files.delete(out);
    Files.write(units, Files.readAllLines(units).subList(0, 2));
    err.getBuffer().setLength(0);
    List<String> again = new ArrayList<>(List.of("--resume", "--out", out.toString()));
    again.addAll(List.of(other.split(" ", -1)));
    assertThat(run(small, again.toArray(String[]::new))).as("%s", err).isEqualTo(code);
    assertThat(out).hasSameBinaryContentAs(Path.of(whole));
    assertThat(err.toString().lines().filter(line -> line.contains(" % done"))).hasSize(left);
    assertThat(units).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outbreak --users 60,80 --rates .02,.1 --fingerprints 3 --spams 2",
        "robustness --characters 200 --kinds insert --trials 30",
        "false-positive --characters 200,300 --texts 300",
        "counting --experiments 5 --rounds 2"
      })
  void theThreadsMakeNoDifference(String small) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (String threads : List.of("1", "2", "8")) {
      Path out = directory.resolve(threads + ".csv");
      Path plot = directory.resolve(threads + ".svg");
      String[] more = {"--threads", threads, "--out", out.toString(), "--plot", plot.toString()};
      assertThat(run(small, more)).as("%s", err).isZero();
      assertThat(Files.readString(plot))
          .contains("<title", small.substring(small.lastIndexOf("--") + 2));
      files.add(Files.readAllBytes(out));
    }
    assertThat(files.get(1)).isEqualTo(files.get(0));
    assertThat(files.get(2)).isEqualTo(files.get(0));
  }
}
