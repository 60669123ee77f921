package org.spamwatch.agent.trust;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * How often each stranger said of a message what one's own people said: a agreements and d
 * disagreements make the weight clamp((1 + a - 4 d) / 4, 0, 1). A newcomer weighs a quarter, a
 * voter who has agreed three times 1, and one lie costs four agreements. Agreements count up to
 * {@value #MOST_AGREED}, so that no record, however old, pays for more than five lies.
 *
 * <p>An agreement counts once for a message, and only if this peer had met the vote before its own
 * people spoke and before strangers had settled the message here: who copies what others have said
 * buys nothing. What the voter's clock says does not matter. A disagreement counts once, whenever
 * it is met; votes in bulk ({@link VoteCounted#imported}) never agree.
 *
 * <p>Both counts are halved after each half-life. Bounded: {@value #MOST} records and {@value
 * #MOST_REMEMBERED} votes met, about 200 bytes each. Not thread-safe.
 */
final class ReputationTable {
  /** Agreements counted at most. */
  public static final int MOST_AGREED = 20;

  /** Disagreements counted at most. */
  public static final int MOST_DISAGREED = 100;

  static final int MOST = 20_000;
  static final int MOST_REMEMBERED = 100_000;
  private static final int COST_OF_A_LIE = 4;

  private record Account(int agreed, int disagreed, long halvedMillis) {
    /** As it counts now. */
    Account aged(long nowMillis, long halfLife) {
      long halves = Math.max(0, (nowMillis - halvedMillis) / halfLife);
      int shift = (int) Math.min(31, halves);
      return halves == 0
          ? this
          : new Account(agreed >> shift, disagreed >> shift, halvedMillis + halves * halfLife);
    }

    double weight() {
      double quarters = 1.0 + agreed - COST_OF_A_LIE * disagreed;
      return Math.max(0, Math.min(1, quarters / 4));
    }
  }

  /** A vote that was met, by whom on what. */
  private record VoteMet(Id voter, Id message, VoteValue value) {}

  /** What is known of a vote that was met. */
  private enum State {
    /** It was there before the message was settled. */
    EARLY,
    /** It came, or was met, after that. */
    LATE,
    /** It has had its effect on the voter's record. */
    COUNTED
  }

  private final long halfLifeMillis;
  private final SiteOrder<Account> accounts = new SiteOrder<>(MOST, MOST, (site, gone) -> {});
  private final Map<VoteMet, State> met;

  ReputationTable(long halfLifeMillis) {
    this.halfLifeMillis = halfLifeMillis;
    this.met =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<VoteMet, State> eldest) {
            return size() > MOST_REMEMBERED;
          }
        };
  }

  /** What a stranger's word weighs now, 0 to 1 in quarters; a newcomer's a quarter. */
  public double weight(Id site, Id voter, long nowMillis) {
    Account account = accounts.find(site, voter);
    return account == null ? Standing.NEWCOMER : account.aged(nowMillis, halfLifeMillis).weight();
  }

  /**
   * Learns from the votes on a mail.
   *
   * @param strangers the last words of voters who are not one's own people
   * @param own what one's own people say, if they say more of one than of the other
   * @param settled whether strangers alone have made the mail spam here
   */
  void observe(
      Collection<VoteCounted> strangers, @Nullable VoteValue own, boolean settled, long nowMillis) {
    for (VoteCounted vote : strangers) {
      if (vote.value() == VoteValue.WITHDRAWN) {
        continue;
      }
      VoteMet key = new VoteMet(vote.voter(), vote.message(), vote.value());
      State state = met.get(key);
      if (state == null) {
        boolean early = own == null && !settled && !vote.imported();
        state = early ? State.EARLY : State.LATE;
        met.put(key, state);
      }
      if (own != null && state != State.COUNTED) {
        if (vote.value() != own) {
          met.put(key, State.COUNTED);
          add(vote, 0, 1, nowMillis);
        } else if (state == State.EARLY) {
          met.put(key, State.COUNTED);
          add(vote, 1, 0, nowMillis);
        }
      }
    }
  }

  private void add(VoteCounted vote, int agreed, int disagreed, long nowMillis) {
    Account account = accounts.find(vote.site(), vote.voter());
    Account aged =
        account == null ? new Account(0, 0, nowMillis) : account.aged(nowMillis, halfLifeMillis);
    accounts.touch(
        vote.site(),
        vote.voter(),
        new Account(
            Math.min(MOST_AGREED, aged.agreed() + agreed),
            Math.min(MOST_DISAGREED, aged.disagreed() + disagreed),
            aged.halvedMillis()));
  }

  /** Voters who have a record. */
  int accounts() {
    return accounts.size();
  }

  // Over a restart -----------------------------------------------------------------------------

  List<TrustRecord.Account> records() {
    List<TrustRecord.Account> records = new ArrayList<>();
    accounts
        .sites()
        .forEach(
            (site, ofSite) ->
                ofSite.forEach(
                    (voter, account) ->
                        records.add(
                            new TrustRecord.Account(
                                site,
                                voter,
                                account.agreed(),
                                account.disagreed(),
                                account.halvedMillis()))));
    return records;
  }

  void restore(TrustRecord.Account record) {
    accounts.touch(
        record.site(),
        record.voter(),
        new Account(record.agreed(), record.disagreed(), record.halvedMillis()));
  }
}
