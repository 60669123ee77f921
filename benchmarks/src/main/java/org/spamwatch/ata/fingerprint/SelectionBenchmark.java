package org.spamwatch.ata.fingerprint;

import java.util.ArrayList;
import java.util.List;
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
import org.openjdk.jmh.infra.Blackhole;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.benchmarks.GeneratedTexts;

/**
 * The ten highest Rabin fingerprints of normalised texts of 2 to 5 KB, against sorting all of them,
 * against SHA-1 of each shingle and against one multiplication a byte. An operation is one text.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectionBenchmark {
  private static final int TEXTS = 64;

  private final List<Utf8Text> texts = new ArrayList<>();
  private final TopTen topTen = new TopTen();

  /** Normalises the texts. */
  @Setup
  public void normalize() {
    for (String text : new GeneratedTexts(1).texts(TEXTS)) {
      Utf8Text normalized = new Utf8Text();
      Normalization.PAPER.normalize(text, normalized);
      texts.add(normalized);
    }
  }

  /** As in {@code rabin50} and {@code char50}. */
  @Benchmark
  @OperationsPerInvocation(TEXTS)
  public void rabinTopTen(Blackhole sink) {
    for (Utf8Text text : texts) {
      sink.consume(topTen.selected(text).value(0));
    }
  }

  /** Sorting all fingerprints. */
  @Benchmark
  @OperationsPerInvocation(TEXTS)
  public void rabinSortAll(Blackhole sink) {
    for (Utf8Text text : texts) {
      sink.consume(topTen.sorted(text));
    }
  }

  /** SHA-1 of each shingle. */
  @Benchmark
  @OperationsPerInvocation(TEXTS)
  public void sha1TopTen(Blackhole sink) {
    for (Utf8Text text : texts) {
      sink.consume(topTen.sha1(text).value(0));
    }
  }

  /** {@code h = h * 31 + b}. */
  @Benchmark
  @OperationsPerInvocation(TEXTS)
  public void scalar(Blackhole sink) {
    for (Utf8Text text : texts) {
      sink.consume(TopTen.scalar(text));
    }
  }
}
