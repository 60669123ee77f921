package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.CountTable;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.Judge;
import org.spamwatch.statistics.Pruning;
import org.spamwatch.statistics.Scoring;
import org.spamwatch.statistics.SpamminessLookup;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.TokenHash;

/**
 * How fast mails are judged: HAI's Tables I and II and Figs. 10 to 12 and 14, on one corpus of
 * which half is learnt. Processor time alone: of programs that of their processes less that of
 * their start, of the filter that of its thread in a Java that has run before, which is why whole
 * processes are compared elsewhere ({@code docs/experiments.md}). Medians. <em>Differs from the
 * paper:</em> the processor's speed cannot be set here, so that Fig. 10 has one speed.
 */
public final class SpeedExperiment {
  private static final int PAPERS_SMALL_DICTIONARY = 44_000;
  private static final int QSF_MAILS = 200;
  private static final int LEAST_IN_BIN = 20;
  private static final long PROGRAM_BYTES = 12 << 20;

  private final Learnt learnt;
  private final int tokens;
  private final long seed;
  private final List<byte[]> mails;
  private final Stages stages;

  /**
   * What one system takes.
   *
   * @param figure of the paper
   * @param data the corpus
   * @param system which
   * @param part of the work, or the mails it is measured with
   * @param kilobytes of the filter, 0 of another
   * @param meanBytes of the mails
   * @param micros of a processor for a mail
   */
  public record Row(
      String figure,
      String data,
      String system,
      String part,
      int kilobytes,
      double meanBytes,
      double micros) {
    /** Mails in a second of one processor. */
    public double mailsASecond() {
      return 1e6 / micros;
    }
  }

  /**
   * An experiment on one corpus.
   *
   * @param tokens with which filters are filled up
   */
  public SpeedExperiment(Learnt learnt, int tokens, long seed) throws CorpusException {
    this.learnt = learnt;
    this.tokens = tokens;
    this.seed = seed;
    mails = learnt.askedBytes();
    stages = new Stages(mails, learnt.asked());
  }

  /**
   * Runs it; tells each row when it is measured.
   *
   * @param lines takes what the processor's caches did, or that nothing counts that
   */
  public void run(List<String> rivals, Consumer<Row> rows, Consumer<String> lines)
      throws CorpusException, ProcessException {
    wholes(rivals, rows);
    parts(rows);
    byFilterSize(rows, lines);
    byHash(rows);
    bySize(rivals, rows);
  }

  private Row row(String figure, String system, String part, int kilobytes, double micros) {
    return new Row(figure, learnt.name(), system, part, kilobytes, Stages.meanBytes(mails), micros);
  }

  /** Table I. */
  private void wholes(List<String> rivals, Consumer<Row> rows)
      throws CorpusException, ProcessException {
    for (String name : rivals) {
      try (TrainedRival rival = learnt.trainedRival(name)) {
        boolean isSlow = name.equals("qsf");
        List<byte[]> some = isSlow ? mails.subList(0, Math.min(QSF_MAILS, mails.size())) : mails;
        rows.accept(
            new Row(
                "Table I",
                learnt.name(),
                name,
                "whole",
                0,
                Stages.meanBytes(some),
                program(rival, isSlow ? some : repeated(some))));
        if (rival instanceof Bogofilter bogofilter) {
          List<byte[]> all = repeated(mails);
          rows.accept(row("Fig. 10", name, "parsing", 0, 1e6 * bogofilter.parse(all) / all.size()));
        }
      }
    }
    for (Combination combination : List.of(Combination.BOGOFILTER, Combination.QSF)) {
      String like = combination.equals(Combination.QSF) ? " (qsf)" : " (bogofilter)";
      FilterParameters published = FilterParameters.PUBLISHED.with(combination);
      rows.accept(
          row(
              "Table I",
              "HAI, published" + like,
              "whole",
              512,
              stages.whole(hai(published), key())));
      Combination fitted = combination.fitted(learnt.counts());
      SpamminessLookup exact = SpamminessLookup.exact(learnt.counts(), fitted);
      rows.accept(
          row(
              "Table I",
              "exact twin" + like,
              "whole",
              0,
              stages.whole(AccuracyExperiment.exactly(fitted, exact).get(), key())));
    }
    rows.accept(
        row(
            "Table I",
            "the product's",
            "whole",
            512,
            stages.whole(Judge.of(filter(FilterParameters.DEFAULT)), key())));
  }

  /** Fig. 10: a mail's time by stage. */
  private void parts(Consumer<Row> rows) {
    Combination combination = Combination.BOGOFILTER;
    SpamminessLookup approximate = filter(FilterParameters.PUBLISHED).lookup();
    SpamminessLookup exact = SpamminessLookup.exact(learnt.counts(), combination);
    double parsing = stages.parsing();
    rows.accept(row("Fig. 10", "HAI", "parsing", 512, parsing));
    rows.accept(row("Fig. 10", "HAI", "hashing", 512, stages.hashing(key()) - parsing));
    rows.accept(row("Fig. 10", "HAI", "pruning", 512, stages.pruning(Pruning.approximate())));
    rows.accept(row("Fig. 10", "exact twin", "pruning", 0, stages.pruning(Pruning.exact())));
    rows.accept(row("Fig. 10", "HAI", "query", 512, stages.query(approximate)));
    rows.accept(row("Fig. 10", "exact twin", "query", 0, stages.query(exact)));
    Scoring table = Scoring.byTable(combination, approximate.spamminess());
    rows.accept(row("Fig. 10", "HAI", "scoring", 512, stages.scoring(table, approximate)));
    Scoring series = Scoring.exact(combination, approximate.spamminess());
    rows.accept(row("Fig. 10", "exact twin", "scoring", 0, stages.scoring(series, approximate)));
  }

