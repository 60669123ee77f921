package org.spamwatch.agent.ham;

/**
 * What is known of the mails that one source gave in one period.
 *
 * @param startMillis when the period began, in milliseconds since the epoch
 * @param mails that had a feature which was new
 * @param features distinct ones, as far as the filters can tell them apart
 * @param forgotten features forgotten since
 * @param fill the share of bits that are set in the fullest filter
 * @param falsePositives the chance that a feature which was not learnt looks as if it was
 * @param bytes that its filters take
 * @param newestMillis when the last mail was learnt
 */
public record HamGeneration(
    HamSource source,
    long startMillis,
    long mails,
    long features,
    long forgotten,
    double fill,
    double falsePositives,
    long bytes,
    long newestMillis) {}
