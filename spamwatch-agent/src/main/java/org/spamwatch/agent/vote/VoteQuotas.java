package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.quota.Quota;

/**
 * How many distinct messages a voter may vote on in a day; votes in bulk ({@link
 * VoteOrigin#IMPORT}) are counted apart. To vote again on the same message is free. A peer holds
 * its own users to its limits, and other peers' voters, of whose votes it keeps some, to twice
 * that, for their peers may allow more.
 *
 * <p>Votes that come back to a peer when keepers change are not counted: they are old. Bounded:
 * {@value #OWN_VOTERS} own and {@value #OTHER_VOTERS} other voters, two bytes for each permitted
 * message.
 */
final class VoteQuotas {
  private static final int OWN_VOTERS = 1_000;
  private static final int OTHER_VOTERS = 10_000;
  private static final int IMPORTERS = 1_000;
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final int daily;
  private final int imports;
  private final RandomGenerator random;
  private @Nullable Pair own;
  private @Nullable Pair others;

  private record Pair(Quota votes, Quota imports) {
    Quota of(Vote vote) {
      return vote.origin() == VoteOrigin.IMPORT ? imports : votes;
    }
  }

  VoteQuotas(VoteConfig config, RandomGenerator random) {
    this.daily = config.dailyQuota();
    this.imports = config.importQuota();
    this.random = random;
  }

  /**
   * A genuine vote of this peer's own user on a message on which it has not voted.
   *
   * @return 0, or the milliseconds until it may be cast
   */
  long askOwn(Vote vote, long nowMillis) {
    own = own == null ? pair(1, OWN_VOTERS) : own;
    return own.of(vote).ask(vote.voter(), vote.guid(), nowMillis);
  }

  /** Likewise a vote that another peer wants kept. */
  long askOther(Vote vote, long nowMillis) {
    others = others == null ? pair(2, OTHER_VOTERS) : others;
    return others.of(vote).ask(vote.voter(), vote.guid(), nowMillis);
  }

  private Pair pair(int times, int voters) {
    return new Pair(
        new Quota(times * daily, DAY_MILLIS, random.nextLong(), voters),
        new Quota(times * imports, DAY_MILLIS, random.nextLong(), IMPORTERS));
  }

  /** Why a vote of an own user is refused, and until when. */
  String refusal(Vote vote, long waitMillis) {
    boolean imported = vote.origin() == VoteOrigin.IMPORT;
    return "the voter has %s %d distinct messages in a day, %s; the next vote in %s"
        .formatted(
            imported ? "imported votes on" : "voted on",
            imported ? imports : daily,
            imported ? "votes.import-quota" : "votes.daily-quota",
            span(waitMillis));
  }

  /** What a voter is told whose votes another peer does not keep now. */
  static String refusalElsewhere(long waitMillis) {
    return "the voter votes on more messages than a peer keeps of one; again in "
        + span(waitMillis);
  }

  private static String span(long millis) {
    long minutes = (millis + 59_999) / 60_000;
    return minutes < 120 ? minutes + " min" : (minutes + 59) / 60 + " h";
  }
}
