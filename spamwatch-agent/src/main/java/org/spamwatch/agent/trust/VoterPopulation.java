package org.spamwatch.agent.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * How many people vote in this realm: an estimate from those whose genuine votes this peer has met
 * lately. A peer meets only some, so the estimate adds those it has not met by how many it has met
 * once (f1) and twice (f2): n + f1 (f1 - 1) / (2 (f2 + 1)) (Chao 1984, bias-corrected form), at
 * most {@value #MOST_TIMES_SEEN} times n. A few voters who vote on everything make f2 too large and
 * the estimate too low as long as most others have been met once at most; how far that is over says
 * the {@link #coverage} (Good 1953).
 *
 * <p>Voters whom a liar makes for one vote each can only make the estimate too high and the
 * coverage too low, so that strangers' votes need more company, and only within bounds: voters
 * count by certified votes, of one site {@value #MOST_OF_SITE} at most, of all {@value #MOST}; and
 * no site of strangers counts for more than all others together. About 200 bytes a voter. Not
 * thread-safe.
 */
final class VoterPopulation {
  static final int MOST = 50_000;
  static final int MOST_OF_SITE = 2_000;
  static final int MOST_TIMES_SEEN = 8;

  /** A voter as met: how often, 3 standing for more, when and on which message the last time. */
  record Met(int times, long lastMillis, Id message) {}

  /** Voters of a site met once and twice. */
  private static final class Rare {
    private int once;
    private int twice;

    void count(Met met, int change) {
      once += met.times() == 1 ? change : 0;
      twice += met.times() == 2 ? change : 0;
    }
  }

  private final long memoryMillis;
  private final Map<Id, Rare> rare = new TreeMap<>();
  private final SiteOrder<Met> voters;

  VoterPopulation(long memoryMillis) {
    this.memoryMillis = memoryMillis;
    this.voters = new SiteOrder<>(MOST, MOST_OF_SITE, (site, met) -> rareOf(site).count(met, -1));
  }

  private Rare rareOf(Id site) {
    return rare.computeIfAbsent(site, id -> new Rare());
  }

  /** A genuine vote of a voter was met. */
  void met(Id site, Id voter, Id message, long nowMillis) {
    Met before = voters.find(site, voter);
    int times = before == null ? 1 : before.times();
    if (before != null && !before.message().equals(message)) {
      times = Math.min(3, times + 1);
    }
    put(site, voter, before, new Met(times, nowMillis, message));
  }

  private void put(Id site, Id voter, @Nullable Met before, Met now) {
    Rare ofSite = rareOf(site);
    if (before != null) {
      ofSite.count(before, -1);
    }
    ofSite.count(now, 1);
    voters.touch(site, voter, now);
  }

  /**
   * What is counted: voters met, and of those the ones met once and twice. Of the site of strangers
   * with most voters a part may be left out, hence fractions.
   */
  private record Count(double met, double once, double twice) {
    double size() {
      double unseen = Math.max(0, once * (once - 1) / (2 * (twice + 1)));
      return Math.min(met + unseen, MOST_TIMES_SEEN * met);
    }

    double coverage() {
      double votes = once + 2 * twice + 3 * (met - once - twice);
      return votes > 0 ? 1 - once / votes : 0;
    }
  }

  /** The estimate. Costs O(sites). */
  double size(Predicate<Id> isOwn, long nowMillis) {
    return count(isOwn, nowMillis).size();
  }

  /**
   * How much of the electorate is known, 0 to 1: Good's estimate of the chance that the next vote
   * is of a voter met before, 1 - f1 / v for v votes met, of a voter three at most. Costs O(sites).
   */
  double coverage(Predicate<Id> isOwn, long nowMillis) {
    return count(isOwn, nowMillis).coverage();
  }

  private Count count(Predicate<Id> isOwn, long nowMillis) {
    voters.prune(met -> met.lastMillis() < nowMillis - memoryMillis);
    rare.keySet().retainAll(voters.sites().keySet());
    Rare few = new Rare();
    @Nullable Id largest = null;
    for (Id site : voters.sites().keySet()) {
      Rare ofSite = rareOf(site);
      few.once += ofSite.once;
      few.twice += ofSite.twice;
      boolean isLarger = largest == null || voters.of(site) > voters.of(largest);
      largest = isLarger && !isOwn.test(site) ? site : largest;
    }
    if (largest == null || voters.of(largest) == voters.size()) {
      return new Count(voters.size(), few.once, few.twice);
    }
    double ofLargest = voters.of(largest);
    double others = voters.size() - ofLargest;
    // The part of the largest that is left out.
    double surplus = Math.max(0, ofLargest - others) / ofLargest;
    return new Count(
        voters.size() - surplus * ofLargest,
        few.once - surplus * rareOf(largest).once,
        few.twice - surplus * rareOf(largest).twice);
  }

  /** Voters met and not forgotten. */
  int met() {
    return voters.size();
  }

  // Over a restart -----------------------------------------------------------------------------

  List<TrustRecord.Voter> records() {
    List<TrustRecord.Voter> records = new ArrayList<>();
    voters
        .sites()
        .forEach(
            (site, ofSite) ->
                ofSite.forEach(
                    (voter, met) ->
                        records.add(
                            new TrustRecord.Voter(
                                site, voter, met.times(), met.lastMillis(), met.message()))));
    return records;
  }

  void restore(TrustRecord.Voter record) {
    put(
        record.site(),
        record.voter(),
        voters.find(record.site(), record.voter()),
        new Met(record.times(), record.lastMillis(), record.message()));
  }
}
