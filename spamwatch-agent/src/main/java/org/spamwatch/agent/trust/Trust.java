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
 * A peer's trust: judges by the rule, and learns from what it judges. It is told of every mail that
 * was judged ({@link #judged}) and of every vote of its own users ({@link #voted}), and remembers
 * the strangers' votes on the last {@value #MOST_MAILS} mails, so that an own user's vote is
 * compared with what strangers had said when that mail came in, without asking the network again.
 *
 * <p>The driver keeps {@link #records} over a restart. Not thread-safe.
 */
public final class Trust {
  static final int MOST_MAILS = 2_000;

  private final TrustConfig config;
  private final TrustRule rule;
  private final ReputationTable reputationTable;
  private final VoterPopulation voterPopulation;
  private final Map<Id, List<VoteCounted>> mails =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, List<VoteCounted>> eldest) {
          return size() > MOST_MAILS;
        }
      };

  /** Trust without memories. */
  public Trust(TrustConfig config) {
    this.config = config;
    this.rule = new TrustRule(config);
    this.reputationTable = new ReputationTable(config.halfLife().toMillis());
    this.voterPopulation = new VoterPopulation(config.electorateMemory().toMillis());
  }

  /** What is known of voters at a time. */
  public Standing at(long nowMillis) {
    return new Standing() {
      @Override
      public boolean isOwn(Id site) {
        return config.own().contains(site);
      }

      @Override
      public double weight(Id site, Id voter) {
        return reputationTable.weight(site, voter, nowMillis);
      }

      @Override
      public double voterPopulation() {
        return voterPopulation.size(config.own()::contains, nowMillis);
      }

      @Override
      public double coverage() {
        return voterPopulation.coverage(config.own()::contains, nowMillis);
      }
    };
  }

  /**
   * Judges a mail; nothing is learnt from it yet.
   *
   * @param lastWords genuine votes, the last one of each voter
   */
  public Decision judge(Collection<VoteCounted> lastWords, Policy terms, long nowMillis) {
    return rule.judge(lastWords, terms, at(nowMillis));
  }

  /**
   * Learns from a mail that was judged, whoever asked and on whatever terms.
   *
   * @param features what names the mail's features, such as the digest of its vector
   */
  public void judged(Collection<Id> features, Collection<VoteCounted> lastWords, long nowMillis) {
    List<VoteCounted> strangers = strangers(lastWords);
    int lead = lead(lastWords);
    boolean settled = !strangers.isEmpty() && judge(strangers, Policy.DEFAULT, nowMillis).spam();
    lastWords.forEach(vote -> met(vote, nowMillis));
    reputationTable.observe(strangers, value(lead), settled, nowMillis);
    if (!strangers.isEmpty()) {
      features.forEach(each -> mails.put(each, strangers));
    }
  }

  /** Learns from a vote of an own user on a mail with some features. */
  public void voted(Collection<Id> features, VoteCounted vote, long nowMillis) {
    met(vote, nowMillis);
    if (!config.own().contains(vote.site()) || vote.value() == VoteValue.WITHDRAWN) {
      return;
    }
    for (Id each : features) {
      List<VoteCounted> strangers = mails.get(each);
      if (strangers != null) {
        reputationTable.observe(strangers, vote.value(), false, nowMillis);
      }
    }
  }

  /** Counts the voter of a genuine vote, on whatever message, to the electorate. */
  public void met(VoteCounted vote, long nowMillis) {
    voterPopulation.met(vote.site(), vote.voter(), vote.message(), nowMillis);
  }

  private List<VoteCounted> strangers(Collection<VoteCounted> votes) {
    return votes.stream().filter(vote -> !config.own().contains(vote.site())).toList();
  }

  /** Own voters for spam less those for ham. */
  private int lead(Collection<VoteCounted> votes) {
    int lead = 0;
    for (VoteCounted vote : votes) {
      if (config.own().contains(vote.site())) {
        lead += vote.value() == VoteValue.SPAM ? 1 : 0;
        lead -= vote.value() == VoteValue.HAM ? 1 : 0;
      }
    }
    return lead;
  }

  private static @Nullable VoteValue value(int lead) {
    return lead > 0 ? VoteValue.SPAM : lead < 0 ? VoteValue.HAM : null;
  }

  /** Voters met lately. */
  public int voters() {
    return voterPopulation.met();
  }

  /** Strangers with a record. */
  public int accounts() {
    return reputationTable.accounts();
  }

  /** Everything that is to survive a restart, in the order in which it is to be restored. */
  public List<TrustRecord> records() {
    List<TrustRecord> records = new ArrayList<>(reputationTable.records());
    records.addAll(voterPopulation.records());
    return records;
  }

  /** Takes back what {@link #records} gave. */
  public void restore(List<TrustRecord> records) {
    for (TrustRecord record : records) {
      if (record instanceof TrustRecord.Account account) {
        reputationTable.restore(account);
      } else if (record instanceof TrustRecord.Voter voter) {
        voterPopulation.restore(voter);
      }
    }
  }
}
