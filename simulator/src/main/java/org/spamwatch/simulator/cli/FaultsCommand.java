package org.spamwatch.simulator.cli;

import java.time.Duration;
import java.util.Optional;
import org.spamwatch.simulator.virtual.FaultScenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim faults}: random histories of a network, replayed from their seed. */
@Command(
    name = "faults",
    header = "Lives random histories of faults, and checks what must hold.",
    description = {
      "Lives random histories of a network of whole peers: loss, delay, repetition, crashes with and",
      "without the disk, partitions one way and both, slow and stopped peers, wrong clocks, power",
      "cuts. Checks what must hold after every event and, once all has healed, what is promised.",
      "One seed is replayed with its history."
    },
    footer = {"  spamwatch-sim faults --seed 7", "  spamwatch-sim faults --seeds 1..100"})
final class FaultsCommand extends ExperimentCommand {
  private record Row(long seed, String violation, long turns) {}

  @Option(names = "--seed", description = "The history to replay and print.")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--seeds", paramLabel = "A..B", description = "The histories to live, A to B.")
  private Optional<String> seeds = Optional.empty();

  @Option(
      names = "--peers",
      description = "Peers at the beginning (default: 3 to 32, by the seed).")
  @Range(least = 3, most = 200)
  private Optional<Integer> peers = Optional.empty();

  @Option(
      names = "--minutes",
      description = "How long things happen before they heal (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1440)
  private int minutes = 10;

  @Option(
      names = "--announce",
      description = "Peers announce to each other what their voters call spam.")
  private boolean announcing;

  @Override
  void run(Report report) throws ExperimentException {
    if (seed.isPresent() == seeds.isPresent()) {
      throw new ExperimentException(64, "give either --seed N or --seeds A..B");
    }
    if (seed.isPresent()) {
      live(seed.get(), true, report);
    } else {
      liveAll(seeds.get(), report);
    }
  }

  private void liveAll(String range, Report report) throws ExperimentException {
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
    long all = last - first + 1;
    long broken = 0;
    for (long lived = 1; lived <= all; lived++) {
      broken += live(first + lived - 1, false, report) ? 0 : 1;
      if (lived % 10 == 0) {
        report.progress().accept(lived + " of " + all + " seeds, " + broken + " broken");
      }
    }
    report.line("%d seeds, %d of them with a broken promise", all, broken);
  }

  private boolean live(long which, boolean told, Report report) {
    FaultScenario.Outcome outcome =
        new FaultScenario(which, peers.orElse(0), Duration.ofMinutes(minutes), announcing).run();
    if (told) {
      outcome.history().forEach(line -> report.line("%s", line));
    }
    if (told || outcome.violation().isPresent()) {
      report.line(
          "seed %d: %s (%d turns)",
          which, outcome.violation().orElse("all promises kept"), outcome.turns());
    }
    report.keep(new Row(which, outcome.violation().orElse(""), outcome.turns()));
    report.expect(outcome.violation().isEmpty());
    return outcome.violation().isEmpty();
  }
}
