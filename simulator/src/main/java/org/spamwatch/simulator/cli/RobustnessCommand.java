package org.spamwatch.simulator.cli;

import java.util.List;
import java.util.Locale;
import org.spamwatch.simulator.fingerprint.Edit;
import org.spamwatch.simulator.fingerprint.Edit.Kind;
import org.spamwatch.simulator.fingerprint.RobustnessExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim robustness}: Fig. 7 and Appendix A of the SpamWatch paper. */
@Command(
    name = "robustness",
    header = "How many fingerprints of a text survive an edit (the paper's Fig. 7).",
    description = {
      "Edits random texts and compares their vectors before and after, of fingerprints in random",
      "order and of rabin50, beside the paper's model (Appendix A) and the exact one. Exit code 1:",
      "what was tried with the former differs from the exact model by .004 or more (for fewer",
      "trials: by five standard deviations)."
    },
    footer = "  spamwatch-sim robustness --characters 1024 --kinds insert --trials 20000")
final class RobustnessCommand extends SeededCommand {
  private static final double MOST = .004;

  private record Row(
      int characters, Kind kind, int length, int places, RobustnessExperiment.Row at) {}

  @Option(
      names = "--characters",
      split = ",",
      description = "Characters of a text (default: ${DEFAULT-VALUE}).")
  private List<Integer> characters = List.of(1024, 5120);

  @Option(
      names = "--kinds",
      split = ",",
      description = "Of edits: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private List<Kind> kinds = List.of(Kind.UPDATE, Kind.INSERT, Kind.DELETE);

  @Option(names = "--trials", description = "Texts of each row (default: ${DEFAULT-VALUE}).")
  private int trials = 200_000;

  @Override
  void run(Report report) throws ExperimentException {
    inRange("--characters", 200, 1_000_000);
    inRange("--trials", 1, 10_000_000);
    Table<Row> table =
        new Table<Row>(this::isWithin)
            .column("characters", "%10d", Row::characters)
            .column("edit  ", "%-6s", row -> row.kind().name().toLowerCase(Locale.ROOT))
            .column("places x length", "%15s", row -> row.places() + " x " + row.length())
            .column("THRES", "%5d", row -> row.at().thres())
            .column("paper", "%7.5f", row -> row.at().paper())
            .column("exact", "%7.5f", row -> row.at().exact())
            .column("tried", "%7.5f", row -> row.at().tried())
            .column("rabin50", "%7.5f", row -> row.at().rabin50())
            .within("within?", "%s");
    report.heading(table);
    for (int size : characters) {
      for (Kind kind : kinds) {
        for (Edit edit :
            List.of(new Edit(kind, 10, 1), new Edit(kind, 50, 1), new Edit(kind, 5, 5))) {
          report.progress().accept(size + " characters, " + edit);
          new RobustnessExperiment(size, edit, trials, seed())
              .run()
              .forEach(
                  at -> report.row(table, new Row(size, kind, edit.length(), edit.places(), at)));
        }
      }
    }
  }

  private boolean isWithin(Row row) {
    double exact = row.at().exact();
    double deviation = Math.sqrt(Math.max(exact * (1 - exact), 1.0 / trials) / trials);
    return Math.abs(exact - row.at().tried()) < Math.max(MOST, 5 * deviation);
  }
}
