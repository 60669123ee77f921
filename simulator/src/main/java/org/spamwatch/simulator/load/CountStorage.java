package org.spamwatch.simulator.load;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.spamwatch.agent.counts.CountDatabase;
import org.spamwatch.agent.counts.CountParameters;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A count database that is full beside an exact hash table: what nine digests in ten were reported
 * once, and one in ten up to 30 times, evenly. One thread, in this process, without a network.
 */
public final class CountStorage {
  private static final int BULK = 10;

  private final CountParameters parameters;
  private final int held;
  private final StoredDigests digests;

  /**
   * What came of one table.
   *
   * @param bytes of memory for a digest of one period
   * @param reportNanos of processor time for a report
   * @param checkNanos likewise for a look-up of what was reported
   * @param tooHigh digests whose count is too high, of {@code held}
   * @param tooLow digests whose count is too low
   * @param falseBulk digests that count 20 or more and were reported less often
   */
  public record Stored(
      String table,
      double bytes,
      double reportNanos,
      double checkNanos,
      long held,
      long tooHigh,
      long tooLow,
      long falseBulk) {}

  /** What is stored. */
  public CountStorage(CountParameters parameters, long seed) {
    this.parameters = parameters;
    this.held = (int) (parameters.capacity() * 99 / 100); // a few look like others: no room is left
    this.digests = new StoredDigests(seed);
  }

  private static int times(int number) {
    return number % BULK == 0 ? 1 + number / BULK % 30 : 1;
  }

  /** Fills the tables and looks everything up. */
  public List<Stored> run() throws ProcessException {
    CountDatabase database =
        new CountDatabase(
            parameters,
            new PeriodClock(parameters.period(), () -> Instant.EPOCH, () -> 0),
            new Refusals(() -> 0),
            1);
    byte[][] all = new byte[held][];
    for (int i = 0; i < held; i++) {
      all[i] = digests.of(0, i);
    }
    long start = StoredDigests.cpuNanos();
    long reports = 0;
    try {
      for (int i = 0; i < held; i++) {
        for (int time = 0; time < times(i); time++) {
          database.report(all[i], 1);
          reports++;
        }
      }
    } catch (RequestProblem e) {
      throw new ProcessException("the database is full too soon: " + e.getMessage(), e);
    }
    double nanos = (double) (StoredDigests.cpuNanos() - start) / reports;
    double bytes = (double) parameters.bytesOfPeriod() / held;
    Stored counted = stored("counting filter", bytes, nanos, i -> database.count(all[i]));
    return List.of(counted, exact(all));
  }

  private Stored exact(byte[][] all) {
    long before = StoredDigests.usedBytes();
    Map<ByteBuffer, Integer> counts = new HashMap<>();
    long start = StoredDigests.cpuNanos();
    long reports = 0;
    for (int i = 0; i < held; i++) {
      for (int time = 0; time < times(i); time++) {
        counts.merge(ByteBuffer.wrap(all[i].clone()), 1, Integer::sum);
        reports++;
      }
    }
    double nanos = (double) (StoredDigests.cpuNanos() - start) / reports;
    double bytes = (double) (StoredDigests.usedBytes() - before) / held;
    return stored(
        "exact table", bytes, nanos, i -> counts.getOrDefault(ByteBuffer.wrap(all[i]), 0));
  }

  private Stored stored(String name, double bytes, double reportNanos, IntUnaryOperator count) {
    long high = 0;
    long low = 0;
    long bulk = 0;
    long start = StoredDigests.cpuNanos();
    for (int i = 0; i < held; i++) {
      int said = count.applyAsInt(i);
      int right = Math.min(times(i), CountDatabase.MOST_COUNT);
      high += said > right ? 1 : 0;
      low += said < right ? 1 : 0;
      boolean isBulk = said >= CountDatabase.THRESHOLD;
      bulk += isBulk && right < CountDatabase.THRESHOLD ? 1 : 0;
    }
    double nanos = (double) (StoredDigests.cpuNanos() - start) / held;
    return new Stored(name, bytes, reportNanos, nanos, held, high, low, bulk);
  }
}
