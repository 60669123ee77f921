package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A set of 64-bit elements in blocks of 512 bits, the size of a cache line: an element sets one bit
 * in each of the eight words of one block, so that a look-up touches one line of memory whatever
 * the filter's size (Putze, Sanders and Singler, <em>Cache-, Hash- and Space-Efficient Bloom
 * Filters</em>; one bit a word as in split block Bloom filters). What was added is always found; of
 * what was not, about .047 % is at 18 bits an element ({@link #falsePositiveRate}), where a {@link
 * BloomFilter} has .018 % and a look-up of up to 12 lines.
 *
 * <p>Elements are mixed with a seed: who does not know it cannot choose elements that share bits.
 * {@link #add} and {@link #mightContain} allocate nothing. The serial form is stable: what was
 * written is read by all later versions. Not thread-safe.
 */
public final class BlockedBloomFilter {
  /** Words of 64 bits in a block, in each of which an element sets one bit. */
  private static final int WORDS = 8;

  /** Bits in a block. */
  public static final int BLOCK_BITS = WORDS * Long.SIZE;

  /** Elements that are looked up together. */
  private static final int BATCH = 256;

  private static final int SAMPLE = 1 << 15;

  /** The largest number of blocks: 4 GiB. */
  public static final int MAX_BLOCKS = 1 << 26;

  private static final int MAGIC = 0x53574242; // "SWBB"

  private final int blocks;
  private final long seed;
  private final long[] words;
  private final int[] firsts = new int[BATCH];
  private final long[] bits = new long[BATCH];
  private final long[] held = new long[BATCH];
  private long bitsSet;

  /**
   * An empty filter.
   *
   * @param blocks of {@value #BLOCK_BITS} bits, 1 to {@value #MAX_BLOCKS}
   * @param seed chooses the hash functions; random where an adversary chooses elements
   * @throws IllegalArgumentException if there are too few or too many blocks
   */
  public BlockedBloomFilter(int blocks, long seed) {
    if (blocks < 1 || blocks > MAX_BLOCKS) {
      throw new IllegalArgumentException(
          "a blocked Bloom filter has 1 to " + MAX_BLOCKS + " blocks, not " + blocks);
    }
    this.blocks = blocks;
    this.seed = seed;
    this.words = new long[blocks * WORDS];
  }

  /** The blocks that a number of elements takes at so many bits each; 1 to {@value #MAX_BLOCKS}. */
  public static int blocksFor(long elements, double bitsPerElement) {
    double blocks = Math.ceil(elements * bitsPerElement / BLOCK_BITS);
    return (int) Math.max(1, Math.min(MAX_BLOCKS, blocks));
  }

  /** The number of blocks. */
  public int blocks() {
    return blocks;
  }

  /** The memory of its bits, in bytes. */
  public long bytes() {
    return (long) words.length * Long.BYTES;
  }

  /** Adds an element; returns whether the filter changed, so whether it was surely new. */
  public boolean add(long element) {
    long hash = SplitMix64.mixed(element ^ seed);
    int first = first(hash);
    long bits = SplitMix64.mixed(hash);
    long added = 0;
    for (int i = 0; i < WORDS; i++) {
      long mask = 1L << bits; // the shift takes the low six bits
      long lacking = mask & ~words[first + i];
      words[first + i] |= mask;
      added += Long.bitCount(lacking);
      bits >>>= 6;
    }
    bitsSet += added;
    return added != 0;
  }

  /** Whether an element was added, or looks like it. */
  public boolean mightContain(long element) {
    long hash = SplitMix64.mixed(element ^ seed);
    int first = first(hash);
    long bits = SplitMix64.mixed(hash);
    // Two words settle most look-ups of what is not there; one branch after each word would be
    // mispredicted half of the time.
    long held = words[first] >>> bits & words[first + 1] >>> (bits >>> 6);
    return (held & 1) != 0 && holdsTheRest(first, bits);
  }

  private boolean holdsTheRest(int first, long bits) {
    long held =
        words[first + 2] >>> (bits >>> 12)
            & words[first + 3] >>> (bits >>> 18)
            & words[first + 4] >>> (bits >>> 24)
            & words[first + 5] >>> (bits >>> 30)
            & words[first + 6] >>> (bits >>> 36)
            & words[first + 7] >>> (bits >>> 42);
    return (held & 1) != 0;
  }

  /**
   * Moves those of some elements to their front that were added, or look like it, in their order.
   * As {@link #mightContain} of each, but nothing of one look-up waits for memory that another
   * needs: where the filter does not fit the processor's cache, faster.
   *
   * @return how many they are
   */
  public int retain(long[] elements, int from, int count) {
    int kept = from;
    for (int batch = from; batch < from + count; batch += BATCH) {
      kept = retainBatch(elements, batch, Math.min(BATCH, from + count - batch), kept);
    }
    return kept - from;
  }

  private int retainBatch(long[] elements, int from, int count, int kept) {
    for (int i = 0; i < count; i++) {
      long hash = SplitMix64.mixed(elements[from + i] ^ seed);
      firsts[i] = first(hash);
      bits[i] = SplitMix64.mixed(hash);
    }
    for (int i = 0; i < count; i++) {
      int first = firsts[i];
      held[i] = words[first] >>> bits[i] & words[first + 1] >>> (bits[i] >>> 6);
    }
    int end = kept;
    for (int i = 0; i < count; i++) {
      if ((held[i] & 1) != 0 && holdsTheRest(firsts[i], bits[i])) {
        elements[end++] = elements[from + i];
      }
    }
    return end;
  }

  private int first(long hash) {
    // The high 64 bits of the unsigned product: 0 to blocks - 1 without a division.
    return (int) (Math.multiplyHigh(hash, blocks) + ((hash >> 63) & blocks)) * WORDS;
  }

  /** Whether another filter has the same size and seed, so that the two can be united. */
  public boolean isCompatible(BlockedBloomFilter other) {
    return blocks == other.blocks && seed == other.seed;
  }

  /**
   * Adds everything that was added to another filter, by OR, unless the union were too full.
   *
   * @param mostFill the largest {@link #fillRatio} of the union that is accepted; 1 for any
   * @throws IllegalArgumentException if the other is not {@link #isCompatible}, or the union is too
   *     full; nothing has changed then
   */
  public void unite(BlockedBloomFilter other, double mostFill) {
    if (!isCompatible(other)) {
      throw new IllegalArgumentException(
          "filters of different size or seed cannot be united: " + this + ", " + other);
    }
    bitsSet = WordForm.unite(words, other.words, mostFill, other);
  }

  /** Forgets everything. */
  public void clear() {
    Arrays.fill(words, 0);
    bitsSet = 0;
  }

  /** The share of bits that are set, 0 to 1. */
  public double fillRatio() {
    return (double) bitsSet / (words.length * (double) Long.SIZE);
  }

  /**
   * The chance that an element that was not added looks like one that was, by what is set now: the
   * mean of the product of their words' fill over all blocks, or of many over a sample of them.
   */
  public double falsePositiveRate() {
    int stride = (blocks + SAMPLE - 1) / SAMPLE;
    int looked = 0;
    double sum = 0;
    for (int block = 0; block < blocks; block += stride) {
      double all = 1;
      for (int i = 0; i < WORDS; i++) {
        all *= Long.bitCount(words[block * WORDS + i]) / (double) Long.SIZE;
      }
      sum += all;
      looked++;
    }
    return sum / looked;
  }

  /**
   * An estimate of how many distinct elements were added, from the fill of a word: infinite if
   * every bit is set.
   */
  public double approximateCount() {
    return Math.log1p(-fillRatio()) / Math.log1p(-1.0 / Long.SIZE) * blocks;
  }

  /** The bytes of the serial form of a filter of a number of blocks. */
  public static long serialLength(int blocks) {
    return WordForm.SEEDED_HEAD + (long) Long.BYTES * WORDS * blocks;
  }

  /**
   * Writes the serial form, big-endian: "SWBB" (4), version 1 (1), blocks (4), seed (8), and 8
   * words of 8 bytes for each block. There is no checksum: what keeps or sends it has its own.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  public void write(ByteBuffer out) {
    WordForm.writeSeeded(out, MAGIC, new WordForm.Seeded(blocks, seed), words);
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param mostBlocks that are accepted; nothing is allocated for more, nor for more than the
   *     buffer holds
   * @throws IllegalArgumentException in one line, if it is cut off or none of this version
   */
  public static BlockedBloomFilter read(ByteBuffer in, int mostBlocks) {
    WordForm.Seeded head =
        WordForm.readSeeded(
            in, MAGIC, "blocked Bloom filter", "blocks", WORDS, Math.min(mostBlocks, MAX_BLOCKS));
    BlockedBloomFilter filter = new BlockedBloomFilter(head.units(), head.seed());
    filter.bitsSet = WordForm.read(in, filter.words);
    return filter;
  }

  /** Whether both have the same size, seed and bits. */
  @Override
  public boolean equals(Object other) {
    return other instanceof BlockedBloomFilter that
        && isCompatible(that)
        && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return "blocked Bloom filter of " + blocks + " blocks, " + bitsSet + " bits set";
  }
}
