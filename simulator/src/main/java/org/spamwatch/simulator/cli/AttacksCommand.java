package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.attack.Attack;
import org.spamwatch.simulator.attack.AttackResult;
import org.spamwatch.simulator.attack.AttackSettings;
import org.spamwatch.simulator.attack.Attacks;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch-sim attacks}: what users see while somebody attacks their peers. */
@Command(
    name = "attacks",
    header = "Attacks live and simulated peers, and says what users saw meanwhile.",
    description = {
      "Attacks peers that run as processes on this machine's loopback interface, or simulated"
          + " ones,",
      "in every way that was found to do harm once, and says what it cost the attacker, what an",
      "honest user saw meanwhile, and whether what users are promised was kept."
    },
    footer = {
      "  spamwatch-sim attacks --list",
      "  spamwatch-sim attacks hide replay --out attacks.csv",
      "The ids of the victims are their own: no seed gives them."
    })
final class AttacksCommand extends SeededCommand {
  private record Row(String attack, @JsonUnwrapped AttackResult result) {}

  private static final Table<Row> TABLE =
      new Table<Row>(row -> row.result().kept())
          .column("attack                  ", "%-24s", Row::attack)
          .column("   bytes sent", "%,13d", row -> row.result().bytes())
          .column("seconds", "%7.1f", row -> row.result().seconds())
          .within("kept?", "%-5s")
          .column("what a user saw", "%s", row -> row.result().seen());

  @Parameters(
      paramLabel = "ATTACK",
      arity = "0..*",
      description = "Which (default: all, in the order of --list).")
  private List<String> names = new ArrayList<>();

  @Option(names = "--list", description = "Lists the attacks and what is promised, and ends.")
  private boolean list;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "How long those last that go on until stopped (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 3600)
  private int seconds = 30;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      description = "Heap of each victim (default: ${DEFAULT-VALUE}).")
  @Range(least = 64)
  private int heap = 256;

  @Option(
      names = "--messages",
      paramLabel = "COUNT",
      description = "Mails that 'recall' marks and looks for (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 100_000)
  private int messages = 200;

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    List<Attack> chosen = chosen();
    if (list) {
      chosen.forEach(attack -> report.line("%-24s %s", attack.name(), attack.promise()));
      return;
    }
    AttackSettings settings =
        new AttackSettings(Duration.ofSeconds(seconds), heap, messages, seed());
    report.heading(TABLE);
    for (Attack attack : chosen) {
      report.progress(attack.name()).accept(attack.promise());
      try {
        AttackResult result = attack.scenario().run(settings, report.progress());
        report.row(TABLE, new Row(attack.name(), result));
      } catch (ProcessException | PeerClientException e) {
        throw new ExperimentException(70, attack.name() + ": " + e.getMessage());
      }
    }
  }

  private List<Attack> chosen() throws ExperimentException {
    List<Attack> all = Attacks.all();
    for (String name : names) {
      if (all.stream().noneMatch(attack -> attack.name().equals(name))) {
        throw new ExperimentException(
            64,
            "there is no attack '"
                + name
                + "'; there are: "
                + all.stream().map(Attack::name).collect(Collectors.joining(", ")));
      }
    }
    return all.stream().filter(attack -> names.isEmpty() || names.contains(attack.name())).toList();
  }
}
