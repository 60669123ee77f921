package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Messages that nobody wrote, as experiments announce them: of one vector of 40 features each. */
final class AnnouncedMessages {
  /** Features of each. */
  static final int KEYS = 40;

  /** The peers that announce each. */
  static final int MARKED_AT = 3;

  private AnnouncedMessages() {}

  /** A vector of random features. */
  static FeatureVector vector(RandomGenerator random) {
    List<Id> keys = new ArrayList<>(KEYS);
    for (int i = 0; i < KEYS; i++) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }

  /** A message with a vector. */
  static Announcement of(FeatureVector vector, RandomGenerator random) {
    return new Announcement(Id.random(random), List.of(vector));
  }
}
