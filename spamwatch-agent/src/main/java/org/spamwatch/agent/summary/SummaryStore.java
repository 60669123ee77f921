package org.spamwatch.agent.summary;

import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.overlay.Id;

/**
 * Where the blocks are: the seam between the node logic and the disk. They outlive the process.
 *
 * <p>Every method is called on the node's turn and must not block for the disk. Changes take effect
 * in the order of the calls, and reading sees those before it.
 */
public interface SummaryStore {
  /** Keeps nothing. */
  SummaryStore NONE =
      new SummaryStore() {
        @Override
        public void load(Loading loading) {
          loading.ended(true);
        }

        @Override
        public void put(Block block) {}

        @Override
        public void read(Known run, Consumer<List<Block>> receiver) {
          receiver.accept(List.of());
        }

        @Override
        public void forget(Id origin, long epoch, int through) {}

        @Override
        public void durable(Runnable done) {
          done.run();
        }
      };

  /** Is told what is stored, on the node's turn. */
  interface Loading {
    /** A block; one of its name was not told before. */
    void block(Block block);

    /**
     * All was told.
     *
     * @param isWhole whether nothing that was durable has been lost, as far as can be seen
     */
    void ended(boolean isWhole);
  }

  /**
   * Tells everything stored, once, when the node starts: now or in parts on later turns, in no
   * order. Meanwhile blocks may be forgotten, but none put or read. What was forgotten may be told
   * once more.
   */
  void load(Loading loading);

  /** Keeps a block; one of its name is not there. */
  void put(Block block);

  /**
   * Reads a run of blocks: tells, now or on a later turn, those that are there, in the order of
   * their numbers.
   */
  void read(Known run, Consumer<List<Block>> receiver);

  /** Forgets an origin's blocks of an epoch up to a number, and all of earlier epochs. */
  void forget(Id origin, long epoch, int through);

  /**
   * Runs an action, now or on a later turn, once everything done so far is on disk: a number that
   * others have seen is never given again.
   */
  void durable(Runnable done);

  /** Where the index over what is stored may lie while the process runs. */
  default SummaryPages pages() {
    return SummaryPages.HEAP;
  }

  /** Whether the disk has not failed; if it has, nothing is kept or read any more. */
  default boolean isWell() {
    return true;
  }

  /** Whether so much waits to be written that nothing more may be put for a while. */
  default boolean isBehind() {
    return false;
  }
}
