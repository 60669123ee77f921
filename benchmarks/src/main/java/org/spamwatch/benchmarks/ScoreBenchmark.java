package org.spamwatch.benchmarks;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.Pruning;
import org.spamwatch.statistics.Scoring;

/**
 * The two other stages of the statistical filter, of mails of 180 different tokens, as many as the
 * paper's have in the mean: scores by table and exactly, by logarithms and series; and pruning
 * where each second token came before, by a Bloom filter of 2 KB, exactly, and by a HashSet. An
 * operation is one mail.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ScoreBenchmark {
  private static final int MAILS = 1_024;
  private static final int TOKENS = 180;
  private static final double[] SPAMMINESS = {.0003, .0027, .0145, .056, .5, .94, .985, .9978};
  private static final double MOST_ERROR = .01;

  private final int[][] levels = new int[MAILS][TOKENS];
  private final long[][] tokens = new long[MAILS][2 * TOKENS];
  private final Scoring table = Scoring.byTable(Combination.BOGOFILTER, SPAMMINESS);
  private final Scoring exact = Scoring.exact(Combination.BOGOFILTER, SPAMMINESS);
  private final Pruning approximate = Pruning.approximate();
  private final Pruning generations = Pruning.exact();

  /** Draws the mails, most of which lean to one side, and compares their scores. */
  @Setup
  public void draw() {
    SplittableRandom random = new SplittableRandom(1);
    for (int mail = 0; mail < MAILS; mail++) {
      double spam = random.nextDouble();
      Arrays.setAll(levels[mail], i -> (random.nextDouble() < spam ? 4 : 0) + random.nextInt(4));
      for (int i = 0; i < TOKENS; i++) {
        tokens[mail][2 * i] = random.nextLong();
        tokens[mail][2 * i + 1] = tokens[mail][2 * random.nextInt(i + 1)];
      }
      double error = Math.abs(score(table, levels[mail]) - score(exact, levels[mail]));
      if (error > MOST_ERROR) {
        throw new IllegalStateException("a score by table errs by " + error);
      }
    }
  }

  private static double score(Scoring scoring, int[] levels) {
    scoring.clear();
    scoring.add(levels, levels.length);
    return scoring.indicator();
  }

  private double scores(Scoring scoring) {
    double sum = 0;
    for (int[] mail : levels) {
      sum += score(scoring, mail);
    }
    return sum;
  }

  /** Scores by table. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public double scoreByTable() {
    return scores(table);
  }

  /** Scores by logarithms and series. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public double scoreExactly() {
    return scores(exact);
  }

  private int pruned(Pruning pruning) {
    int kept = 0;
    for (long[] mail : tokens) {
      pruning.clear();
      for (long token : mail) {
        kept += pruning.isNew(token) ? 1 : 0;
      }
    }
    return kept;
  }

  /** Prunes by the paper's Bloom filter. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int pruneApproximately() {
    return pruned(approximate);
  }

  /** Prunes by the table of generations. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int pruneExactly() {
    return pruned(generations);
  }

  /** Prunes by a set. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public int pruneBySet() {
    int kept = 0;
    Set<Long> seen = new HashSet<>();
    for (long[] mail : tokens) {
      seen.clear();
      for (long token : mail) {
        kept += seen.add(token) ? 1 : 0;
      }
    }
    return kept;
  }
}
