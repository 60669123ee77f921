package org.spamwatch.simulator.alternatives;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;

/** One node's part in a way to publish objects by their features and to find them by these. */
interface FeatureLocation {
  /** How long an asker waits for features that nobody answers for. */
  Duration PATIENCE = Duration.ofSeconds(4);

  /** Publishes the mapping from a vector to an object, which the DOLR has been told of already. */
  void publish(FeatureVector vector, Id guid);

  /**
   * Sends a message to every object whose vector shares enough features.
   *
   * @param answered told once which objects were found
   */
  void ask(
      FeatureVector vector, int thres, Message payload, Asking how, Consumer<Set<Id>> answered);
}
