package org.spamwatch.simulator.cli;

import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.OrdinaryExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim ordinary}: how much ordinary mail is answered at home. */
@Command(
    name = "ordinary",
    header = "How much ordinary mail is answered without telling anybody of it.",
    description = {
      "Marks all spam of a corpus at simulated peers that announce it to each other, then checks"
          + " all",
      "ham, of which none is kept. The corpus is a directory with a manifest.tsv;",
      "docs/experiments.md has its columns."
    },
    footer = "  spamwatch-sim ordinary DIR --peers 8 --out ordinary.json")
final class OrdinaryCommand extends SeededCommand {
  /** Percent of ordinary mail that is to be answered at home. */
  private static final double AT_HOME = 99.8;

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Option(names = "--peers", description = "Simulated peers (default: ${DEFAULT-VALUE}).")
  @Range(least = 2, most = SimulatedPeers.MOST)
  private int peers = 8;

  @Override
  void run(Report report) throws CorpusException {
    OrdinaryExperiment.Result result =
        new OrdinaryExperiment(corpus.open(), peers, seed()).run(report.progress());
    report.keep(result);
    double atHome = 100 - Table.percent(result.left(), result.asked());
    report.expect(atHome >= AT_HOME);
    report.line(
        "%d spams marked at %d peers, then %d ham mails checked, %d of them with text enough,"
            + " seed %d",
        result.marks(), peers, result.ham(), result.asked(), seed());
    report.line(
        "answered at home: %d of %d (%.3f %%; %.1f %% wanted); %d of the others called spam",
        result.asked() - result.left(), result.asked(), atHome, AT_HOME, result.calledSpam());
    report.line(
        "%.2f packets and %.0f bytes a check",
        (double) result.packets() / Math.max(1, result.asked()),
        (double) result.bytes() / Math.max(1, result.asked()));
  }
}
