package org.spamwatch.overlay.lease;

import java.util.EnumMap;
import java.util.Map;

/** How many records were refused, by reason. Not thread-safe. */
public final class RefusalCounts {
  private Map<Refusal, Long> counts = Map.of();

  void add(Refusal refusal) {
    counts = counts.isEmpty() ? new EnumMap<>(Refusal.class) : counts;
    counts.merge(refusal, 1L, Long::sum);
  }

  /** Records refused for a reason. */
  public long of(Refusal refusal) {
    return counts.getOrDefault(refusal, 0L);
  }

  /** Records refused. */
  public long sum() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
