package org.spamwatch.agent.api;

import java.util.Collections;
import java.util.List;
import org.spamwatch.agent.statistics.CountStore.Outcome;

/**
 * What became of mails that were to be learnt.
 *
 * @param learnt counted from now on
 * @param changed counted, and what was said of them before no more
 * @param unlearnt counted no more
 * @param known of which the same had been said before
 */
public record TrainAnswer(int learnt, int changed, int unlearnt, int known) {
  /** The answer to the client. */
  public static TrainAnswer of(List<Outcome> outcomes) {
    return new TrainAnswer(
        Collections.frequency(outcomes, Outcome.LEARNT),
        Collections.frequency(outcomes, Outcome.CHANGED),
        Collections.frequency(outcomes, Outcome.UNLEARNT),
        Collections.frequency(outcomes, Outcome.KNOWN));
  }

  /** The sum of two. */
  public TrainAnswer plus(TrainAnswer other) {
    return new TrainAnswer(
        learnt + other.learnt,
        changed + other.changed,
        unlearnt + other.unlearnt,
        known + other.known);
  }
}
