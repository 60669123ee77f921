package org.spamwatch.agent.signatures;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a signature server has done and holds.
 *
 * @param capacity signatures that it is made for
 * @param generations periods that it holds beside the current one
 * @param periodSeconds the length of one
 * @param period the number of the current one
 * @param reported signatures held, estimated; one that was reported in several periods counts in
 *     each
 * @param revoked revocations held, estimated likewise
 * @param fill how much of the current period's room for reports is taken, 0 to 1
 * @param falsePositiveRate how probably a signature that nobody reported is spam now
 * @param bytes of memory for all signatures and revocations
 * @param checks signatures asked about since the start
 * @param spam how many of them were spam
 * @param reports signatures taken in since the start, again or for the first time
 * @param revocations likewise
 * @param merges databases of others that were merged since the start
 * @param refused requests refused since the start, by why
 * @param clock why the clock is wrong, if it is
 */
public record SignatureStatus(
    long capacity,
    int generations,
    long periodSeconds,
    long period,
    long reported,
    long revoked,
    double fill,
    double falsePositiveRate,
    long bytes,
    long checks,
    long spam,
    long reports,
    long revocations,
    long merges,
    Map<String, Long> refused,
    Optional<String> clock) {
  /** Sorts the refusals. */
  public SignatureStatus {
    refused = new TreeMap<>(refused);
  }
}
