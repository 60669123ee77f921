package org.spamwatch.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

class SpamWatchSimTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = SpamWatchSim.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @Test
  void everyCommandIsListedWithAWholeSentence() {
    assertThat(SpamWatchSim.commandLine().getSubcommands().values())
        .hasSizeGreaterThan(30)
        .allSatisfy(
            command -> {
              UsageMessageSpec usage = command.getCommandSpec().usageMessage();
              String[] listed = usage.header().length > 0 ? usage.header() : usage.description();
              assertThat(listed[0]).endsWith(".");
            });
  }

  @Test
  void liveCountsThePromisesOfSmallNetworks() {
    int code =
        run("settled", "--nodes", "1,2,17", "--routes", "500", "--marks", "10", "--checks", "2");
    assertThat(code).as("%s", out).isZero();
    assertThat(out.toString().lines().filter(line -> line.endsWith("| yes"))).hasSize(3);
  }

  @Test
  void oneSeedGivesOneTable() {
    String[] arguments = {
      "settled", "--nodes", "5", "--routes", "100", "--marks", "3", "--loss", ".01"
    };
    run(arguments);
    String first = out.toString();
    out.getBuffer().setLength(0);
    run(arguments);
    assertThat(out.toString()).isEqualTo(first);
  }

  @Test
  void theNaiveResolutionFindsTheSame() {
    assertThat(
            run(
                "settled",
                "--nodes",
                "17",
                "--routes",
                "0",
                "--marks",
                "10",
                "--resolution",
                "NAIVE"))
        .as("%s", out)
        .isZero();
  }

  @Test
  void fuzzCountsWhatBecameOfFramesAndReplaysOne() {
    assertThat(run("fuzz", "--frames", "1200")).as("%s", out).isZero();
    assertThat(out.toString()).contains("spliced").contains("1200 frames, ");
    assertThat(run("fuzz", "--replay", "030000000000000001")).isZero();
    assertThat(out.toString()).contains("as a message DECODED, as a greeting REFUSED");
    assertThat(run("fuzz", "--replay", "3")).isEqualTo(64);
    assertThat(run("fuzz", "--frames", "0")).isEqualTo(64);
  }

  @Test
  void attacksAreListedWithWhatIsPromised() {
    assertThat(run("attacks", "--list")).isZero();
    assertThat(out.toString()).contains("recall ").contains("a peer finds at once what was marked");
    assertThat(run("attacks", "no-such-attack")).isEqualTo(64);
    assertThat(err.toString()).contains("there is no attack 'no-such-attack'; there are: ");
    assertThat(run("attacks", "--seconds", "0")).isEqualTo(64);
  }

  /**
   * Those in virtual time that take seconds; each finds out for itself whether the promise held.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "forged-proof",
        "joe-job",
        "good-words",
        "poisoning",
        "silenced-words",
        "hide-revoked",
        "own-vote",
        "page-flood",
        "replay",
        "false-words",
        "withheld-blocks",
        "bulk-ones",
        "bulk-flood",
        "rate-clock"
      })
  void whatIsPromisedIsKeptUnderAttack(String attack) {
    assertThat(run("attacks", attack)).as("%s", out).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith(attack + ' ')))
        .singleElement()
        .asString()
        .contains("| yes ");
  }

  @Test
  void wrongUseIsOneLine() {
    assertThat(run("settled", "--loss", "2")).isEqualTo(64);
    assertThat(run("settled", "--nodes", "0")).isEqualTo(64);
    assertThat(run("settled", "--frob")).isEqualTo(64);
    assertThat(run("corpus", "no-such-directory")).isEqualTo(65);
    assertThat(run("corpus", "x", "--scheme", "nosuch")).isEqualTo(64);
    assertThat(run("outage", "--peers", "1")).isEqualTo(64);
    assertThat(run("outage", "--share", "1")).isEqualTo(64);
    assertThat(run("outage", "fire")).isEqualTo(64);
    assertThat(run("memory-live", "--peers", "3")).isEqualTo(64);
    assertThat(run("load", "--clients", "0")).isEqualTo(64);
    assertThat(run("load", "--rivals", "nosuch")).isEqualTo(64);
    assertThat(run("load", "--share", "11")).isEqualTo(64);
    assertThat(run("replay", "x", "--sites", "some")).isEqualTo(64);
    assertThat(run("replay", "x", "--dates", "some")).isEqualTo(64);
    assertThat(run("replay", "x", "--privacy", "none")).isEqualTo(64);
    assertThat(run("summaries", "--flood", "1")).isEqualTo(64);
    assertThat(run("ordinary", "x", "--peers", "1")).isEqualTo(64);
    assertThat(run("collusion", "--sites", "1")).isEqualTo(64);
    assertThat(run("statistics")).isEqualTo(64);
    assertThat(run("statistics", "--spamassassin", "x", "--only", "TABLE", "--plot", "x.svg"))
        .isEqualTo(64);
    assertThat(run("statistics", "--spamassassin", "no-such-directory")).isEqualTo(65);
    assertThat(err.toString().lines()).hasSize(21);
  }
}
