package org.spamwatch.simulator.cli;

import java.util.List;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Padding;
import org.spamwatch.simulator.detection.PaddingExperiment;
import org.spamwatch.simulator.detection.PaddingExperiment.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spamwatch-sim padded}: padding and preferred segments. */
@Command(
    name = "padded",
    header = "How many copies are found to which random text was added.",
    description = {
      "Marks unrelated spams of a corpus, then checks copies of each to which random text was added,",
      "once with the marked mail as it was and once with padding of its own in it."
    },
    footer = "  spamwatch-sim padded DIR --spams 20 --out padded.csv")
final class PaddedCommand extends SeededCommand {
  private static final Table<Result> TABLE =
      new Table<>(PaddedCommand::isWithin)
          .column("padding           ", "%-18s", result -> result.padding().label())
          .column("spams", "%5d", Result::spams)
          .column("of the new mail", "%13.1f %%", result -> percent(result, result.newPadded()))
          .column(
              "of the marked mail too",
              "%20.1f %%",
              result -> percent(result, result.bothPadded()));

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Mixin private MarkedSpams spams = new MarkedSpams();

  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  void run(Report report) throws CorpusException {
    List<Result> results =
        new PaddingExperiment(corpus.open(), spams.count(), peers.count(), seed())
            .run(report.progress());
    report.line("%d peers, seed %d; copies found", peers.count(), seed());
    report.heading(TABLE);
    results.forEach(result -> report.row(TABLE, result));
    report.line("wanted: 99 in 100 of the new mail; of the marked mail too 90 at 5x and 70 at 10x");
  }

  private static double percent(Result result, int found) {
    return 100.0 * found / Math.max(1, result.spams());
  }

  private static boolean isWithin(Result result) {
    double both = percent(result, result.bothPadded());
    return percent(result, result.newPadded()) >= 99
        && (result.padding() != Padding.TIMES_5 || both >= 90)
        && (result.padding() != Padding.TIMES_10 || both >= 70);
  }
}
