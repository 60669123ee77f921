package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What one peer's own voters say of a message now. Of two announcements of a message by one peer
 * the later takes the place of the one before. Immutable.
 *
 * @param guid the message
 * @param vectors those of its vectors that they call spam, each whole, none twice, {@value
 *     Vote#MAX_DIGESTS} at most; none takes back what was announced before
 */
public record Announcement(Id guid, List<FeatureVector> vectors) {
  /** Checks the number of vectors and that none is there twice. */
  public Announcement {
    vectors = List.copyOf(vectors);
    if (vectors.size() > Vote.MAX_DIGESTS) {
      throw new IllegalArgumentException(
          "an announcement has " + Vote.MAX_DIGESTS + " vectors at most, not " + vectors.size());
    }
    if (vectors.stream().distinct().count() != vectors.size()) {
      throw new IllegalArgumentException("a vector occurs twice in an announcement");
    }
  }

  /** What takes back all that was announced of a message. */
  public static Announcement takenBack(Id guid) {
    return new Announcement(guid, List.of());
  }

  /** Whether it takes back what was announced before. */
  public boolean isTakenBack() {
    return vectors.isEmpty();
  }
}
