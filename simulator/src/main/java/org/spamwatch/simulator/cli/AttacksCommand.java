package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.attack.Attack;
import org.spamwatch.simulator.attack.AttackResult;
import org.spamwatch.simulator.attack.AttackSettings;
import org.spamwatch.simulator.attack.Attacks;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim attacks}: what users see while somebody attacks their peers. */
@Command(
    name = "attacks",
    description = {
      "Attacks peers that run as processes on this machine's loopback interface, or simulated ones,",
      "in every way that was found to do harm once, and says what it cost the attacker, what an",
      "honest user saw meanwhile, and whether what users are promised was kept."
    },
    mixinStandardHelpOptions = true)
final class AttacksCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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
      defaultValue = "30",
      description = "How long those last that go on until stopped, 1 to 3600 (default: 30).")
  private int seconds;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      defaultValue = "256",
      description = "Heap of each victim, at least 64 (default: 256).")
  private int heap;

  @Option(
      names = "--messages",
      paramLabel = "COUNT",
      defaultValue = "200",
      description = "Mails that 'recall' marks and looks for, 1 to 100000 (default: 200).")
  private int messages;

  @Option(names = "--seed", defaultValue = "1", description = "Of texts and keys (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException, InterruptedException {
    if (seconds < 1 || seconds > 3600 || heap < 64 || messages < 1 || messages > 100_000) {
      throw new ExperimentException(
          64, "--seconds is 1 to 3600, --heap at least 64, --messages 1 to 100000");
    }
    List<Attack> chosen = chosen();
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      chosen.forEach(attack -> out.printf("%-24s %s%n", attack.name(), attack.promise()));
      return 0;
    }
    AttackSettings settings = new AttackSettings(Duration.ofSeconds(seconds), heap, messages, seed);
    boolean kept = true;
    out.println("attack                   |    bytes sent | seconds | kept? | what a user saw");
    for (Attack attack : chosen) {
      kept &= run(attack, settings);
    }
    return kept ? 0 : 1;
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

  private boolean run(Attack attack, AttackSettings settings)
      throws ExperimentException, InterruptedException {
    progress(attack.name() + ": " + attack.promise());
    try {
      AttackResult result = attack.run(settings, this::progress);
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          Locale.ROOT,
          "%-24s | %,13d | %7.1f | %-5s | %s%n",
          attack.name(),
          result.bytes(),
          result.seconds(),
          result.kept() ? "yes" : "NO",
          result.seen());
      out.flush();
      return result.kept();
    } catch (ProcessException | PeerClientException e) {
      throw new ExperimentException(70, attack.name() + ": " + e.getMessage());
    }
  }

  private void progress(String line) {
    spec.commandLine().getErr().println(line);
  }
}
