package org.spamwatch.agent.summary;

import java.util.function.Consumer;
import org.spamwatch.overlay.Id;

/**
 * Where blocks outlive the process: the seam between the node logic and the disk.
 *
 * <p>Every method is called on the node's turn and must not block for the disk. Changes take effect
 * in the order of the calls.
 */
public interface SummaryStore {
  /** Keeps nothing. */
  SummaryStore NONE =
      new SummaryStore() {
        @Override
        public void load(Consumer<Block> visitor) {}

        @Override
        public void put(Block block) {}

        @Override
        public void forget(Id origin, long epoch, int through) {}

        @Override
        public void durable(Runnable done) {
          done.run();
        }
      };

  /**
   * Visits everything stored, once, when the node starts: of each origin in the order of epochs and
   * numbers. The visitor may forget. What was forgotten may be there once more.
   */
  void load(Consumer<Block> visitor);

  /** Keeps a block; one of its name is not there. */
  void put(Block block);

  /** Forgets an origin's blocks of an epoch up to a number, and all of earlier epochs. */
  void forget(Id origin, long epoch, int through);

  /**
   * Runs an action, now or on a later turn, once everything done so far is on disk: a number that
   * others have seen is never given again.
   */
  void durable(Runnable done);
}
