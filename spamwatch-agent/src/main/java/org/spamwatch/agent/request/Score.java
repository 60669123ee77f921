package org.spamwatch.agent.request;

import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.trust.Decision.Decider;

/**
 * A verdict in points, for programs that know nothing else. Spam has 5 points, which is what is
 * required, and one more for each voter for spam beyond those for ham, as far as they are heeded;
 * at most 20, which is also what the postmaster's rule gives. Everything else has none: silence is
 * never "ham", and votes that do not make a mail spam do not make it half spam either.
 *
 * @param points 0, or {@link #REQUIRED} to {@link #MOST}
 */
public record Score(double points) {
  /** From how many points on a mail is spam. */
  public static final double REQUIRED = 5;

  /** The most that a mail can have. */
  public static final double MOST = 20;

  /** The points of what was found. */
  public static Score of(CheckResult result) {
    if (result.verdict() != Verdict.SPAM) {
      return new Score(0);
    }
    if (result.decision().decidedBy() == Decider.POSTMASTER) {
      return new Score(MOST);
    }
    return new Score(Math.min(MOST, REQUIRED + Math.max(0, result.decision().voters())));
  }

  /** Whether the mail is spam. */
  public boolean isSpam() {
    return points >= REQUIRED;
  }
}
