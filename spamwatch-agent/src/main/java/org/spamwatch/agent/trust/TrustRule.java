package org.spamwatch.agent.trust;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.spamwatch.agent.trust.Decision.Decider;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/**
 * The rule by which votes make a verdict; a pure function of the votes and of what is known of the
 * voters. Votes alone prove nothing: whoever runs a peer can make voters for free, and a ring of
 * real people can agree on a lie. So strangers are heard, and own people believed:
 *
 * <ol>
 *   <li><em>Own site.</em> As many own voters as asked for (by default one) who say spam make it
 *       spam, if they are more than the own voters who say ham. Own voters who say ham and are as
 *       many or more make it unknown, whatever strangers say.
 *   <li><em>Strangers</em>, where the own site has not decided. Those for spam, less those for ham,
 *       have to be as many as {@link TrustConfig#voters} and as {@link TrustConfig#share} of the
 *       electorate, so that a ring needs that share of all voters; and they have to weigh {@link
 *       TrustConfig#weight}, where a voter's weight is the record that {@link ReputationTable}
 *       keeps. As long as too little of the electorate is known to say what its share is, they do
 *       not decide.
 *   <li><em>Each site.</em> Of what is needed no site of strangers brings, for spam or for ham,
 *       more than half (rounded up), so that there are always two; and its newcomers together weigh
 *       no more than one voter.
 * </ol>
 *
 * <p>One more vote for spam never turns spam to unknown, one more for ham never unknown to spam;
 * the order of the votes does not matter. Nothing makes "ham". Source: design of the votes, and for
 * the share the figure that one user in a hundred must not carry a verdict (ADR 12).
 */
public final class TrustRule {
  /** The part of the electorate that has to be known before strangers decide. */
  public static final double COVERAGE = .5;

  private final TrustConfig config;

  /** The rule with its numbers. */
  public TrustRule(TrustConfig config) {
    this.config = config;
  }

  /**
   * Judges.
   *
   * @param lastWords one vote of each voter, the last
   */
  public Decision judge(Collection<VoteCounted> lastWords, Policy terms, Standing standing) {
    int[] own = new int[2];
    Map<Id, Camp> spam = new TreeMap<>();
    Map<Id, Camp> ham = new TreeMap<>();
    for (VoteCounted vote : lastWords) {
      if (vote.value() == VoteValue.WITHDRAWN) {
        continue;
      }
      boolean isSpam = vote.value() == VoteValue.SPAM;
      if (terms.rule() == Rule.ANY || standing.isOwn(vote.site())) {
        own[isSpam ? 0 : 1]++;
      } else {
        (isSpam ? spam : ham)
            .computeIfAbsent(vote.site(), site -> new Camp())
            .add(weight(vote, standing));
      }
    }
    return new Count(terms, own[0], own[1], spam, ham).decision(standing);
  }

  /** A mark of long ago cannot be told from a copy of what others said since. */
  private static double weight(VoteCounted vote, Standing standing) {
    double weight = standing.weight(vote.site(), vote.voter());
    return vote.imported() ? Math.min(weight, Standing.NEWCOMER) : weight;
  }

  /** The strangers of one site who say the same. */
  private static final class Camp {
    private int voters;
    private double established;
    private double newcomers;

    void add(double weight) {
      voters++;
      if (weight > Standing.NEWCOMER) {
        established += weight;
      } else {
        newcomers += weight;
      }
    }

    int voters(int most) {
      return Math.min(voters, most);
    }

    double weight(double most) {
      return Math.min(established + Math.min(newcomers, 1), most);
    }
  }

  private static int voters(Map<Id, Camp> camps, int most) {
    return camps.values().stream().mapToInt(camp -> camp.voters(most)).sum();
  }

  private static double weight(Map<Id, Camp> camps, double most) {
    return camps.values().stream().mapToDouble(camp -> camp.weight(most)).sum();
  }

  /** The votes on one mail. */
  private final class Count {
    private final Policy terms;
    private final int ownSpam;
    private final int ownHam;
    private final Map<Id, Camp> spam;
    private final Map<Id, Camp> ham;

    Count(Policy terms, int ownSpam, int ownHam, Map<Id, Camp> spam, Map<Id, Camp> ham) {
      this.terms = terms;
      this.ownSpam = ownSpam;
      this.ownHam = ownHam;
      this.spam = spam;
      this.ham = ham;
    }

    Decision decision(Standing standing) {
      int needed = Math.max(config.voters(), terms.votes());
      double coverage = 0;
      boolean strangersHeard = terms.rule() == Rule.TRUST && !(spam.isEmpty() && ham.isEmpty());
      if (strangersHeard) {
        // The small difference keeps 2 % of 150 at 3 in floating point.
        needed =
            Math.max(needed, (int) Math.ceil(config.share() * standing.voterPopulation() - 1e-9));
        coverage = standing.coverage();
      }
      int mostVoters = (needed + 1) / 2;
      double mostWeight = Math.ceil(config.weight() / 2);
      // Own people too few to decide alone are heard beside the strangers, in full.
      int voters = ownSpam - ownHam + voters(spam, mostVoters) - voters(ham, mostVoters);
      double weight = ownSpam - ownHam + weight(spam, mostWeight) - weight(ham, mostWeight);
      boolean enough = voters >= needed && weight >= config.weight() && coverage >= COVERAGE;
      Decider decider = decider(strangersHeard && enough);
      boolean isSpam =
          decider == Decider.STRANGERS || (decider == Decider.OWN_SITE && !overruled());
      return DecisionText.of(
          terms,
          new Decision(
              isSpam,
              decider,
              ownSpam,
              ownHam,
              voters(spam, Integer.MAX_VALUE),
              voters(ham, Integer.MAX_VALUE),
              spam.size(),
              voters,
              weight,
              needed,
              config.weight(),
              coverage,
              "",
              ""));
    }

    private boolean overruled() {
      return ownHam > 0 && ownHam >= ownSpam;
    }

    private Decider decider(boolean strangersSuffice) {
      if (overruled() || ownSpam >= terms.votes()) {
        return Decider.OWN_SITE;
      }
      return strangersSuffice ? Decider.STRANGERS : Decider.NOBODY;
    }
  }
}
