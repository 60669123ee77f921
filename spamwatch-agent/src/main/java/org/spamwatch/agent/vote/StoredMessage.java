package org.spamwatch.agent.vote;

import java.util.List;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What a store holds of one message.
 *
 * @param guid the message
 * @param vectors every vector published with it
 * @param votes of each voter one for each list of digests
 * @param pending those of the votes that were cast at this peer and are not yet confirmed by the
 *     message's root and replicas
 */
public record StoredMessage(
    Id guid, List<FeatureVector> vectors, List<Vote> votes, List<Vote> pending) {
  /** Copies the lists. */
  public StoredMessage {
    vectors = List.copyOf(vectors);
    votes = List.copyOf(votes);
    pending = List.copyOf(pending);
  }
}
