package org.spamwatch.agent.summary;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Timers;
import org.spamwatch.sketch.BlockedBloomFilter;

/**
 * What stands before the exact look-up: a Bloom filter over the features of everything announced,
 * and before that, where it does not fit the processor's cache, a <em>hot</em> one that does, of
 * the newest and most voted. Both are hashed with a secret, so that nobody can aim at features that
 * they take for known.
 *
 * <p>They are built anew, a thousand vectors in a turn, when too many features have gone or come;
 * the old ones serve meanwhile. Looking up allocates nothing. Not thread-safe.
 */
final class SummaryFilters {
  private static final int VECTORS_A_TURN = 1_000;
  private static final Duration BETWEEN = Duration.ofMillis(2);
  private static final int BITS_PER_FEATURE = 18;
  private static final int LEAST_BLOCKS = 64;
  private static final int LEAST_REMOVED = 1_000;

  private final Timers timers;
  private final AnnouncedTable table;
  private final long seed;
  private final int mostBlocks;
  private final int hotBlocks;
  private Filter all;
  private @Nullable Filter hot;
  private long removed;
  private @Nullable Rebuild rebuild;

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

    long room() {
      return (long) bits.blocks() * BlockedBloomFilter.BLOCK_BITS / BITS_PER_FEATURE;
    }
  }

  /** Filters under way. */
  private final class Rebuild {
    final Filter all;
    final @Nullable Filter hot;
    final @Nullable HotChoice choice;
    boolean choosing;
    int place;

    Rebuild(Filter all, @Nullable Filter hot, @Nullable HotChoice choice) {
      this.all = all;
      this.hot = hot;
      this.choice = choice;
      choosing = choice != null;
    }

    void slice() {
      VectorTable vectors = table.vectors();
      for (int i = 0; i < VECTORS_A_TURN && place < vectors.end(); i++, place++) {
        if (vectors.isUsed(place)) {
          take(vectors);
        }
      }
      if (place < vectors.end()) {
        timers.after(BETWEEN, this::slice);
      } else if (choosing) {
        choosing = false;
        place = 0;
        timers.after(BETWEEN, this::slice);
      } else {
        serve(this);
      }
    }

    private void take(VectorTable vectors) {
      if (choosing && choice != null) {
        choice.offer(place);
        return;
      }
      all.add(vectors, place);
      if (hot != null && choice != null && choice.takes(place, hot.features)) {
        hot.add(vectors, place);
      }
    }
  }

  /**
   * Filters of what a table holds.
   *
   * @param mostBytes of the filter over everything; beyond that it errs more often
   * @param hotBytes of the hot one; none below the size of a cache line
   */
  SummaryFilters(Timers timers, AnnouncedTable table, long seed, long mostBytes, int hotBytes) {
    this.timers = timers;
    this.table = table;
    this.seed = seed;
    this.mostBlocks = blocks(mostBytes);
    this.hotBlocks = blocks(hotBytes);
    this.all = new Filter(Math.max(1, Math.min(LEAST_BLOCKS, mostBlocks)), seed);
  }

  private static int blocks(long bytes) {
    return (int) Math.min(BlockedBloomFilter.MAX_BLOCKS, bytes * 8 / BlockedBloomFilter.BLOCK_BITS);
  }

  /** Whether a feature is announced, or looks like one that is. */
  boolean mightContain(long key) {
    return (hot != null && hot.bits.mightContain(key)) || all.bits.mightContain(key);
  }

  /** A vector is held now. */
  void added(int vector) {
    VectorTable vectors = table.vectors();
    all.add(vectors, vector);
    if (hot != null) {
      hot.add(vectors, vector);
    }
    if (rebuild != null) {
      rebuild.all.add(vectors, vector);
      if (rebuild.hot != null) {
        rebuild.hot.add(vectors, vector);
      }
    }
    rebuildIfWorthIt();
  }

  /** So many features are held no more. */
  void removed(long features) {
    removed += features;
    rebuildIfWorthIt();
  }

  private void rebuildIfWorthIt() {
    boolean full = all.features > all.room() && all.bits.blocks() < mostBlocks;
    boolean stale = removed > Math.max(LEAST_REMOVED, all.features / 4);
    boolean hotFull = hot != null && hot.features > hot.room();
    if (rebuild == null && (full || stale || hotFull)) {
      rebuild = begun();
      timers.after(BETWEEN, rebuild::slice);
    }
  }

  private Rebuild begun() {
    removed = 0;
    int wanted = BlockedBloomFilter.blocksFor(2 * table.vectors().features(), BITS_PER_FEATURE);
    int blocks = Math.max(1, Math.min(mostBlocks, Math.max(LEAST_BLOCKS, wanted)));
    Filter next = new Filter(blocks, seed);
    if (hotBlocks == 0 || blocks <= hotBlocks) {
      return new Rebuild(next, null, null);
    }
    Filter nextHot = new Filter(hotBlocks, seed);
    HotChoice choice =
        new HotChoice(table, timers.calendar().settledMillis(), nextHot.room() * 3 / 4);
    return new Rebuild(next, nextHot, choice);
  }

  private void serve(Rebuild done) {
    all = done.all;
    hot = done.hot;
    rebuild = null;
    rebuildIfWorthIt();
  }

  /** The share of bits that are set in the filter over everything, 0 to 1. */
  double fillRatio() {
    return all.bits.fillRatio();
  }

  /** How often the filter over everything errs. Walks over all of it. */
  double falsePositiveRate() {
    return all.bits.falsePositiveRate();
  }

  long bytes() {
    return all.bits.bytes() + (hot == null ? 0 : hot.bits.bytes());
  }

  long hotBytes() {
    return hot == null ? 0 : hot.bits.bytes();
  }
}
