package org.spamwatch.simulator.cli;

import javax.management.JMException;
import org.spamwatch.simulator.memory.MessagesExperiment;
import org.spamwatch.simulator.memory.MessagesExperiment.Kind;
import org.spamwatch.simulator.memory.MessagesExperiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim messages}: what many messages take of a peer. */
@Command(
    name = "messages",
    header = "The heap and the turns that many messages take of a peer.",
    description = {
      "Has a lone peer load messages of own voters, publish them and hold all of their features,",
      "in virtual time and without a disk. The exit code is 0 if those asked for are found and, of",
      "10,000 or more, a message takes no more heap than is to be reached."
    },
    footer = "  spamwatch-sim messages --count 100000 --out messages.json")
final class MessagesCommand extends SeededCommand {
  private static final int REACH = 2_000;

  /** With fewer, what any peer remembers of the last messages on its links is most of the heap. */
  private static final int FEWEST_JUDGED = 10_000;

  private static final Table<Result> TABLE =
      new Table<Result>()
          .column("messages", "%8d", Result::messages)
          .column("keys", "%4d", Result::keys)
          .column("bytes each", "%10.0f", Result::bytes)
          .column("records", "%9d", Result::records)
          .column("found of 100", "%12d", Result::found)
          .column("loaded, ms", "%10.0f", Result::loadMillis)
          .column("longest turn, ms", "%16.1f", Result::longestMillis);

  private static final Table<Kind> KINDS =
      new Table<Kind>()
          .column("bytes each", "%10.1f", Kind::bytes)
          .column("objects each", "%12.2f", Kind::objects)
          .column("class", "%s", Kind::type);

  @Option(names = "--count", description = "Messages (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 10_000_000)
  private int count = 50_000;

  @Option(names = "--keys", description = "Keys of each vector (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 64)
  private int keys = 40;

  @Override
  void run(Report report) throws ExperimentException {
    try {
      Result result =
          new MessagesExperiment(count, keys, seed())
              .run(report.progress(), kind -> report.line("%s", KINDS.line(kind)));
      report.heading(TABLE);
      report.row(TABLE, result);
      if (count < FEWEST_JUDGED) {
        report.line(
            "bytes are judged from %d messages on: a peer's memory of the last hops, of up to 1.3"
                + " MB, is among them",
            FEWEST_JUDGED);
      }
      report.expect(count < FEWEST_JUDGED || result.bytes() <= REACH);
      report.expect(result.found() == 100);
    } catch (JMException e) {
      throw new ExperimentException(70, "this Java tells no class histogram: " + e.getMessage());
    }
  }
}
