package org.spamwatch.agent.ham;

import java.util.List;

/**
 * What a site has learnt.
 *
 * @param generations by source, the oldest first
 * @param falsePositives the chance that a feature which no source gave looks as if one did
 * @param bytes that all filters take
 * @param maxBytes that they may take
 */
public record HamState(
    List<HamGeneration> generations, double falsePositives, long bytes, long maxBytes) {
  /** Copies the list. */
  public HamState {
    generations = List.copyOf(generations);
  }
}
