package org.spamwatch.simulator.load;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What clients saw of a server for a while.
 *
 * @param answered mails whose answer was right
 * @param wrong known mails that were not known, or ordinary ones that were
 * @param refused mails answered 503, over spamd's protocol 75, or accepted unchecked by a milter
 * @param lost mails without an answer, or with another one
 * @param perSecond right answers a second
 * @param perCpuSecond right answers in a second of the server's processor time
 * @param medianMillis that a right answer took
 * @param p99Millis that 99 of 100 right answers took at most
 */
public record Sample(
    long answered,
    long wrong,
    long refused,
    long lost,
    double perSecond,
    double perCpuSecond,
    double medianMillis,
    double p99Millis) {
  /** Of each rate and time the median of several samples; sums of the counts. */
  public static Sample median(List<Sample> all) {
    return new Sample(
        all.stream().mapToLong(Sample::answered).sum(),
        all.stream().mapToLong(Sample::wrong).sum(),
        all.stream().mapToLong(Sample::refused).sum(),
        all.stream().mapToLong(Sample::lost).sum(),
        median(all, Sample::perSecond),
        median(all, Sample::perCpuSecond),
        median(all, Sample::medianMillis),
        median(all, Sample::p99Millis));
  }

  /** The lower median of something of several samples; not a number of none. */
  public static double median(List<Sample> all, ToDoubleFunction<Sample> of) {
    double[] sorted = all.stream().mapToDouble(of).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[(sorted.length - 1) / 2];
  }
}
