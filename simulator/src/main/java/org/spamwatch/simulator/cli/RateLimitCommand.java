package org.spamwatch.simulator.cli;

import org.spamwatch.simulator.memory.RateLimitExperiment;
import org.spamwatch.simulator.memory.RateLimitExperiment.Missed;
import org.spamwatch.simulator.memory.RateLimitExperiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim ratelimit}: what rate limits for mail servers take, and what they miss. */
@Command(
    name = "ratelimit",
    header = "Memory and processor time of rate limits, and Finch's table.",
    description = {
      "Counts recipients of senders as a peer does for mail servers: a hundredth of the senders",
      "has as many as the limit permits, the others one to four. Then how often a new recipient is",
      "taken for a repeat, beside Finch's numbers. The exit code is 0 if memory and processor time",
      "are within what is to be reached, nobody gave way, and nobody is missed more often."
    },
    footer = "  spamwatch-sim ratelimit --keys 1000000 --limit 100 --out ratelimit.json")
final class RateLimitCommand extends SeededCommand {
  private static final double MEBIBYTE = 1 << 20;
  private static final int MOST_MEBIBYTES = 64;
  private static final double MOST_MICROS = 5;

  /** Beyond what is expected: four standard errors and one. */
  private static final double ERRORS = 4;

  private static final Table<Result> TABLE =
      new Table<Result>(RateLimitCommand::isReached)
          .column("    keys", "%,8d", Result::keys)
          .column(" messages", "%,9d", Result::messages)
          .column("MiB told", "%8.1f", result -> result.bytes() / MEBIBYTE)
          .column("MiB of heap", "%11.1f", result -> result.heapBytes() / MEBIBYTE)
          .column("us a message", "%12.2f", Result::cpuMicros)
          .column("gave way", "%8d", Result::forgotten)
          .column("at limit", "%8d", Result::atLimit)
          .column("over", "%4d", Result::over)
          .within("within?", "%-7s");

  private static final Table<Missed> MISSED =
      new Table<Missed>(RateLimitCommand::isExpected)
          .column("rate/limit", "%10.2f", Missed::rate)
          .column("probes", "%6d", Missed::probes)
          .column("missed", "%6d", Missed::missed)
          .column("share    ", "%9.6f", Missed::share)
          .column("Finch    ", "%9.6f", Missed::expected)
          .within("within?", "%-7s");

  @Option(names = "--keys", description = "Senders (default: ${DEFAULT-VALUE}).")
  @Range(least = 100, most = 1_000_000)
  private int keys = 1_000_000;

  @Option(
      names = "--limit",
      description = "Recipients permitted in an hour (default: ${DEFAULT-VALUE}).")
  @Range(least = 10, most = 1_000)
  private int limit = 100;

  @Override
  void run(Report report) {
    RateLimitExperiment experiment = new RateLimitExperiment(keys, limit, seed());
    report.heading(TABLE);
    report.row(TABLE, experiment.run(report.progress()));
    report.heading(MISSED);
    experiment.missed().forEach(each -> report.row(MISSED, each));
  }

  private static boolean isReached(Result result) {
    return result.bytes() <= MOST_MEBIBYTES * MEBIBYTE
        && result.heapBytes() <= MOST_MEBIBYTES * MEBIBYTE
        && result.cpuMicros() <= MOST_MICROS
        && result.forgotten() == 0;
  }

  private static boolean isExpected(Missed missed) {
    double expected = missed.expected() * missed.probes();
    return missed.missed() <= expected + ERRORS * Math.sqrt(expected) + 1;
  }
}
