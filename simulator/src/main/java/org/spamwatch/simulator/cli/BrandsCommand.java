package org.spamwatch.simulator.cli;

import java.nio.file.Path;
import java.util.List;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.BrandsExperiment;
import org.spamwatch.simulator.detection.BrandsExperiment.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch-sim brands}: real mail of brands after copies of it were marked. */
@Command(
    name = "brands",
    header = "What becomes of a brand's real mail when phishing mails that copy it are marked.",
    description = {
      "Makes phishing mails of real mails with pages, in several ways: the page stays, the name,",
      "amounts and links are changed, and another sender sends it. One copy of each is marked at a",
      "site without own ham; then the real mail is compared with it, without and with proof of its",
      "sender, others of the same sender, and the copy changed again. DIR is a directory of",
      "directories of mails that are all ham."
    },
    footer = "  spamwatch-sim brands DIR --out brands.csv")
final class BrandsCommand extends SeededCommand {
  /** Of forty real mails, how many may be called spam. */
  private static final int REAL = 2;

  private static final int FORTY = 40;

  /** Percent of the copies changed again that are to be found. */
  private static final double FOUND = 95;

  @Parameters(paramLabel = "DIR", description = "The mails.")
  private Path directory = Path.of("");

  @Option(
      names = "--pairs",
      description = "Real mails that are copied (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 1_000)
  private int pairs = FORTY;

  @Override
  void run(Report report) throws CorpusException {
    List<Row> rows = new BrandsExperiment(directory, pairs, seed()).run(report.progress());
    Table<Row> table =
        new Table<Row>(BrandsCommand::isWithin)
            .column("copied by changing     ", "%-23s", Row::way)
            .column("pairs", "%5d", Row::pairs)
            .column("real mail called spam", "%21d", Row::real)
            .column("sender proven", "%13d", Row::proven)
            .column("others of the sender", "%8d of %8d", Row::othersCalled, Row::others)
            .column("copies found", "%10.1f %%", row -> Table.percent(row.found(), row.pairs()))
            .within("within?", "%s");
    report.line("seed %d", seed());
    report.heading(table);
    rows.forEach(row -> report.row(table, row));
    report.line(
        "wanted: at most %d real mails in %d called spam, none with proof; %.0f %% of the copies",
        REAL, FORTY, FOUND);
  }

  private static boolean isWithin(Row row) {
    return row.real() * FORTY <= REAL * row.pairs()
        && row.proven() == 0
        && Table.percent(row.found(), row.pairs()) >= FOUND;
  }
}
