package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import java.util.Locale;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.SplitExperiment;
import org.spamwatch.simulator.detection.SplitExperiment.Row;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch-sim split}: half of a public corpus known, the other half asked about. */
@Command(
    name = "split",
    header = "What is caught of one half of a corpus after the other was marked.",
    description = {
      "Marks one half of the spam of the public SpamAssassin corpus and keeps one half of its ham,",
      "then asks about the rest, and asks rivals the same. DIR holds the directories easy-ham-1,",
      "easy-ham-2, hard-ham-1, spam-1 and spam-2."
    },
    footer = "  spamwatch-sim split DIR --hard --out split.csv")
final class SplitCommand extends SeededCommand {
  /** Ham that may be called spam on the hard split. */
  private static final int HARD_HAM = 4;

  @Parameters(paramLabel = "DIR", description = "The corpus.")
  private Path directory = Path.of("");

  @Option(names = "--hard", description = "Only easy-ham-1 is known; hard ham is asked about.")
  private boolean hard;

  @Mixin private ReferenceFiltersOption rivals = new ReferenceFiltersOption();

  @Mixin private KeepLookalikesOption lookalikes = new KeepLookalikesOption();
  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  void run(Report report) throws CorpusException, ProcessException {
    SplitExperiment split =
        hard ? SplitExperiment.hard(directory) : SplitExperiment.even(directory);
    SplitExperiment.Result result =
        split.run(peers.count(), seed(), lookalikes.kept(), rivals.names(), report.progress());
    report.line(
        "%s split: %d spams marked, %d ham mails kept; asked about %d spams and %d ham mails",
        split.name(), split.marked().size(), split.kept().size(), result.spam(), result.ham());
    result.hashed().ifPresent(hashed -> report.line("rspamd can hash %d of the spams", hashed));
    Table<Row> table =
        new Table<Row>()
            .column("system      ", "%-12s", Row::system)
            .column(
                "spam caught     ",
                "%6d %7.2f %%",
                Row::spamCaught,
                row -> Table.percent(row.spamCaught(), row.spam()))
            .column(
                "of what rspamd can hash",
                "%23s",
                row -> result.hashed().isEmpty() ? "-" : ofHashed(row))
            .column("ham called spam", "%d", Row::hamCalledSpam);
    report.heading(table);
    result.rows().forEach(row -> report.row(table, row));
    report.expect(result.rows().get(0).hamCalledSpam() <= (hard ? HARD_HAM : 0));
  }

  private static String ofHashed(Row row) {
    return String.format(
        Locale.ROOT,
        "%d %7.2f %%",
        row.hashedCaught(),
        Table.percent(row.hashedCaught(), row.hashed()));
  }
}
