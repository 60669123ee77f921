package org.spamwatch.simulator.cli;

import java.util.Map;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Modification;
import org.spamwatch.simulator.detection.ModifiedExperiment;
import org.spamwatch.simulator.processes.ProcessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spamwatch-sim modified}: changed copies of marked spam. */
@Command(
    name = "modified",
    header = "How many copies of marked spam are found, changed in 20 ways.",
    description = {
      "Marks unrelated spams of a corpus, then checks copies of each that are changed in 20 ways, and",
      "asks rivals about the same copies. The corpus is a directory with a manifest.tsv."
    },
    footer = "  spamwatch-sim modified DIR --spams 20 --rivals rspamd --out modified.csv")
final class ModifiedCommand extends SeededCommand {
  /** Percent to be found; one word in ten may be missed a little more often. */
  private static final double REACH = 99;

  private static final double REACH_WORDS_10 = 97;

  /** Copies changed in one way, and how many of them each system found. */
  private record Row(String change, int spams, Map<String, Integer> found) {
    double percent(String system) {
      return 100.0 * found.getOrDefault(system, 0) / Math.max(1, spams);
    }

    double reach() {
      return change.equals(Modification.WORDS_10.label()) ? REACH_WORDS_10 : REACH;
    }

    boolean isReached() {
      return 100.0 * found.getOrDefault("spamwatch", 0) >= reach() * spams;
    }
  }

  @Mixin private CorpusDirectory corpus = new CorpusDirectory();

  @Mixin private MarkedSpams spams = new MarkedSpams();

  @Mixin private ReferenceFiltersOption rivals = new ReferenceFiltersOption();

  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  void run(Report report) throws CorpusException, ProcessException {
    ModifiedExperiment.Result result =
        new ModifiedExperiment(corpus.open(), spams.count(), peers.count(), seed())
            .run(rivals.names(), report.progress());
    Table<Row> table =
        new Table<>(Row::isReached).column(String.format("%-42s", "change"), "%-42s", Row::change);
    result.found().values().stream()
        .limit(1)
        .flatMap(found -> found.keySet().stream())
        .forEach(
            system ->
                table.column(system, "%" + system.length() + ".1f", row -> row.percent(system)));
    table.column(
        "within?", "%s", row -> row.isReached() ? "yes" : "no, " + row.reach() + " wanted");
    report.line(
        "%d spams, %d peers, seed %d; copies found in %%", result.spams(), peers.count(), seed());
    report.heading(table);
    result
        .found()
        .forEach(
            (change, found) -> report.row(table, new Row(change.label(), result.spams(), found)));
    report.expect(result.spams() == spams.count());
  }
}
