package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.fingerprint.Edit;
import org.spamwatch.simulator.fingerprint.Edit.Kind;
import org.spamwatch.simulator.fingerprint.RobustnessExperiment;
import org.spamwatch.simulator.plot.Plot;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class RobustnessCommand extends PlottedCommand {
  private static final double MOST = .004;

  private static final int EDITS = 3;

  /** For each edit: two models, two kinds of trials. */
  private static final int CURVES = 4;

  private record Row(
      int characters, Kind kind, int length, int places, RobustnessExperiment.Row at) {}

  @Option(
      names = "--characters",
      split = ",",
      description = "Characters of a text (default: ${DEFAULT-VALUE}).")
  @Range(least = 200, most = 1_000_000)
  private List<Integer> characters = List.of(1024, 5120);

  @Option(
      names = "--kinds",
      split = ",",
      description = "Of edits: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private List<Kind> kinds = List.of(Kind.UPDATE, Kind.INSERT, Kind.DELETE);

  @Option(names = "--trials", description = "Texts of each row (default: ${DEFAULT-VALUE}).")
  @Range(least = 1, most = 10_000_000)
  private int trials = 200_000;

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  void run(Report report) throws ExperimentException, InterruptedException {
    Table<Row> table =
        new Table<Row>(this::isWithin)
            .column("characters", "%10d", Row::characters)
            .column("edit  ", "%-6s", row -> name(row.kind()))
            .column("places x length", "%15s", row -> row.places() + " x " + row.length())
            .column("THRES", "%5d", row -> row.at().thres())
            .column("paper", "%7.5f", row -> row.at().paper())
            .column("exact", "%7.5f", row -> row.at().exact())
            .column("tried", "%7.5f", row -> row.at().tried())
            .column("rabin50", "%7.5f", row -> row.at().rabin50())
            .within("within?", "%s");
    report.heading(table);
    int edits = EDITS * kinds.size();
    Units units = report.units(characters.stream().mapToDouble(size -> size * edits).sum());
    List<Panel> panels = new ArrayList<>();
    for (int size : characters) {
      for (Kind kind : kinds) {
        List<Curve> curves = new ArrayList<>();
        for (Edit edit :
            List.of(new Edit(kind, 10, 1), new Edit(kind, 50, 1), new Edit(kind, 5, 5))) {
          List<RobustnessExperiment.Row> found =
              units.run(
                  String.format(
                      Locale.ROOT,
                      "%d characters, %s %d x %d",
                      size,
                      name(kind),
                      edit.places(),
                      edit.length()),
                  size,
                  new TypeReference<>() {},
                  () ->
                      new RobustnessExperiment(size, edit, trials, threads.number(), seed()).run());
          found.forEach(
              at -> report.row(table, new Row(size, kind, edit.length(), edit.places(), at)));
          curves.addAll(curves(edit, curves.size() / CURVES, found));
        }
        panels.add(
            new Panel(
                String.format(Locale.ROOT, "%s, %,d characters", name(kind), size),
                new Axis("THRES, of 10 fingerprints", false, 1, 10),
                new Axis("probability that as many survive", false, 0, 1),
                Optional.empty(),
                curves));
      }
    }
    report.plot(
        new Plot("Fingerprints that survive an edit: model and trials", kinds.size(), panels));
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** The curves of an edit; with the first, what each kind of them is. */
  private List<Curve> curves(Edit edit, int number, List<RobustnessExperiment.Row> found) {
    String what =
        edit.places() == 1
            ? edit.length() + " characters"
            : edit.places() + " times " + edit.length() + " characters";
    boolean isFirst = number == 0;
    return List.of(
        new Curve(
            what + ", exact model",
            Style.LINE,
            number,
            points(found, RobustnessExperiment.Row::exact, false)),
        new Curve(
            isFirst ? "the same by the paper's Eqs. 1-4" : "",
            Style.BROKEN,
            number,
            points(found, RobustnessExperiment.Row::paper, false)),
        new Curve(
            isFirst ? "the same by trials (bars: sd)" : "",
            Style.CIRCLES,
            number,
            points(found, RobustnessExperiment.Row::tried, true)),
        new Curve(
            isFirst ? "the same by rabin50" : "",
            Style.CROSSES,
            number,
            points(found, RobustnessExperiment.Row::rabin50, true)));
  }

  private List<Point> points(
      List<RobustnessExperiment.Row> found,
      ToDoubleFunction<RobustnessExperiment.Row> value,
      boolean isTried) {
    return found.stream()
        .map(
            at -> {
              double share = value.applyAsDouble(at);
              double deviation = isTried ? Math.sqrt(share * (1 - share) / trials) : 0;
              return new Point(at.thres(), share, deviation);
            })
        .toList();
  }

  private boolean isWithin(Row row) {
    double exact = row.at().exact();
    double deviation = Math.sqrt(Math.max(exact * (1 - exact), 1.0 / trials) / trials);
    return Math.abs(exact - row.at().tried()) < Math.max(MOST, 5 * deviation);
  }
}
