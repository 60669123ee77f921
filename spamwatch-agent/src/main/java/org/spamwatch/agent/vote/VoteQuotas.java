package org.spamwatch.agent.vote;

import com.google.common.collect.Lists;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.quota.Quota;
import org.spamwatch.overlay.Id;

/**
 * How many distinct messages a voter may vote on in a day; votes in bulk ({@link
 * VoteOrigin#IMPORT}) are counted apart. To vote again on the same message is free. A peer holds
 * its own users to its limits, and other peers' voters, of whose votes it keeps some, to twice
 * that, for their peers may allow more.
 *
 * <p>Votes that are handed over when keepers change may be of two months. They are counted by the
 * day that they name: a voter can have as many of each day as the peer would have kept on it. After
 * a restart the last days' votes are counted again as they lie in the store, by the time that they
 * name. Bounded: {@value #OWN_VOTERS} own and {@value #OTHER_VOTERS} other voters, {@value
 * #VOTER_DAYS} voters' days, two bytes for each permitted message.
 */
final class VoteQuotas {
  private static final int OWN_VOTERS = 1_000;
  private static final int OTHER_VOTERS = 10_000;
  private static final int IMPORTERS = 1_000;
  private static final int VOTER_DAYS = 5_000;
  private static final int IMPORTER_DAYS = 500;
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  /** What is older has decayed to less than a seventh of itself. */
  private static final long COUNTED_AGAIN_MILLIS = 2 * DAY_MILLIS;

  /** Some milliseconds. */
  private static final int COUNTED_IN_A_TURN = 5_000;

  private final int daily;
  private final int imports;
  private final RandomGenerator random;
  private List<Vote> recent = new ArrayList<>(0); // of those loaded, until they are counted
  private @Nullable Pair own;
  private @Nullable Pair others;
  private @Nullable Pair handedOver;

  private record Pair(Quota votes, Quota imports) {
    Quota of(Vote vote) {
      return vote.origin().equals(VoteOrigin.IMPORT) ? imports : votes;
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
    own = own == null ? pair(1, OWN_VOTERS, IMPORTERS) : own;
    return own.of(vote).ask(vote.voter(), vote.guid(), nowMillis);
  }

  /**
   * A genuine vote that another peer wants kept.
   *
   * @return 0, or the milliseconds until it may be kept
   */
  long askOther(Vote vote, long nowMillis) {
    others = others == null ? pair(2, OTHER_VOTERS, IMPORTERS) : others;
    return others.of(vote).ask(vote.voter(), vote.guid(), nowMillis);
  }

  /** Whether a genuine vote may be kept that another keeper hands over. */
  boolean admitsHandedOver(Vote vote) {
    handedOver = handedOver == null ? pair(2, VOTER_DAYS, IMPORTER_DAYS) : handedOver;
    long day = Math.floorDiv(vote.timeMillis(), DAY_MILLIS);
    Id voterDay = Id.of(vote.voter().high(), day, 0);
    return handedOver.of(vote).ask(voterDay, vote.guid(), day * DAY_MILLIS) == 0;
  }

  /** A vote is loaded from the store: one of the last days is counted again by {@link #restore}. */
  void loaded(Vote vote, long dateMillis) {
    if (vote.timeMillis() > dateMillis - COUNTED_AGAIN_MILLIS) {
      recent.add(vote);
    }
  }

  /**
   * Counts the votes of the last days again after a restart.
   *
   * @param self the site whose voters are own users
   * @param dateMillis the present, as votes are dated
   * @param nowMillis the present, as quotas count: no clock that is set stops or fills them
   * @param turns runs a part of it on the node's turn, and returns when it is done
   */
  void restore(Id self, long dateMillis, long nowMillis, Consumer<Runnable> turns) {
    recent.sort(Comparator.comparingLong(Vote::timeMillis));
    for (List<Vote> part : Lists.partition(recent, COUNTED_IN_A_TURN)) {
      turns.accept(() -> part.forEach(vote -> countAgain(vote, self, dateMillis, nowMillis)));
    }
    recent = new ArrayList<>(0);
  }

  private void countAgain(Vote vote, Id self, long dateMillis, long nowMillis) {
    long then = nowMillis - Math.max(0, dateMillis - vote.timeMillis());
    if (vote.site().equals(self)) {
      askOwn(vote, then);
    } else {
      askOther(vote, then);
    }
  }

  private Pair pair(int times, int voters, int importers) {
    return new Pair(
        new Quota(times * daily, DAY_MILLIS, random.nextLong(), voters),
        new Quota(times * imports, DAY_MILLIS, random.nextLong(), importers));
  }

  /** Why a vote of an own user is refused, and until when. */
  String refusal(Vote vote, long waitMillis) {
    boolean imported = vote.origin().equals(VoteOrigin.IMPORT);
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
