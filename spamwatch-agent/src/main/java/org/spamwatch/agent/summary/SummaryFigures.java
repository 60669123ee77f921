package org.spamwatch.agent.summary;

/**
 * What a peer's summary holds.
 *
 * @param messages that stand announced
 * @param origins peers that announce them
 * @param features of all their vectors
 * @param bytes what index and filters take of the heap, about
 * @param hotBytes the hot filter's size; 0 if there is none
 * @param fill the share of bits that are set in the filter over everything, 0 to 1
 * @param falsePositiveRate how often that filter takes an unknown feature for a known one
 */
public record SummaryFigures(
    int messages,
    int origins,
    long features,
    long bytes,
    long hotBytes,
    double fill,
    double falsePositiveRate) {}