  /** Fig. 11: 44,000 tokens, mails of about a size. */
  private void bySize(List<String> rivals, Consumer<Row> rows)
      throws CorpusException, ProcessException {
    Combination combination = Combination.BOGOFILTER;
    List<HashedMail> few = Dictionary.upTo(PAPERS_SMALL_DICTIONARY, learnt.trained(), combination);
    CountTable counts =
        Dictionary.filled(Dictionary.of(few), combination, PAPERS_SMALL_DICTIONARY, seed);
    StatisticalFilter filter = train(FilterParameters.PUBLISHED, counts);
    TreeMap<Integer, List<Integer>> bins = new TreeMap<>();
    for (int i = 0; i < mails.size(); i++) {
      int octave = 31 - Integer.numberOfLeadingZeros(Math.max(1, mails.get(i).length));
      bins.computeIfAbsent(octave, any -> new ArrayList<>()).add(i);
    }
    bins.values().removeIf(bin -> bin.size() < LEAST_IN_BIN);
    boolean isBeside = rivals.contains("bogofilter");
    try (TrainedRival rival = isBeside ? learnt.trainedRival("bogofilter", few) : null) {
      for (List<Integer> bin : bins.values()) {
        List<byte[]> some = bin.stream().map(mails::get).toList();
        List<HashedMail> hashed = bin.stream().map(learnt.asked()::get).toList();
        String size = Math.round(Stages.meanBytes(some)) + " bytes";
        double micros = new Stages(some, hashed).whole(hai(filter), key());
        double mean = Stages.meanBytes(some);
        rows.accept(new Row("Fig. 11", learnt.name(), "HAI", size, 512, mean, micros));
        if (rival != null) {
          double theirs = program(rival, repeated(some));
          rows.accept(new Row("Fig. 11", learnt.name(), rival.name(), size, 0, mean, theirs));
        }
      }
    }
  }

  /** Fig. 12 and Table II. */
  private void byFilterSize(Consumer<Row> rows, Consumer<String> lines) {
    boolean isCounted = true;
    for (int size = FilterParameters.LEAST_BYTES; size <= FilterParameters.MOST_BYTES; size *= 2) {
      int bytes = size;
      StatisticalFilter filter = filter(FilterParameters.PUBLISHED.withBytes(bytes));
      rows.accept(row("Table II", "HAI", "query", bytes >> 10, stages.query(filter.lookup())));
      if (isCounted) {
        Optional<CacheCounters.Counted> cache = stages.cacheOfQuery(filter.lookup());
        isCounted = cache.isPresent();
        lines.accept(
            cache
                .map(
                    each ->
                        String.format(
                            Locale.ROOT,
                            "Table II, %s, %d KB: %.1f references to the last cache a mail, %.1f"
                                + " misses",
                            learnt.name(),
                            bytes >> 10,
                            each.references(),
                            each.misses()))
                .orElse(
                    "Table II: times alone, for perf counts no cache misses here (not installed,"
                        + " not permitted, or a machine without counters)"));
      }
      rows.accept(row("Fig. 12", "HAI", "whole", bytes >> 10, stages.whole(hai(filter), key())));
    }
  }

  /** Fig. 14. */
  private void byHash(Consumer<Row> rows) {
    for (HashFunction function : HashFunction.values()) {
      for (int kilobytes : new int[] {128, 512, 2_048}) {
        StatisticalFilter filter = filter(FilterParameters.PUBLISHED.withBytes(kilobytes << 10));
        rows.accept(
            row(
                "Fig. 14",
                "HAI",
                function.label(),
                kilobytes,
                stages.whole(hai(filter), function.with(seed))));
      }
    }
  }

  private TokenHash key() {
    return HashFunction.KEYED.with(seed);
  }

  private Judge hai(FilterParameters parameters) {
    return hai(filter(parameters));
  }

  /** All three stages approximate, as the paper's. */
  private static Judge hai(StatisticalFilter filter) {
    return new Judge(
        filter.combination().countsOnce() ? Pruning.approximate() : Pruning.none(),
        filter.lookup(),
        Scoring.byTable(filter.combination(), filter.lookup().spamminess()),
        filter.thresholds());
  }

  private StatisticalFilter filter(FilterParameters parameters) {
    return train(
        parameters, Dictionary.filled(learnt.counts(), parameters.combination(), tokens, seed));
  }

  private StatisticalFilter train(FilterParameters parameters, CountTable counts) {
    return new FilterTrainer(parameters).train(counts, List.of(), 0, seed).filter();
  }

  /** Microseconds that a program takes for a mail, without its start. */
  private static double program(TrainedRival rival, List<byte[]> all) throws ProcessException {
    boolean startsForEach = rival instanceof Qsf;
    List<Double> samples = new ArrayList<>();
    for (int i = 0; i < (startsForEach ? 1 : 3); i++) {
      double start = startsForEach ? 0 : rival.ask(all.subList(0, 1)).seconds();
      samples.add(1e6 * (rival.ask(all).seconds() - start) / all.size());
    }
    Collections.sort(samples);
    return samples.get(samples.size() / 2);
  }

  /** As often as it takes for the system's clock to tell. */
  private static List<byte[]> repeated(List<byte[]> some) {
    List<byte[]> all = new ArrayList<>(some);
    double bytes = Stages.meanBytes(some) * some.size();
    for (double sum = bytes; sum < PROGRAM_BYTES; sum += bytes) {
      all.addAll(some);
    }
    return all;
  }
}
