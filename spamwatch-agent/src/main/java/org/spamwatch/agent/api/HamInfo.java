package org.spamwatch.agent.api;

import java.time.Instant;
import java.util.List;
import org.spamwatch.agent.ham.HamGeneration;
import org.spamwatch.agent.ham.HamState;

/**
 * What the peer has learnt of its own ham.
 *
 * @param bytes that the filters take
 * @param maxBytes that they may take
 * @param falsePositiveRate how probably a feature is taken for ham that was not learnt
 */
public record HamInfo(
    long bytes, long maxBytes, double falsePositiveRate, List<Generation> generations) {
  /** Copies the list. */
  public HamInfo {
    generations = List.copyOf(generations);
  }

  /** The answer to the client. */
  public static HamInfo of(HamState state) {
    return new HamInfo(
        state.bytes(),
        state.maxBytes(),
        state.falsePositives(),
        state.generations().stream().map(Generation::of).toList());
  }

  /**
   * What was learnt of a source in a period.
   *
   * @param source directory, kept, list or sent
   * @param start when it began, such as {@code 2026-01-31T00:00:00Z}
   * @param mails learnt
   * @param features learnt
   * @param forgotten features
   * @param fill how full its filter is, 0 to 1
   * @param falsePositiveRate how probably a feature is taken for one of it that is not
   * @param bytes that its filter takes
   * @param newest when the last mail was learnt
   */
  public record Generation(
      String source,
      String start,
      long mails,
      long features,
      long forgotten,
      double fill,
      double falsePositiveRate,
      long bytes,
      String newest) {
    private static Generation of(HamGeneration generation) {
      return new Generation(
          generation.source().label(),
          Instant.ofEpochMilli(generation.startMillis()).toString(),
          generation.mails(),
          generation.features(),
          generation.forgotten(),
          generation.fill(),
          generation.falsePositives(),
          generation.bytes(),
          Instant.ofEpochMilli(generation.newestMillis()).toString());
    }
  }
}
