package org.spamwatch.agent.quota;

import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.DistinctRate;
import org.spamwatch.sketch.DistinctRate.Counting;

/**
 * A limit on distinct messages for each of many voters. At most so many voters are tracked, and the
 * one heard of longest ago is forgotten first, who then begins anew. Not thread-safe.
 */
public final class Quota {
  private final int limit;
  private final long periodMillis;
  private final long seed;
  private final Map<Id, DistinctRate> voters;

  /**
   * Nobody has done anything yet.
   *
   * @param limit distinct messages in a period; 0 for no limit
   * @param seed chooses the filters' hash functions, so that no voter can
   * @param maxVoters tracked at most; each takes 2 bytes a permitted message
   */
  public Quota(int limit, long periodMillis, long seed, int maxVoters) {
    this.limit = limit;
    this.periodMillis = periodMillis;
    this.seed = seed;
    this.voters =
        new LinkedHashMap<>(16, .75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Id, DistinctRate> eldest) {
            return size() > maxVoters;
          }
        };
  }

  /** Distinct messages in a period, 0 for no limit. */
  public int limit() {
    return limit;
  }

  /**
   * A voter wants to vote on a message.
   *
   * @return 0 if it may; else the milliseconds after which it may
   */
  public long ask(Id voter, Id message, long nowMillis) {
    return limit == 0
        ? 0
        : voters
            .computeIfAbsent(
                voter, id -> new DistinctRate(limit, periodMillis, seed, Counting.SUCCESSES))
            .ask(message.high(), nowMillis);
  }

  /** Voters tracked. */
  public int voters() {
    return voters.size();
  }
}
