package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.CountTable;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterParameters.Scale;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.Pruning;
import org.spamwatch.statistics.Scoring;
import org.spamwatch.statistics.SpamminessLookup;
import org.spamwatch.statistics.StatisticalFilter;

/**
 * What approximation costs of a statistical filter's accuracy: HAI's Table I and Figs. 13 and 15 to
 * 19 at the paper's operating points, beside the exact twin and other programs, on one corpus of
 * which half is learnt. Filters have as many tokens as the paper's; where the corpus has fewer they
 * are filled up. <em>Differs from the paper:</em> tokens that say nothing are not stored, so as
 * many as it has in all are stored here.
 */
public final class AccuracyExperiment {
  /** Thresholds are tried in steps of this, and at the filter's own. */
  private static final double STEP = .05;

  private static final double PAPERS_THRESHOLD = .6;
  private static final int MOST_HASHES = 16;
  private static final int MEGABYTE = 1 << 20;

  private final Learnt learnt;
  private final int tokens;
  private final long seed;

  /** The figures of the paper. */
  public enum PaperFigure {
    /** Own thresholds, filters and programs as they are. */
    TABLE_I,
    /** Sizes. */
    FIG_13,
    /** Hash functions. */
    FIG_15,
    /** Numbers of hash functions. */
    FIG_16,
    /** Quantisation levels. */
    FIG_17,
    /** Which of several values. */
    FIG_18,
    /** Approximations added one by one. */
    FIG_19
  }

  /**
   * What one filter said at one threshold.
   *
   * @param data the corpus
   * @param filter which
   * @param variant how it differs from others of the figure
   * @param kilobytes m in units of 1,024 bytes, 0 of what is exact or another program
   * @param hashes h, 0 likewise
   * @param levels q, 0 likewise
   * @param threshold from which indicator on it said spam
   * @param ham mails asked about
   * @param falsePositives of them, which it called spam
   * @param spam mails asked about
   * @param falseNegatives of them, which it did not call spam
   */
  public record Row(
      PaperFigure figure,
      String data,
      String filter,
      String variant,
      int kilobytes,
      int hashes,
      int levels,
      double threshold,
      int ham,
      int falsePositives,
      int spam,
      int falseNegatives) {}

  /**
   * An experiment on one corpus.
   *
   * @param tokens with which filters are filled up
   */
  public AccuracyExperiment(Learnt learnt, int tokens, long seed) {
    this.learnt = learnt;
    this.tokens = tokens;
    this.seed = seed;
  }

  /** What a figure shows. */
  public List<Row> rows(PaperFigure figure)
      throws CorpusException, ProcessException, InterruptedException {
    return switch (figure) {
      case TABLE_I -> table();
      case FIG_13 -> sizes();
      case FIG_15 -> hashFunctions();
      case FIG_16 -> hashes();
      case FIG_17 -> levels();
      case FIG_18 -> choices();
      case FIG_19 -> stages();
    };
  }

  /** A filter that is asked, and by which name it stands in a figure. */
  private record Asked(
      PaperFigure figure, String filter, String variant, int kilobytes, int hashes, int levels) {
    static Asked of(PaperFigure figure, String filter, String variant, FilterParameters hai) {
      return new Asked(figure, filter, variant, hai.bytes() >> 10, hai.hashes(), hai.levels());
    }

    static Asked exact(PaperFigure figure, String filter, String variant) {
      return new Asked(figure, filter, variant, 0, 0, 0);
    }
  }

  private Row row(Asked asked, Indicators said, double threshold) {
    return new Row(
        asked.figure,
        learnt.name(),
        asked.filter,
        asked.variant,
        asked.kilobytes,
        asked.hashes,
        asked.levels,
        threshold,
        said.ham(),
        said.falsePositives(threshold),
        said.spam(),
        said.falseNegatives(threshold));
  }

  private List<Row> over(Asked asked, Indicators said) {
    return IntStream.rangeClosed(0, (int) Math.round(1 / STEP))
        .mapToObj(step -> row(asked, said, Math.round(step * STEP * 100) / 100.0))
        .toList();
  }

