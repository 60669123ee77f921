package org.spamwatch.agent.summary;

/**
 * What a peer's summary holds.
 *
 * @param messages that stand announced
 * @param origins peers that announce them
 * @param features of all their vectors
 * @param indexBytes what the index takes, about
 * @param filterBytes what the filter takes of the heap
 * @param fill the share of bits that are set in it, 0 to 1
 * @param falsePositiveRate how often it takes an unknown feature for a known one
 */
public record SummaryFigures(
    int messages,
    int origins,
    long features,
    long indexBytes,
    long filterBytes,
    double fill,
    double falsePositiveRate) {}
