package org.spamwatch.simulator.load;

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
    double p99Millis) {}
