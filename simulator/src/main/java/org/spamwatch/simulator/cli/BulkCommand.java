package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.BulkExperiment;
import org.spamwatch.simulator.detection.BulkExperiment.People;
import org.spamwatch.simulator.detection.BulkExperiment.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch-sim bulk}: what of real mail counts as bulk. */
@Command(
    name = "bulk",
    header = "How much spam, and how much wanted mail, is bulk by how many get it.",
    description = {
      "Has a peer count a whole corpus as if it came on one day, and says how much of the half of",
      "each source that is judged is bulk: at all; without what a mailing list names as its own;",
      "without lists and senders met in the other half's ham; and with that ham learnt as own ham.",
      "DIR has a manifest.tsv (docs/experiments.md has its columns), or it is the public",
      "SpamAssassin corpus in the directories easy-ham-1, easy-ham-2, hard-ham-1, spam-1, spam-2."
    },
    footer = "  spamwatch-sim bulk DIR --ham OTHER --out bulk.csv")
final class BulkCommand extends ExperimentCommand {
  private static final Table<Row> TABLE =
      new Table<Row>()
          .column("label", "%-5s", row -> row.spam() ? "spam" : "ham")
          .column("source                  ", "%-24s", Row::source)
          .column(" judged", "%7d", Row::asked)
          .column("  bulk", "%6d", Row::bulk)
          .column("     %", "%6.1f", row -> Table.percent(row.bulk(), row.asked()))
          .column("no list", "%7d", Row::withoutList)
          .column("not known", "%9d", Row::unlisted)
          .column("own ham learnt", "%14d", Row::notHam);

  @Parameters(paramLabel = "DIR", description = "The corpus.")
  private Path directory = Path.of("");

  @Option(
      names = "--ham",
      paramLabel = "OTHER",
      description = "A directory of directories of mails that are all ham.")
  private Optional<Path> ham = Optional.empty();

  @Option(
      names = "--people",
      description =
          "Who gets a mail: mail: each somebody else; mailbox: those of one mailbox one person"
              + " (default: ${DEFAULT-VALUE}).")
  private People people = People.MAIL;

  @Option(names = "--threshold", description = "t (default: ${DEFAULT-VALUE}).")
  @Range(least = 20, most = 31)
  private int threshold = 20;

  @Option(names = "--cells", description = "Counters of the peer (default: ${DEFAULT-VALUE}).")
  @Range(least = 8_000, most = 64_000_000)
  private int cells = 32_000_000;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws CorpusException, InterruptedException {
    List<Row> rows =
        new BulkExperiment(directory, ham, people, threshold, cells, threads.number())
            .run(report.progress());
    report.heading(TABLE);
    for (Row row : rows) {
      report.row(TABLE, row);
    }
    for (boolean spam : new boolean[] {true, false}) {
      report.line("%s: %s", spam ? "spam" : "ham", sum(rows, spam));
    }
  }

  private static String sum(List<Row> rows, boolean spam) {
    List<Row> some = rows.stream().filter(row -> row.spam() == spam).toList();
    return "%d judged, %d bulk, %d without a list, %d not known, %d with own ham learnt"
        .formatted(
            some.stream().mapToInt(Row::asked).sum(),
            some.stream().mapToInt(Row::bulk).sum(),
            some.stream().mapToInt(Row::withoutList).sum(),
            some.stream().mapToInt(Row::unlisted).sum(),
            some.stream().mapToInt(Row::notHam).sum());
  }
}
