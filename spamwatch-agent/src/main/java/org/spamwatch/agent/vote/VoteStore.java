package org.spamwatch.agent.vote;

import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * Where votes outlive the process: the seam between the node logic and the disk.
 *
 * <p>Every method is called on the node's turn and must not block for the disk. Changes take effect
 * in the order of the calls. A store that can no longer keep what it is given must not report it
 * durable.
 */
public interface VoteStore {
  /** Visits everything stored, once, when the node starts. */
  void load(Consumer<StoredMessage> visitor);

  /**
   * Keeps a vote in the place of the one of the same voter, message and digests, and those of the
   * vectors that are not kept yet.
   */
  void put(Vote vote, List<FeatureVector> vectors);

  /**
   * Whether so much waits to be written that nothing more is to be put: the disk is slower than
   * what comes in. What is put all the same is not lost.
   */
  default boolean isBehind() {
    return false;
  }

  /** Forgets a vote. */
  void remove(Vote vote);

  /** Forgets those of a message's vectors that have these digests. */
  void removeVectors(Id guid, List<Id> digests);

  /** Forgets a message, its vectors and votes. */
  void remove(Id guid);

  /** Remembers that a vote cast here is not yet confirmed by its root and replicas. */
  void pend(Vote vote);

  /** Takes {@link #pend} of this very vote back. */
  void settle(Vote vote);

  /** Runs an action on a later turn, once everything done so far is on disk. */
  void durable(Runnable done);
}
