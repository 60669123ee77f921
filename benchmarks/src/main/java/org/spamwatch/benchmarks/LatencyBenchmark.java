package org.spamwatch.benchmarks;

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
import org.spamwatch.topologies.Latencies;
import org.spamwatch.topologies.TopologyException;
import org.spamwatch.topologies.TransitStubGenerator;
import org.spamwatch.topologies.TransitStubSpec;

/**
 * Latencies between random routers of the SpamWatch paper's topology, computed from the tables of
 * its domains or looked up in a full matrix. An operation is one latency.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LatencyBenchmark {
  private static final int PAIRS = 4096;

  private final int[] from = new int[PAIRS];
  private final int[] to = new int[PAIRS];
  private final Latencies latencies;
  private int[] matrix = new int[0];
  private int routers;

  /** Draws the topology. */
  public LatencyBenchmark() {
    try {
      latencies =
          Latencies.of(
              TransitStubGenerator.generate(TransitStubSpec.paper(1), 0), Latencies.PAPER_DIAMETER);
    } catch (TopologyException e) {
      throw new IllegalStateException("the paper's topology can be drawn", e);
    }
  }

  /** Fills the matrix and draws the pairs. */
  @Setup
  public void prepare() {
    routers = latencies.routers();
    matrix = new int[routers * routers];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = latencies.oneWayMicros(i / routers, i % routers);
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PAIRS; i++) {
      from[i] = random.nextInt(routers);
      to[i] = random.nextInt(routers);
    }
  }

  /** From the tables of domains. */
  @Benchmark
  @OperationsPerInvocation(PAIRS)
  public long singleHomed() {
    long sum = 0;
    for (int i = 0; i < PAIRS; i++) {
      sum += latencies.oneWayMicros(from[i], to[i]);
    }
    return sum;
  }

  /** From a full matrix. */
  @Benchmark
  @OperationsPerInvocation(PAIRS)
  public long fullMatrix() {
    long sum = 0;
    for (int i = 0; i < PAIRS; i++) {
      sum += matrix[from[i] * routers + to[i]];
    }
    return sum;
  }
}
