package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.statistics.Calibration;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.CountTable;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.SpamminessLookup;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.Thresholds;

/**
 * What a filter's indicators mean, on one corpus of which half is learnt: how many mails of an
 * indicator are spam, by cross-validation of what was learnt and of what was not; what becomes of a
 * filter that stops learning in a year; and what an <em>unsure</em> mail gains by a heavier filter
 * (HAI, section IV-B).
 */
public final class CalibrationExperiment {
  private static final int BINS = 10;
  private static final int LEAST_MAILS = 30;

  private final Learnt learnt;
  private final FilterTrainer.Trained trained;

  /**
   * Mails of indicators within bounds.
   *
   * @param mails which: those that were learnt, by cross-validation, or those that were not
   * @param meanIndicator of them
   * @param spam the share of them that is spam
   */
  public record Reliability(
      String data,
      String mails,
      double from,
      double to,
      int count,
      double meanIndicator,
      double spam) {}

  /**
   * A filter of what came before a year, asked about the mail of a year.
   *
   * @param until the last year that was learnt
   * @param asked the year of the mails
   */
  public record Drift(
      String data,
      String until,
      String asked,
      int learntSpam,
      int learntHam,
      int spam,
      int caught,
      int ham,
      int falsePositives) {}

  /**
   * Filters in turn: the second is asked what the first is unsure of.
   *
   * @param handedOn mails of which the first is unsure
   * @param stillUnsure of these, those of which the second is unsure too
   */
  public record Cascade(
      String data,
      String first,
      String second,
      int mails,
      int handedOn,
      int stillUnsure,
      int spam,
      int caught,
      int ham,
      int falsePositives) {}

  /** An experiment on one corpus. */
  public CalibrationExperiment(Learnt learnt, long seed) {
    this.learnt = learnt;
    trained =
        new FilterTrainer(FilterParameters.DEFAULT)
            .train(
                learnt.counts(),
                learnt.trained().stream().map(HashedMail::marked).toList(),
                0,
                seed);
  }

  /** Thresholds as they are chosen on what was learnt. */
  public Thresholds thresholds() {
    return trained.filter().thresholds();
  }

  /** A reliability diagram of each half. */
  public List<Reliability> reliability() {
    Judge judge = Judge.of(trained.filter());
    Calibration ofAsked = new Calibration();
    for (HashedMail mail : learnt.asked()) {
      ofAsked.add(Indicators.indicator(judge, mail), mail.isSpam());
    }
    List<Reliability> rows = new ArrayList<>();
    add("learnt, cross-validated", trained.calibration(), rows);
    add("asked", ofAsked, rows);
    return rows;
  }

  private void add(String mails, Calibration calibration, List<Reliability> rows) {
    for (Calibration.Bin bin : calibration.reliability(BINS)) {
      rows.add(
          new Reliability(
              learnt.name(),
              mails,
              bin.from(),
              bin.to(),
              bin.mails(),
              bin.meanIndicator(),
              bin.mails() == 0 ? 0 : bin.spam() / (double) bin.mails()));
    }
  }

  /** Each year that mail is left of, after each year before it, and after itself. */
  public List<Drift> drift() {
    TreeSet<String> years = new TreeSet<>();
    learnt.asked().forEach(mail -> years.add(Halves.year(mail.mail())));
    List<Drift> rows = new ArrayList<>();
    for (String until : years) {
      List<HashedMail> before =
          learnt.trained().stream()
              .filter(mail -> Halves.year(mail.mail()).compareTo(until) <= 0)
              .toList();
      CountTable counts = Dictionary.of(before);
      if (counts.spamMails() < LEAST_MAILS || counts.hamMails() < LEAST_MAILS) {
        continue;
      }
      SpamminessLookup exact = SpamminessLookup.exact(counts, Combination.DEFAULT);
      for (String year : years.tailSet(until)) {
        List<HashedMail> asked =
            learnt.asked().stream().filter(mail -> Halves.year(mail.mail()).equals(year)).toList();
        Indicators said =
            Indicators.of(AccuracyExperiment.exactly(Combination.DEFAULT, exact), asked);
        if (said.spam() >= LEAST_MAILS && said.ham() >= LEAST_MAILS) {
          double threshold = Combination.DEFAULT.thresholds().spam();
          rows.add(
              new Drift(
                  learnt.name(),
                  until,
                  year,
                  counts.spamMails(),
                  counts.hamMails(),
                  said.spam(),
                  said.spam() - said.falseNegatives(threshold),
                  said.ham(),
                  said.falsePositives(threshold)));
        }
      }
    }
    return rows;
  }

  /** The filter, then its exact twin, or bogofilter if it takes part. */
  public List<Cascade> cascades() throws CorpusException, ProcessException {
    StatisticalFilter filter = trained.filter();
    Combination combination = filter.combination();
    SpamminessLookup exact = SpamminessLookup.exact(learnt.counts(), combination);
    Judge twin = AccuracyExperiment.exactly(combination, exact).get();
    List<Double> ofTwin =
        learnt.asked().stream().map(mail -> Indicators.indicator(twin, mail)).toList();
    List<Cascade> rows = new ArrayList<>();
    rows.add(cascade("exact twin", ofTwin, combination.thresholds()));
    TrainedRival.Answer program = learnt.rivals().get("bogofilter");
    if (program != null) {
      rows.add(cascade("bogofilter", program.indicators(), Combination.BOGOFILTER.thresholds()));
    }
    return rows;
  }

  private Cascade cascade(String name, List<Double> second, Thresholds ofSecond) {
    Judge judge = Judge.of(trained.filter());
    int[] handed = new int[2];
    int[] called = new int[2];
    int[] all = new int[2];
    for (int i = 0; i < learnt.asked().size(); i++) {
      HashedMail mail = learnt.asked().get(i);
      Classification said = thresholds().of(Indicators.indicator(judge, mail));
      if (said == Classification.UNSURE) {
        handed[0]++;
        said = ofSecond.of(second.get(i));
        handed[1] += said == Classification.UNSURE ? 1 : 0;
      }
      int kind = mail.isSpam() ? 0 : 1;
      all[kind]++;
      called[kind] += said == Classification.SPAM ? 1 : 0;
    }
    return new Cascade(
        learnt.name(),
        "the filter",
        name,
        all[0] + all[1],
        handed[0],
        handed[1],
        all[0],
        called[0],
        all[1],
        called[1]);
  }
}
