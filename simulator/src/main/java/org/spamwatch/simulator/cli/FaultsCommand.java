package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.virtual.FaultScenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim faults}: random histories of a network, replayed from their seed. */
@Command(
    name = "faults",
    description = {
      "Lives random histories of a network of whole peers: loss, delay, repetition, crashes with and",
      "without the disk, partitions one way and both, slow and stopped peers, wrong clocks, power",
      "cuts. Checks what must hold after every event and, once all has healed, what is promised.",
      "One seed is replayed with its history."
    },
    mixinStandardHelpOptions = true)
final class FaultsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--seed", description = "The history to replay and print.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--seeds", paramLabel = "A..B", description = "The histories to live, A to B.")
  private Optional<String> seeds = Optional.empty();

  @Option(
      names = "--peers",
      defaultValue = "0",
      description = "Peers at the beginning (default: 3 to 32, by the seed).")
  private int peers;

  @Option(
      names = "--minutes",
      defaultValue = "10",
      description = "How long things happen before they heal (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Override
  public Integer call() throws ExperimentException {
    if (seed.isPresent() == seeds.isPresent()) {
      throw new ExperimentException(64, "give either --seed N or --seeds A..B");
    }
    if (peers != 0 && (peers < 3 || peers > 200)) {
      throw new ExperimentException(64, "--peers " + peers + " is not in 3 to 200");
    }
    if (minutes < 1 || minutes > 1440) {
      throw new ExperimentException(64, "--minutes " + minutes + " is not in 1 to 1440");
    }
    if (seed.isPresent()) {
      return live(seed.get(), true) ? 0 : 1;
    }
    return liveAll(seeds.get());
  }

  private int liveAll(String range) throws ExperimentException {
    long first;
    long last;
    try {
      int dots = range.indexOf("..");
      first = Long.parseLong(range.substring(0, dots));
      last = Long.parseLong(range.substring(dots + 2));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new ExperimentException(64, "--seeds " + range + " is not A..B, such as 1..1000");
    }
    if (first > last) {
      throw new ExperimentException(64, "--seeds " + range + " goes backwards");
    }
    PrintWriter out = spec.commandLine().getOut();
    long broken = 0;
    for (long each = first; each <= last; each++) {
      broken += live(each, false) ? 0 : 1;
      if ((each - first) % 10 == 9) {
        spec.commandLine()
            .getErr()
            .printf("%d of %d seeds, %d broken%n", each - first + 1, last - first + 1, broken);
      }
    }
    out.printf("%d seeds, %d of them with a broken promise%n", last - first + 1, broken);
    return broken == 0 ? 0 : 1;
  }

  private boolean live(long which, boolean told) {
    PrintWriter out = spec.commandLine().getOut();
    FaultScenario.Outcome outcome =
        new FaultScenario(which, peers, Duration.ofMinutes(minutes)).run();
    if (told) {
      outcome.history().forEach(out::println);
    }
    if (told || outcome.violation().isPresent()) {
      out.printf(
          "seed %d: %s (%d turns)%n",
          which, outcome.violation().orElse("all promises kept"), outcome.turns());
      out.flush();
    }
    return outcome.violation().isEmpty();
  }
}