  private List<Row> table() throws CorpusException, ProcessException, InterruptedException {
    PaperFigure figure = PaperFigure.TABLE_I;
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, TrainedRival.Answer> rival : learnt.rivals().entrySet()) {
      Indicators said = Indicators.of(learnt.asked(), rival.getValue().indicators());
      Asked asked = Asked.exact(figure, rival.getKey(), "program");
      double own = rival.getKey().equals("qsf") ? .9 : .99;
      rows.add(row(asked, said, .5));
      rows.add(row(asked, said, own));
    }
    Map<String, Combination> combinations = new LinkedHashMap<>();
    combinations.put("the product's", Combination.DEFAULT);
    combinations.put("bogofilter's", Combination.BOGOFILTER);
    combinations.put("qsf's", Combination.QSF);
    for (Map.Entry<String, Combination> each : combinations.entrySet()) {
      Combination combination = each.getValue();
      double own = combination.thresholds().spam();
      Asked exact = Asked.exact(figure, "exact twin", each.getKey());
      Indicators twin = exact(combination, learnt.counts());
      rows.add(row(exact, twin, .5));
      rows.add(row(exact, twin, own));
      for (FilterParameters base : List.of(FilterParameters.PUBLISHED, FilterParameters.DEFAULT)) {
        FilterParameters hai = base.with(combination);
        String name = base.equals(FilterParameters.DEFAULT) ? "HAI, default" : "HAI, published";
        Indicators said = approximate(hai, filled(combination, learnt.counts()));
        rows.add(row(Asked.of(figure, name, each.getKey(), hai), said, .5));
        rows.add(row(Asked.of(figure, name, each.getKey(), hai), said, own));
      }
    }
    return rows;
  }

  private List<Row> sizes() throws CorpusException, ProcessException, InterruptedException {
    PaperFigure figure = PaperFigure.FIG_13;
    List<Row> rows = new ArrayList<>(twin(figure));
    CountTable counts = filled(Combination.BOGOFILTER, learnt.counts());
    for (FilterParameters base : List.of(FilterParameters.PUBLISHED, rotated())) {
      for (int bytes = FilterParameters.LEAST_BYTES;
          bytes <= FilterParameters.MOST_BYTES;
          bytes *= 2) {
        FilterParameters hai = base.withBytes(bytes);
        rows.addAll(over(asked(figure, hai), approximate(hai, counts)));
      }
    }
    return rows;
  }

  /** The published one's parameters, but for where its bits stand. */
  private static FilterParameters rotated() {
    return FilterParameters.PUBLISHED.with(Layout.ROTATED, Choice.CONSERVATIVE, Scale.SPAMMINESS);
  }

  private static Asked asked(PaperFigure figure, FilterParameters hai) {
    return Asked.of(figure, "HAI", hai.layout() == Layout.PUBLISHED ? "published" : "rotated", hai);
  }

  /** The exact twin, and bogofilter where it took part, at each threshold. */
  private List<Row> twin(PaperFigure figure)
      throws CorpusException, ProcessException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    TrainedRival.Answer program = learnt.rivals().get("bogofilter");
    if (program != null) {
      rows.addAll(
          over(
              Asked.exact(figure, "bogofilter", "program"),
              Indicators.of(learnt.asked(), program.indicators())));
    }
    rows.addAll(
        over(
            Asked.exact(figure, "exact twin", "exact"),
            exact(Combination.BOGOFILTER, learnt.counts())));
    return rows;
  }

  private Row twinAtPapersThreshold(PaperFigure figure)
      throws CorpusException, ProcessException, InterruptedException {
    return row(
        Asked.exact(figure, "exact twin", "exact"),
        exact(Combination.BOGOFILTER, learnt.counts()),
        PAPERS_THRESHOLD);
  }

  private List<Row> hashFunctions() throws CorpusException, ProcessException, InterruptedException {
    List<Row> rows = new ArrayList<>(twin(PaperFigure.FIG_15));
    FilterParameters hai = FilterParameters.PUBLISHED.withBytes(MEGABYTE);
    for (HashFunction function : HashFunction.values()) {
      Learnt other = learnt.hashedBy(function);
      CountTable counts = filled(Combination.BOGOFILTER, other.counts());
      Indicators said = Indicators.of(judge(hai, counts), other.asked());
      rows.addAll(over(Asked.of(PaperFigure.FIG_15, "HAI", function.label(), hai), said));
    }
    return rows;
  }

  private List<Row> hashes() throws CorpusException, ProcessException, InterruptedException {
    PaperFigure figure = PaperFigure.FIG_16;
    List<Row> rows = new ArrayList<>(List.of(twinAtPapersThreshold(figure)));
    CountTable counts = filled(Combination.BOGOFILTER, learnt.counts());
    for (FilterParameters base : List.of(FilterParameters.PUBLISHED, rotated())) {
      for (int hashes = 1; hashes <= MOST_HASHES; hashes++) {
        FilterParameters hai = base.with(hashes, base.levels());
        rows.add(row(asked(figure, hai), approximate(hai, counts), PAPERS_THRESHOLD));
      }
    }
    return rows;
  }

  private List<Row> levels() throws CorpusException, ProcessException, InterruptedException {
    PaperFigure figure = PaperFigure.FIG_17;
    List<Row> rows = new ArrayList<>(List.of(twinAtPapersThreshold(figure)));
    CountTable counts = filled(Combination.BOGOFILTER, learnt.counts());
    for (int levels = 2; levels <= 16; levels++) {
      for (Scale scale : Scale.values()) {
        SpamminessLookup lookup =
            SpamminessLookup.quantised(learnt.counts(), Combination.BOGOFILTER, levels, scale);
        String variant = scale == Scale.SPAMMINESS ? "quantised" : "quantised by odds";
        rows.add(
            row(
                new Asked(figure, "exact twin", variant, 0, 0, levels),
                Indicators.of(exactly(Combination.BOGOFILTER, lookup), learnt.asked()),
                PAPERS_THRESHOLD));
      }
      for (FilterParameters base : List.of(FilterParameters.PUBLISHED, rotated())) {
        FilterParameters hai = base.with(base.hashes(), levels);
        rows.add(row(asked(figure, hai), approximate(hai, counts), PAPERS_THRESHOLD));
      }
    }
    return rows;
  }

  private List<Row> choices() throws CorpusException, ProcessException, InterruptedException {
    PaperFigure figure = PaperFigure.FIG_18;
    List<Row> rows = new ArrayList<>(twin(figure));
    CountTable counts = filled(Combination.BOGOFILTER, learnt.counts());
    for (int kilobytes : new int[] {192, 512}) {
      for (Choice choice : Choice.values()) {
        FilterParameters hai =
            FilterParameters.PUBLISHED
                .withBytes(kilobytes << 10)
                .with(Layout.PUBLISHED, choice, Scale.SPAMMINESS);
        Indicators said = approximate(hai, counts);
        rows.addAll(
            over(Asked.of(figure, "HAI", choice.name().toLowerCase(Locale.ROOT), hai), said));
      }
    }
    return rows;
  }

  private List<Row> stages() throws CorpusException, ProcessException, InterruptedException {
    PaperFigure figure = PaperFigure.FIG_19;
    List<Row> rows = new ArrayList<>(twin(figure));
    FilterParameters hai = FilterParameters.PUBLISHED.withBytes(MEGABYTE);
    SpamminessLookup query = train(hai, filled(hai.combination(), learnt.counts())).lookup();
    for (boolean prunes : new boolean[] {false, true}) {
      for (boolean scores : new boolean[] {false, true}) {
        Supplier<Judge> judge =
            () ->
                new Judge(
                    prunes ? Pruning.approximate() : Pruning.exact(),
                    query,
                    scores
                        ? Scoring.byTable(hai.combination(), query.spamminess())
                        : Scoring.exact(hai.combination(), query.spamminess()),
                    hai.combination().thresholds());
        String variant = "query" + (prunes ? " + pruning" : "") + (scores ? " + scoring" : "");
        rows.addAll(
            over(Asked.of(figure, "HAI", variant, hai), Indicators.of(judge, learnt.asked())));
      }
    }
    return rows;
  }

  private CountTable filled(Combination combination, CountTable counts) {
    return Dictionary.filled(counts, combination, tokens, seed);
  }

  private Indicators exact(Combination combination, CountTable counts)
      throws CorpusException, ProcessException, InterruptedException {
    Combination fitted = combination.fitted(counts);
    SpamminessLookup lookup = SpamminessLookup.exact(counts, fitted);
    return Indicators.of(exactly(fitted, lookup), learnt.asked());
  }

  private Indicators approximate(FilterParameters hai, CountTable counts)
      throws CorpusException, ProcessException, InterruptedException {
    return Indicators.of(judge(hai, counts), learnt.asked());
  }

  /** All stages exact but for what the look-up is. */
  static Supplier<Judge> exactly(Combination combination, SpamminessLookup lookup) {
    return () ->
        new Judge(
            combination.countsOnce() ? Pruning.exact() : Pruning.none(),
            lookup,
            Scoring.exact(combination, lookup.spamminess()),
            combination.thresholds());
  }

  /** Only the look-up approximate, as in most of the paper's experiments on accuracy. */
  private Supplier<Judge> judge(FilterParameters hai, CountTable counts) {
    StatisticalFilter filter = train(hai, counts);
    return exactly(filter.combination(), filter.lookup());
  }

  private StatisticalFilter train(FilterParameters hai, CountTable counts) {
    return new FilterTrainer(hai).train(counts, List.of(), 0, seed).filter();
  }
}
