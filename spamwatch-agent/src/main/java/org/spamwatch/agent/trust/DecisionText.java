package org.spamwatch.agent.trust;

import java.util.Locale;
import org.spamwatch.agent.trust.Decision.Decider;

/** Says in words what a ruling means: its reason, and what would change it. */
final class DecisionText {
  private DecisionText() {}

  /** The ruling with both lines. */
  static Decision of(Policy terms, Decision r) {
    return new Decision(
        r.spam(),
        r.decidedBy(),
        r.ownSpam(),
        r.ownHam(),
        r.strangerSpam(),
        r.strangerHam(),
        r.spamSites(),
        r.voters(),
        r.weight(),
        r.votersNeeded(),
        r.weightNeeded(),
        r.coverage(),
        reason(terms, r),
        change(terms, r));
  }

  private static boolean hasStrangers(Decision r) {
    return r.strangerSpam() + r.strangerHam() > 0;
  }

  private static String reason(Policy terms, Decision r) {
    String own = votes(r.ownSpam(), "spam") + ", " + votes(r.ownHam(), "ham");
    own += hasStrangers(r) ? " of one's own people" : "";
    if (r.spam() && r.decidedBy() == Decider.OWN_SITE) {
      return own + ": at least " + terms.votes() + " for spam, and more than for ham";
    }
    if (r.decidedBy() == Decider.OWN_SITE) {
      return own
          + ": spam needs more votes than ham"
          + (hasStrangers(r) ? ", and strangers do not overrule them" : "");
    }
    if (!hasStrangers(r)) {
      return own + ": spam needs " + terms.votes();
    }
    if (terms.rule() == Rule.OWN) {
      return own + ": spam needs " + terms.votes() + "; strangers are not asked";
    }
    String strangers = own + "; " + strangers(r);
    return r.coverage() < TrustRule.COVERAGE ? strangers + "; " + unknownVoters(r) : strangers;
  }

  private static String unknownVoters(Decision r) {
    return String.format(
        Locale.ROOT,
        "too few of the realm's voters are known here yet: %.0f %% of the votes met are the only one"
            + " of their voter, strangers decide from %.0f %% down",
        Math.ceil(100 * (1 - r.coverage())),
        100 * (1 - TrustRule.COVERAGE));
  }

  private static String strangers(Decision r) {
    return String.format(
        Locale.ROOT,
        "of strangers %s (%s), %s: they count as %d %s of weight %s, spam needs %d of weight %s",
        votes(r.strangerSpam(), "spam"),
        counted(r.spamSites(), "site"),
        votes(r.strangerHam(), "ham"),
        r.voters(),
        r.voters() == 1 ? "voter" : "voters",
        weight(r.weight()),
        r.votersNeeded(),
        weight(r.weightNeeded()));
  }

  private static String change(Policy terms, Decision r) {
    String site = hasStrangers(r) || terms.rule() != Rule.ANY ? " of one's own people" : "";
    if (r.spam() && r.decidedBy() == Decider.OWN_SITE) {
      return counted(r.ownSpam() - r.ownHam(), "more ham vote") + site + " would overrule";
    }
    if (r.spam()) {
      return counted(Math.max(1, r.ownSpam() - r.ownHam()), "ham vote") + site + " would overrule";
    }
    int missing = Math.max(terms.votes() - r.ownSpam(), r.ownHam() + 1 - r.ownSpam());
    String own = counted(missing, "more spam vote") + site + " would make it spam";
    boolean strangersCould =
        hasStrangers(r) && terms.rule() == Rule.TRUST && r.decidedBy() == Decider.NOBODY;
    return strangersCould ? own + "; or " + more(r) : own;
  }

  /** What strangers lack, who may be of sites that have said as much as a site can. */
  private static String more(Decision r) {
    if (r.coverage() < TrustRule.COVERAGE) {
      return "strangers' votes, once more of the realm's voters have been met";
    }
    int voters = r.votersNeeded() - r.voters();
    double weight = r.weightNeeded() - r.weight();
    String needs =
        voters > 0
            ? counted(voters, "more voter")
                + (weight > 0 ? " and " + weight(weight) + " more weight" : "")
            : weight(weight) + " more weight";
    return needs + " of strangers" + (r.spamSites() < 2 ? " of another site" : "");
  }

  private static String weight(double weight) {
    return weight == Math.rint(weight)
        ? String.valueOf((long) weight)
        : String.format(Locale.ROOT, "%.2f", weight);
  }

  private static String votes(int count, String value) {
    return count + (count == 1 ? " vote for " : " votes for ") + value;
  }

  private static String counted(int count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }
}
