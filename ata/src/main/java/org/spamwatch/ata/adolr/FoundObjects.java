package org.spamwatch.ata.adolr;

import java.time.Duration;
import java.util.List;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;

/**
 * What queries of this node have found of late, so that the same query need not go through the
 * network again: one mail comes to many users of a peer within seconds. Misses are not kept.
 *
 * <p>Source: SpamWatch paper, section 3.3, the first optimisation.
 */
final class FoundObjects {
  /** How long an answer serves: what is published after it stays hidden that long at most. */
  static final Duration KEPT = Duration.ofSeconds(60);

  /** Answers kept; the oldest give way. */
  static final int CAPACITY = 512;

  private record Question(Id digest, int thres) {}

  private record Answer(List<Match> matches, long untilMicros) {}

  private final Timers timers;
  private final RecentMap<Question, Answer> answers = RecentMap.lastCome(CAPACITY);

  FoundObjects(Timers timers) {
    this.timers = timers;
  }

  void add(FeatureVector vector, int thres, List<Match> matches) {
    if (!matches.isEmpty()) {
      Question question = question(vector, thres);
      answers.remove(question); // the newest is last
      answers.put(question, new Answer(matches, timers.nowMicros() + KEPT.toNanos() / 1000));
    }
  }

  /** What the same query has found lately; empty if nothing. */
  List<Match> find(FeatureVector vector, int thres) {
    Answer answer = answers.get(question(vector, thres));
    return answer == null || answer.untilMicros() <= timers.nowMicros()
        ? List.of()
        : answer.matches();
  }

  private static Question question(FeatureVector vector, int thres) {
    return new Question(vector.digest(), thres);
  }
}
