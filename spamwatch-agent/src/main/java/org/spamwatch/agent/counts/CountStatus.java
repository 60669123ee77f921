package org.spamwatch.agent.counts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a count server has done and holds.
 *
 * @param server by which others know it: 16 hexadecimal digits
 * @param capacity different digests that a period is made for
 * @param periodSeconds the length of one
 * @param period the number of the current one
 * @param counted different digests reported in the current period, estimated
 * @param falsePositiveRate how probably a digest that nobody reported counts 20 or more now
 * @param bytes of memory for all counts, those of other servers and for deltas included
 * @param checks digests asked about since the start
 * @param reports digests reported since the start
 * @param merges counts of others taken in since the start
 * @param others whose counts are held
 * @param refused requests refused since the start, by why
 * @param clock why the clock is wrong, if it is
 */
public record CountStatus(
    String server,
    long capacity,
    long periodSeconds,
    long period,
    long counted,
    double falsePositiveRate,
    long bytes,
    long checks,
    long reports,
    long merges,
    List<Other> others,
    Map<String, Long> refused,
    Optional<String> clock) {
  /** Copies the lists. */
  public CountStatus {
    others = List.copyOf(others);
    refused = new TreeMap<>(refused);
  }

  /**
   * Another server.
   *
   * @param version of its counts
   * @param period in which they came
   */
  public record Other(String server, long version, long period) {}
}
