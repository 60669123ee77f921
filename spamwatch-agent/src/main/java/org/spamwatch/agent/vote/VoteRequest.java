package org.spamwatch.agent.vote;

import java.util.List;
import org.spamwatch.ata.fingerprint.FeatureVector;

/**
 * A signed vote and the vectors it speaks for.
 *
 * @param vectors those whose digests are signed, each once
 */
public record VoteRequest(Vote vote, List<FeatureVector> vectors) {
  /** Copies the list. */
  public VoteRequest {
    vectors = List.copyOf(vectors);
  }
}
