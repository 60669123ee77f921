package org.spamwatch.simulator.outage;

import java.time.Duration;

/**
 * How peers are tried.
 *
 * @param votes marked before each fault
 * @param share of the peers that are hit, 0 to 1
 * @param length how long a fault lasts that ends by itself
 * @param patience how long to wait for peers to keep their promises again
 * @param mostResidentMebibytes that a peer's process may come to hold under a flood
 * @param seed of the texts, the voters' keys and who is hit
 */
public record OutageSettings(
    int votes,
    double share,
    Duration length,
    Duration patience,
    int mostResidentMebibytes,
    long seed) {}
