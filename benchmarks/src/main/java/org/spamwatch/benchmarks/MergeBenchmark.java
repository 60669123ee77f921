package org.spamwatch.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.counting.CountingFilter;

/** Merging two counting filters of a million cells of 5 bits beside a byte a cell. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MergeBenchmark {
  private static final int CELLS = 1_000_000;
  private static final int MOST = 31;

  private final CountingFilter into = filter(1);
  private final CountingFilter from = filter(2);
  private final byte[] bytesInto = new byte[CELLS];
  private final byte[] bytesFrom = new byte[CELLS];

  private static CountingFilter filter(long seed) {
    CountingFilter filter = CountingFilter.refined(HashFunctions.doubleHashing(CELLS, 4, 7), 5);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CELLS / 8; i++) {
      filter.insert(random.nextLong(), 1 + random.nextInt(5));
    }
    return filter;
  }

  /** Gives the bytes the filters' cells, and checks that both ways end at the same. */
  @Setup
  public void fill() {
    for (int i = 0; i < CELLS; i++) {
      bytesInto[i] = (byte) into.cell(i);
      bytesFrom[i] = (byte) from.cell(i);
    }
    packed();
    bytes();
    for (int i = 0; i < CELLS; i++) {
      if (bytesInto[i] != into.cell(i)) {
        throw new IllegalStateException("cell " + i + " differs");
      }
    }
  }

  /** Packed cells, 12 a long. */
  @Benchmark
  public CountingFilter packed() {
    into.merge(from);
    return into;
  }

  /** A byte a cell. */
  @Benchmark
  public byte[] bytes() {
    byte[] cells = bytesInto;
    byte[] further = bytesFrom;
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (byte) Math.min(cells[i] + further[i], MOST);
    }
    return cells;
  }
}
