package org.spamwatch.agent.summary;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Timers;
import org.spamwatch.sketch.BlockedBloomFilter;

/**
 * What stands before the exact look-up: a Bloom filter over the features of everything announced,
 * hashed with a secret, so that nobody can aim at features that it takes for known.
 *
 * <p>It is built anew, a thousand vectors in a turn, when too many features have gone or come; the
 * old one serves meanwhile. Looking up allocates nothing. Not thread-safe.
 */
final class SummaryFilter {
  private static final int VECTORS_A_TURN = 1_000;
  private static final Duration BETWEEN = Duration.ofMillis(2);
  private static final int BITS_PER_FEATURE = 18;
  private static final int LEAST_BLOCKS = 64;
  private static final int LEAST_REMOVED = 1_000;

  private final Timers timers;
  private final VectorTable vectors;
  private final long seed;
  private final int mostBlocks;
  private Filter serving;
  private @Nullable Filter next;
  private int place; // up to which the next one has been given what was held
  private long removed;

  /** A filter and how many features it was given. */
  private static final class Filter {
    final BlockedBloomFilter bits;
    long features;

    Filter(int blocks, long seed) {
      bits = new BlockedBloomFilter(blocks, seed);
    }

    void add(VectorTable vectors, int vector) {
      for (int i = 0; i < vectors.size(vector); i++) {
        features += bits.add(vectors.key(vector, i)) ? 1 : 0;
      }
    }

    boolean isFull() {
      return features > (long) bits.blocks() * BlockedBloomFilter.BLOCK_BITS / BITS_PER_FEATURE;
    }
  }

  /**
   * A filter over what a table holds.
   *
   * @param mostBytes that it may take, and for a moment as much again while it is built anew;
   *     beyond that it errs more often
   */
  SummaryFilter(Timers timers, VectorTable vectors, long seed, long mostBytes) {
    this.timers = timers;
    this.vectors = vectors;
    this.seed = seed;
    long most =
        Math.min(BlockedBloomFilter.MAX_BLOCKS, mostBytes * 8 / BlockedBloomFilter.BLOCK_BITS);
    mostBlocks = (int) Math.max(1, most);
    serving = new Filter(Math.min(LEAST_BLOCKS, mostBlocks), seed);
  }

  /** Whether a feature is announced, or looks like one that is. */
  boolean mightContain(long feature) {
    return serving.bits.mightContain(feature);
  }

  /** Moves those of some features to their front of which that is so; returns how many. */
  int retain(long[] features, int from, int count) {
    return serving.bits.retain(features, from, count);
  }

  /** A vector is held now. */
  void added(int vector) {
    serving.add(vectors, vector);
    if (next != null) {
      next.add(vectors, vector);
    }
    rebuildIfWorthIt();
  }

  /** So many features are held no more. */
  void removed(long features) {
    removed += features;
    rebuildIfWorthIt();
  }

  private void rebuildIfWorthIt() {
    boolean isTooSmall = serving.isFull() && serving.bits.blocks() < mostBlocks;
    boolean isStale = removed > Math.max(LEAST_REMOVED, serving.features / 4);
    if (next == null && (isTooSmall || isStale)) {
      removed = 0;
      place = 0;
      long wanted = vectors.features() * 3 / 2;
      int blocks = BlockedBloomFilter.blocksFor(wanted, BITS_PER_FEATURE);
      Filter begun = new Filter(Math.min(mostBlocks, Math.max(LEAST_BLOCKS, blocks)), seed);
      next = begun;
      timers.after(BETWEEN, () -> slice(begun));
    }
  }

  private void slice(Filter under) {
    for (int i = 0; i < VECTORS_A_TURN && place < vectors.end(); i++, place++) {
      if (vectors.isUsed(place)) {
        under.add(vectors, place);
      }
    }
    if (place < vectors.end()) {
      timers.after(BETWEEN, () -> slice(under));
    } else {
      serving = under;
      next = null;
      rebuildIfWorthIt();
    }
  }

  /** The share of bits that are set, 0 to 1. */
  double fillRatio() {
    return serving.bits.fillRatio();
  }

  /** How often it errs. */
  double falsePositiveRate() {
    return serving.bits.falsePositiveRate();
  }

  long bytes() {
    return serving.bits.bytes() + (next == null ? 0 : next.bits.bytes());
  }
}
