package org.spamwatch.agent.api;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.statistics.CountStore.Outcome;

/**
 * What became of mails that were to be learnt.
 *
 * @param learnt counted from now on
 * @param changed counted, and what was said of them before no more
 * @param unlearnt counted no more
 * @param known of which the same had been said before
 * @param waitMillis if the answer was to wait until that judges, and filters were built too often
 *     of late for it: in how many milliseconds to ask again
 */
public record TrainAnswer(
    int learnt, int changed, int unlearnt, int known, Optional<Long> waitMillis) {
  /** None of any mail. */
  public static final TrainAnswer NONE = new TrainAnswer(0, 0, 0, 0, Optional.empty());

  /** The answer to the client. */
  public static TrainAnswer of(List<Outcome> outcomes, Optional<Long> waitMillis) {
    return new TrainAnswer(
        Collections.frequency(outcomes, Outcome.LEARNT),
        Collections.frequency(outcomes, Outcome.CHANGED),
        Collections.frequency(outcomes, Outcome.UNLEARNT),
        Collections.frequency(outcomes, Outcome.KNOWN),
        waitMillis);
  }

  /** The sum of two, of which the other is the later one. */
  public TrainAnswer plus(TrainAnswer other) {
    return new TrainAnswer(
        learnt + other.learnt,
        changed + other.changed,
        unlearnt + other.unlearnt,
        known + other.known,
        other.waitMillis);
  }
}
