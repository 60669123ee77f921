package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.SplitExperiment;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.statistics.AccuracyExperiment;
import org.spamwatch.simulator.statistics.AccuracyExperiment.PaperFigure;
import org.spamwatch.simulator.statistics.AccuracyExperiment.Row;
import org.spamwatch.simulator.statistics.CalibrationExperiment;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Drift;
import org.spamwatch.simulator.statistics.CalibrationExperiment.Reliability;
import org.spamwatch.simulator.statistics.GoodWordsExperiment;
import org.spamwatch.simulator.statistics.Halves;
import org.spamwatch.simulator.statistics.Learnt;
import org.spamwatch.simulator.statistics.SpeedExperiment;
import org.spamwatch.simulator.statistics.TogetherExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim statistics}: HAI's section IV, and what the filter says of real mail. */
@Command(
    name = "statistics",
    header = "The statistical filter on real mail, beside exact twins and bogofilter (HAI).",
    description = {
      "Learns one half of the public SpamAssassin corpus, of matched list mail (as much spam as ham",
      "of each list and year), or of both apart, and asks about the other: Table I and Figs. 10 to",
      "19 of the paper, the share of spam that votes and statistics find together, thresholds, and",
      "what changes with the years and under attack. Filters are filled up to the paper's number of",
      "tokens. Exit code 1: an approximate filter calls more ham spam than bogofilter does, or what",
      "else is printed as wanted is not reached."
    },
    footer =
        "  spamwatch-sim statistics --spamassassin DIR --corpus DIR --rivals bogofilter,qsf"
            + " --plot hai.svg")
final class StatisticsCommand extends PlottedCommand {
  /** What can be run alone. */
  enum Topic {
    TABLE,
    ACCURACY,
    TOGETHER,
    SPEED,
    CALIBRATION,
    ATTACK
  }

  private static final List<Topic> DRAWN = List.of(Topic.ACCURACY, Topic.CALIBRATION, Topic.ATTACK);

  @Option(
      names = "--spamassassin",
      paramLabel = "DIR",
      description =
          "The public SpamAssassin corpus, in easy-ham-1, easy-ham-2, hard-ham-1, spam-1"
              + " and spam-2.")
  private Optional<Path> spamAssassin = Optional.empty();

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description = "A corpus with a manifest, of which mailboxes with spam and ham are taken.")
  private Optional<Path> corpus = Optional.empty();

  @Option(
      names = "--swapped",
      description = "Learns the halves that are asked about otherwise, and asks about the others.")
  private boolean isSwapped;

  @Option(
      names = "--only",
      paramLabel = "TOPIC",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES} (default: all).")
  private List<Topic> only = List.of(Topic.values());

  @Option(
      names = "--tokens",
      description = "With which filters are filled up (default: ${DEFAULT-VALUE}, the paper's).")
  @Range(least = 1_000, most = 10_000_000)
  private int tokens = 320_976;

  @Option(
      names = "--rivals",
      split = ",",
      paramLabel = "NAME",
      description = "Also asks these, which must be installed: bogofilter, qsf.")
  private List<String> rivals = new ArrayList<>();

  @Mixin private ThreadsOption threads = new ThreadsOption();
  @Mixin private SimulatedPeers peers = new SimulatedPeers();

  @Override
  void run(Report report)
      throws ExperimentException, CorpusException, ProcessException, InterruptedException {
    if (plotPath().isPresent() && Collections.disjoint(only, DRAWN)) {
      throw new ExperimentException(
          64, "--plot draws what ACCURACY, CALIBRATION and ATTACK show: have one of them run, too");
    }
    List<Learnt> data = data(report);
    StatisticsTables tables = new StatisticsTables(report);
    Map<PaperFigure, List<Row>> figures = new EnumMap<>(PaperFigure.class);
    Units units = report.units(data.size() * (double) PaperFigure.values().length);
    for (Learnt learnt : data) {
      AccuracyExperiment experiment = new AccuracyExperiment(learnt, tokens, seed());
      for (PaperFigure figure : PaperFigure.values()) {
        if (only.contains(figure == PaperFigure.TABLE_I ? Topic.TABLE : Topic.ACCURACY)) {
          List<Row> rows =
              units.run(
                  learnt.name() + ", " + figure,
                  1,
                  new TypeReference<>() {},
                  () -> rows(experiment, figure));
          tables.accuracy(rows);
          figures.computeIfAbsent(figure, any -> new ArrayList<>()).addAll(rows);
        }
      }
    }
    if (only.contains(Topic.TOGETHER) && spamAssassin.isPresent()) {
      tables.together(
          new TogetherExperiment(split(spamAssassin.get()), data.get(0), seed())
              .run(peers.count()));
    }
    List<Panel> panels = new ArrayList<>();
    for (Learnt learnt : data) {
      if (only.contains(Topic.SPEED)) {
        new SpeedExperiment(learnt, tokens, seed())
            .run(rivals, tables.speed(), line -> report.line("%s", line));
      }
      if (only.contains(Topic.CALIBRATION)) {
        CalibrationExperiment experiment = new CalibrationExperiment(learnt, seed());
        List<Reliability> reliability = experiment.reliability();
        tables.calibration(experiment.thresholds(), reliability);
        panels.add(CalibrationPlot.reliability(reliability));
        List<Drift> drift = experiment.drift();
        tables.drift(drift);
        CalibrationPlot.drift(drift).ifPresent(panels::add);
        tables.cascades(experiment.cascades());
      }
      if (only.contains(Topic.ATTACK)) {
        List<GoodWordsExperiment.Row> words = new GoodWordsExperiment(learnt, seed()).run();
        tables.goodWords(words);
        panels.add(CalibrationPlot.words(words));
      }
    }
    if (!Collections.disjoint(only, DRAWN)) {
      report.plot(StatisticsPlot.of(figures, panels));
    }
  }

  private static List<Row> rows(AccuracyExperiment experiment, PaperFigure figure)
      throws ExperimentException, InterruptedException {
    try {
      return experiment.rows(figure);
    } catch (CorpusException e) {
      throw new ExperimentException(65, String.valueOf(e.getMessage()));
    } catch (ProcessException e) {
      throw new ExperimentException(70, String.valueOf(e.getMessage()));
    }
  }

  private List<Learnt> data(Report report)
      throws ExperimentException, CorpusException, InterruptedException {
    if (spamAssassin.isEmpty() && corpus.isEmpty()) {
      throw new ExperimentException(64, "give mail to be learnt: --spamassassin DIR, --corpus DIR");
    }
    Learnt.Settings settings =
        new Learnt.Settings(rivals, threads.number(), seed(), report.progress());
    List<Learnt> data = new ArrayList<>();
    if (spamAssassin.isPresent()) {
      data.add(Learnt.of(turned(Halves.spamAssassin(spamAssassin.get())), settings));
    }
    if (corpus.isPresent()) {
      Halves matched = Halves.matched(Corpus.open(corpus.get().toAbsolutePath()));
      data.add(Learnt.of(turned(matched), settings));
    }
    return data;
  }

  private Halves turned(Halves halves) {
    return isSwapped ? halves.swapped() : halves;
  }

  private SplitExperiment split(Path directory) throws CorpusException {
    SplitExperiment even = SplitExperiment.even(directory);
    return isSwapped ? even.swapped() : even;
  }
}
