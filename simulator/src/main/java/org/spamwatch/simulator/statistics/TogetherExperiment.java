package org.spamwatch.simulator.statistics;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.SplitExperiment;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.StatisticalFilter;

/**
 * What votes and statistics find together of the unseen half of the public SpamAssassin corpus: a
 * mail is spam where the votes say so and, where they are silent, where statistics do. The same
 * marks are both. Statistics are a filter's as a peer has it, with thresholds chosen on what was
 * learnt.
 */
public final class TogetherExperiment {
  private final SplitExperiment split;
  private final Learnt learnt;
  private final long seed;

  /**
   * What was found.
   *
   * @param system which
   * @param threshold of its indicator, 0 of what has none
   * @param spam unseen spam
   * @param caught of it
   * @param ham unseen ham
   * @param falsePositives of it
   */
  public record Row(
      String system, double threshold, int spam, int caught, int ham, int falsePositives) {}

  /**
   * An experiment.
   *
   * @param split of the public corpus
   * @param learnt the same halves of it
   */
  public TogetherExperiment(SplitExperiment split, Learnt learnt, long seed) {
    this.split = split;
    this.learnt = learnt;
    this.seed = seed;
  }

  /** Runs it. */
  public List<Row> run(int peers) throws CorpusException, ProcessException {
    Map<Path, Boolean> votes = split.votes(peers, seed, false);
    FilterTrainer.Trained trained =
        new FilterTrainer(FilterParameters.DEFAULT)
            .train(
                learnt.counts(),
                learnt.trained().stream().map(HashedMail::marked).toList(),
                0,
                seed);
    StatisticalFilter filter = trained.filter();
    Judge judge = Judge.of(filter);
    List<Row> rows = new ArrayList<>();
    ToDoubleFunction<HashedMail> byVotes =
        mail -> votes.getOrDefault(mail.mail().path(), false) ? 1 : 0;
    ToDoubleFunction<HashedMail> byStatistics = mail -> Indicators.indicator(judge, mail);
    double usual = Combination.DEFAULT.thresholds().spam();
    double chosen = filter.thresholds().spam();
    rows.add(row("votes", 1, byVotes));
    rows.add(row("statistics, usual threshold", usual, byStatistics));
    rows.add(row("statistics, threshold chosen on what was learnt", chosen, byStatistics));
    rows.add(
        row(
            "votes, else statistics",
            chosen,
            mail -> Math.max(byVotes.applyAsDouble(mail), byStatistics.applyAsDouble(mail))));
    return rows;
  }

  private Row row(String system, double threshold, ToDoubleFunction<HashedMail> indicator) {
    Indicators said =
        Indicators.of(
            learnt.asked(), learnt.asked().stream().mapToDouble(indicator).boxed().toList());
    return new Row(
        system,
        threshold,
        said.spam(),
        said.spam() - said.falseNegatives(threshold),
        said.ham(),
        said.falsePositives(threshold));
  }
}
