package org.spamwatch.agent.vote;

import java.util.List;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What this peer keeps of a message, without what is revoked.
 *
 * @param guid the message
 * @param votes of each voter one for each variant, the last first
 * @param vectors those that the votes speak for
 */
public record MessageVotes(Id guid, List<Vote> votes, List<FeatureVector> vectors) {
  /** Copies the lists. */
  public MessageVotes {
    votes = List.copyOf(votes);
    vectors = List.copyOf(vectors);
  }
}
