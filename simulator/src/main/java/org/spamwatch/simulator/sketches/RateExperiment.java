package org.spamwatch.simulator.sketches;

import java.util.concurrent.atomic.AtomicLong;
import org.spamwatch.simulator.Workers;
import org.spamwatch.sketch.DistinctRate;
import org.spamwatch.sketch.DistinctRate.Counting;
import org.spamwatch.sketch.SplitMix64;

/**
 * How well {@link DistinctRate} counts somebody who does what he has not done before at a multiple
 * of the limit (Finch, <em>What use are Bloom filters, anyway?</em>).
 *
 * @param limit distinct events in a period
 * @param multiple of the limit, at which they come
 * @param probes new events, at least, of which the share is measured that look like repeats
 * @param threads that work at once; what comes out does not depend on them
 * @param seed gives events and hash functions
 */
public record RateExperiment(int limit, double multiple, long probes, int threads, long seed) {
  private static final long PERIOD_MILLIS = 3_600_000;
  private static final int PERIODS = 20;

  /** Whose rate is no longer that of its beginning. */
  private static final int SETTLED = 5;

  /** The filter's error is measured over a 20th of the limit, about the multiple. */
  private static final int PART = 20;

  /**
   * What came out.
   *
   * @param formula (1 - e^(-8 x / 16))^8, for x times the limit
   * @param measured the share of new events that look like repeats, after so many in a period
   * @param measuredOf new events, of which it is the share
   * @param least the lowest rate of a steady sender, over his true one
   * @param mean the mean of his rate, over his true one
   * @param waitPeriods after which he may go on once he has stopped, in periods
   */
  public record Result(
      double formula,
      double measured,
      long measuredOf,
      double least,
      double mean,
      double waitPeriods) {}

  /** Checks the ranges. */
  public RateExperiment {
    if (limit < 100 || multiple < .1 || probes < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "limit " + limit + ", " + multiple + " times, " + probes + " probes");
    }
  }

  /** Runs it. */
  public Result run() throws InterruptedException {
    AtomicLong missed = new AtomicLong();
    AtomicLong tried = new AtomicLong();
    int part = limit / PART;
    int bursts = Math.toIntExact((probes + part - 1) / part); // each with its own hash functions
    Workers.share(threads, bursts, () -> burst -> burst(burst, missed, tried));
    return steady(formula(multiple), (double) missed.get() / tried.get(), tried.get());
  }

  /** The share of new events that look like repeats, in a filter of 16 bits and 8 hashes. */
  public static double formula(double multiple) {
    return Math.pow(-Math.expm1(-multiple / 2), 8);
  }

  /** At one moment, so that the rate is the number of events that were counted. */
  private void burst(int number, AtomicLong missed, AtomicLong tried) {
    long events = Math.round(multiple * limit);
    long own = SplitMix64.mixed(seed + number);
    DistinctRate rate = new DistinctRate(limit, PERIOD_MILLIS, own, Counting.ATTEMPTS);
    long measured = limit / PART;
    long first = events - measured / 2;
    for (long i = 0; i < first; i++) {
      rate.ask(own + i, 0);
    }
    double before = rate.rate();
    for (long i = first; i < first + measured; i++) {
      rate.ask(own + i, 0);
    }
    missed.addAndGet(measured - Math.round(rate.rate() - before));
    tried.addAndGet(measured);
  }

  /** Evenly for many periods, each event a new one; then he stops. */
  private Result steady(double formula, double measured, long measuredOf) {
    DistinctRate rate = new DistinctRate(limit, PERIOD_MILLIS, seed, Counting.ATTEMPTS);
    double gap = PERIOD_MILLIS / (multiple * limit);
    long events = Math.round((PERIODS + .5) * multiple * limit);
    double least = Double.MAX_VALUE;
    double sum = 0;
    long looked = 0;
    long now = 0;
    for (long i = 0; i < events; i++) {
      now = Math.round(i * gap);
      rate.ask(SplitMix64.mixed(seed + i), now);
      if (now >= SETTLED * PERIOD_MILLIS) {
        least = Math.min(least, rate.rate());
        sum += rate.rate();
        looked++;
      }
    }
    long wait = rate.ask(0, now); // which he has not done yet, either
    double truth = multiple * limit;
    return new Result(
        formula,
        measured,
        measuredOf,
        least / truth,
        sum / looked / truth,
        (double) wait / PERIOD_MILLIS);
  }
}
