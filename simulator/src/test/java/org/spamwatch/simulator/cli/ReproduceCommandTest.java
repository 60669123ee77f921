package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReproduceCommandTest {
  private static final String[] QUICK = {
    "reproduce", "--quick", "--parts", "ttl-sampled-1,ttl-sampled-16"
  };

  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    err.getBuffer().setLength(0);
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private int quick(String csv, String... more) {
    String[] all = new String[QUICK.length + 4 + more.length];
    System.arraycopy(QUICK, 0, all, 0, QUICK.length);
    String[] files = {
      "--dir", directory.resolve("parts").toString(), "--out", directory.resolve(csv).toString()
    };
    System.arraycopy(files, 0, all, QUICK.length, files.length);
    System.arraycopy(more, 0, all, QUICK.length + files.length, more.length);
    return run(all);
  }

  @Test
  void finishedPartsAreTakenIfTheyAreOfTheSameRun() throws IOException {
    assertThat(quick("first.csv")).as("%s%s", out, err).isZero();
    assertThat(out.toString()).contains("10 %, TTL 1, no proximity", "| .844", "| yes");
    assertThat(directory.resolve("parts/ttl-sampled-1.svg")).isNotEmptyFile();
    assertThat(quick("again.csv")).isEqualTo(64);
    assertThat(err.toString()).contains("has finished parts: go on with --resume, or name another");

    Path lost = directory.resolve("parts/ttl-sampled-16.json");
    Path kept = directory.resolve("parts/ttl-sampled-1.json");
    Files.delete(lost);
    Object before = Files.getLastModifiedTime(kept);
    assertThat(quick("again.csv", "--resume", "--threads", "1")).isZero();
    assertThat(Files.getLastModifiedTime(kept)).isEqualTo(before);
    assertThat(directory.resolve("again.csv"))
        .hasSameBinaryContentAs(directory.resolve("first.csv"));

    Files.writeString(lost, "{");
    Files.writeString(
        kept, Files.readString(kept).replace("\"placements\" : 1", "\"placements\" : 2"));
    assertThat(quick("again.csv", "--resume")).isZero();
    assertThat(err.toString())
        .contains(
            "ttl-sampled-1.json: run again: placements 2, not 1",
            "ttl-sampled-16.json: run again: cannot be read");
    assertThat(directory.resolve("again.csv"))
        .hasSameBinaryContentAs(directory.resolve("first.csv"));
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() {
    assertThat(run("reproduce", "--parts", "fig-11")).isEqualTo(64);
    assertThat(err.toString())
        .startsWith("spamwatch-sim reproduce: --parts fig-11 is none of ttl-");
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(run("reproduce", "--dir", "/dev/null/x")).isEqualTo(73);
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void everyFigureIsOfAPartAndEveryPartCanBeParsed() {
    Set<String> parts = new HashSet<>();
    List<Part> all = new ArrayList<>(PaperFigures.PARTS);
    all.addAll(ReproduceCommand.OWN);
    for (Part part : all) {
      assertThat(parts.add(part.name())).as(part.name()).isTrue();
      for (boolean quickly : List.of(true, false)) {
        part.arguments(quickly)
            .ifPresent(
                arguments ->
                    SpamWatchSim.commandLine()
                        .setOverwrittenOptionsAllowed(true)
                        .parseArgs(arguments.toArray(String[]::new)));
      }
    }
    assertThat(PaperFigures.ALL).hasSizeGreaterThan(150);
    PaperFigures.ALL.forEach(figure -> assertThat(parts).contains(figure.part()));
  }

  @Test
  void theProductsOwnExperimentsArePartsToo() throws IOException {
    Path parts = directory.resolve("own");
    String[] arguments = {
      "reproduce", "--all", "--quick", "--parts", "faults,collusion", "--dir", parts.toString()
    };
    assertThat(run(arguments)).as("%s%s", out, err).isZero();
    assertThat(out.toString().lines().skip(1)).allMatch(line -> line.endsWith("| yes")).hasSize(2);
    assertThat(Files.readString(parts.resolve("faults.json")))
        .contains("\"seeds\" : \"1..2\"", "\"seed\" : 2");
    assertThat(Files.readString(parts.resolve("collusion.json"))).contains("\"seed\" : 1");
  }

  @Test
  void aFigureThatIsNotFoundIsAMiss() throws IOException {
    PartResult nothing = new PartResult(new ObjectMapper().readTree("{\"rows\":[]}"));
    for (Figure figure : PaperFigures.ALL) {
      double ours = figure.ours().applyAsDouble(nothing);
      assertThat(ours).as(figure.what()).isNaN();
      figure
          .range()
          .ifPresent(range -> assertThat(range.has(ours, nothing)).as(figure.what()).isFalse());
    }
  }
}
