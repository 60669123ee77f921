package org.spamwatch.agent.vote;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * How votes are kept.
 *
 * @param castPatience how long a voter waits for the root and its replicas; the vote is safe on the
 *     local disk meanwhile
 * @param retry after how long a vote that is not confirmed yet is sent again for the first time;
 *     the pauses double up to ten minutes
 * @param retention how long after its last vote a message is forgotten
 * @param dailyQuota distinct messages a voter may vote on in a day; 0 for any number
 * @param importQuota distinct messages on which a voter may import votes in a day; 0 for any number
 * @param roomBytes memory that votes and their vectors may take
 */
public record VoteConfig(
    Duration castPatience,
    Duration retry,
    Duration retention,
    int dailyQuota,
    int importQuota,
    long roomBytes) {
  /** What a peer uses unless told otherwise. */
  public static final VoteConfig DEFAULT =
      new VoteConfig(
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofDays(60),
          500,
          5_000,
          2_000_000_000L);

  /** Checks that every span is positive. */
  public VoteConfig {
    for (Duration span : new Duration[] {castPatience, retry, retention}) {
      checkArgument(
          !span.isZero() && !span.isNegative(), "%s is not a positive span of time", span);
    }
    if (dailyQuota < 0 || importQuota < 0) {
      throw new IllegalArgumentException(
          "quotas " + dailyQuota + " and " + importQuota + " are not 0 or more");
    }
    checkArgument(roomBytes >= 1, "%s bytes are no room for votes", roomBytes);
  }

  /** This configuration with other quotas. */
  public VoteConfig withQuotas(int daily, int imports) {
    return new VoteConfig(castPatience, retry, retention, daily, imports, roomBytes);
  }

  /** This configuration with another bound on the memory that votes take. */
  public VoteConfig withRoom(long bytes) {
    return new VoteConfig(castPatience, retry, retention, dailyQuota, importQuota, bytes);
  }
}
