package org.spamwatch.simulator.cli;

import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Asking;
import org.spamwatch.simulator.detection.Asking.Way;
import org.spamwatch.simulator.detection.OrdinaryExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim ordinary}: how much ordinary mail is answered at home. */
@Command(
    name = "ordinary",
    header = "How much ordinary mail is answered without telling anybody of it.",
    description = {
      "Marks all spam of a corpus at simulated peers that announce it to each other, then checks all",
      "ham, of which none is kept, with every privacy. The corpus is a directory with a",
      "manifest.tsv; docs/experiments.md has its columns."
    },
    footer = "  spamwatch-sim ordinary DIR --peers 8 --out ordinary.json")
final class OrdinaryCommand extends SeededCommand {
  /** Percent of ordinary mail that is to be answered at home. */
  private static final double AT_HOME = 99.8;

  private static final Table<Asking.Row> TABLE =
      WaysTable.of(row -> row.way() != Way.SUMMARY || atHome(row) >= AT_HOME);

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(names = "--peers", description = "Simulated peers (default: ${DEFAULT-VALUE}).")
  private int peers = 8;

  @Override
  void run(Report report) throws ExperimentException, CorpusException {
    inRange("--peers", 2, SimulatedPeers.MOST);
    OrdinaryExperiment.Result result =
        new OrdinaryExperiment(corpus.open(), peers, seed()).run(report.progress());
    report.line(
        "%d spams marked at %d peers, then %d ham mails checked, %d of them with text enough,"
            + " seed %d",
        result.marks(),
        peers,
        result.ham(),
        result.asked(),
        seed());
    report.heading(TABLE);
    for (Asking.Row row : result.rows()) {
      report.row(TABLE, row);
      if (row.way() == Way.SUMMARY) {
        report.line(
            "answered at home: %d of %d (%.3f %%; %.1f %% wanted)",
            row.ham() - row.hamLeft(), row.ham(), atHome(row), AT_HOME);
      }
    }
  }

  private static double atHome(Asking.Row row) {
    return Table.percent(row.ham() - row.hamLeft(), row.ham());
  }
}
