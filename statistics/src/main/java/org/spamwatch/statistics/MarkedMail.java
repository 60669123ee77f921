package org.spamwatch.statistics;

/**
 * A mail that was learnt, by which a filter is calibrated.
 *
 * @param tokens their hashes, each as often as it comes; nobody changes them
 * @param isSpam whether it was marked as spam, and not as ham
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of them; nobody compares two
public record MarkedMail(long[] tokens, boolean isSpam) {}
