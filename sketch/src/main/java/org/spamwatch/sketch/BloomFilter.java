package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A set of 64-bit elements in m bits: an element sets k of them, and one whose k bits are all set
 * was probably added. What was added is always found; what was not is found with a probability of
 * about (1 - e^(-kn/m))^k after n distinct elements (Bloom 1970).
 *
 * <p>Elements need not be well mixed: the filter mixes them itself, with a seed, into two 64-bit
 * values h1 and h2 of which the i-th position is (h1 + i h2) mod 2^64, scaled to 0..m-1 (Kirsch and
 * Mitzenmacher, <em>Less hashing, same performance</em>). Who does not know the seed cannot choose
 * elements that share bits; filters are united only if size, k and seed agree.
 *
 * <p>{@link #add} and {@link #mightContain} cost at most k look-ups and allocate nothing. Not
 * thread-safe.
 */
public final class BloomFilter {
  /** The largest m: 512 MiB. */
  public static final long MAX_BITS = 1L << 32;

  /** The largest k. */
  public static final int MAX_HASHES = 32;

  private static final int MAGIC = 0x53574246; // "SWBF"
  private static final byte VERSION = 1;
  private static final int HEADER = 4 + 1 + 1 + 8 + 8;

  private final long size;
  private final int hashes;
  private final long seed;
  private final long[] words;
  private long bitsSet;

  /**
   * An empty filter.
   *
   * @param size m, in bits, 1 to {@value #MAX_BITS}; any number, not only powers of two
   * @param hashes k, 1 to {@value #MAX_HASHES}
   * @param seed chooses the hash functions; random where an adversary chooses elements
   * @throws IllegalArgumentException if a number is out of range
   */
  public BloomFilter(long size, int hashes, long seed) {
    if (size < 1 || size > MAX_BITS) {
      throw new IllegalArgumentException(
          "a Bloom filter has 1 to " + MAX_BITS + " bits, not " + size);
    }
    if (hashes < 1 || hashes > MAX_HASHES) {
      throw new IllegalArgumentException(
          "a Bloom filter has 1 to " + MAX_HASHES + " hashes, not " + hashes);
    }
    this.size = size;
    this.hashes = hashes;
    this.seed = seed;
    this.words = new long[(int) ((size + 63) / 64)];
  }

  /**
   * The k that makes the fewest false positives at a number of bits an element: ln 2 times it,
   * rounded, 1 to {@value #MAX_HASHES}.
   */
  public static int bestHashes(double bitsPerElement) {
    return (int) Math.max(1, Math.min(MAX_HASHES, Math.round(bitsPerElement * Math.log(2))));
  }

  /** m, in bits. */
  public long size() {
    return size;
  }

  /** k. */
  public int hashes() {
    return hashes;
  }

  /** What chooses the hash functions. */
  public long seed() {
    return seed;
  }

  /** Adds an element; returns whether the filter changed, so whether it was surely new. */
  public boolean add(long element) {
    long position = first(element);
    long step = step(element);
    boolean changed = false;
    for (int i = 0; i < hashes; i++, position += step) {
      long bit = scaled(position);
      long mask = 1L << bit;
      int word = (int) (bit >>> 6);
      if ((words[word] & mask) == 0) {
        words[word] |= mask;
        bitsSet++;
        changed = true;
      }
    }
    return changed;
  }

  /** Whether an element was added, or looks like it. */
  public boolean mightContain(long element) {
    long position = first(element);
    long step = step(element);
    for (int i = 0; i < hashes; i++, position += step) {
      long bit = scaled(position);
      if ((words[(int) (bit >>> 6)] & (1L << bit)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether another filter has the same size and hash functions, so that the two can be united. */
  public boolean isCompatible(BloomFilter other) {
    return size == other.size && hashes == other.hashes && seed == other.seed;
  }

  /**
   * Adds everything that was added to another filter, by OR: the result is what adding the elements
   * of both to one would give.
   *
   * @throws IllegalArgumentException if it is not {@link #isCompatible}
   */
  public void unite(BloomFilter other) {
    if (!isCompatible(other)) {
      throw new IllegalArgumentException(
          "filters of different size or hash functions cannot be united: " + this + ", " + other);
    }
    long set = 0;
    for (int i = 0; i < words.length; i++) {
      words[i] |= other.words[i];
      set += Long.bitCount(words[i]);
    }
    bitsSet = set;
  }

  /** The bits that are set, 0 to m. */
  public long bitsSet() {
    return bitsSet;
  }

  /**
   * The share of bits that are set, 0 to 1; a half when as many elements are in as m and k suit.
   */
  public double fillRatio() {
    return (double) bitsSet / size;
  }

  /**
   * The chance that an element that was not added looks like one that was, at this fill: fill^k.
   */
  public double falsePositiveRate() {
    return Math.pow(fillRatio(), hashes);
  }

  /**
   * An estimate of how many distinct elements were added: -(m/k) ln(1 - fill) (Swamidass and
   * Baldi). Infinite if every bit is set.
   */
  public double approximateCount() {
    return -Math.log1p(-fillRatio()) * size / hashes;
  }

  /** A copy, which changes apart. */
  public BloomFilter copy() {
    BloomFilter copy = new BloomFilter(size, hashes, seed);
    System.arraycopy(words, 0, copy.words, 0, words.length);
    copy.bitsSet = bitsSet;
    return copy;
  }

  // Serial form --------------------------------------------------------------------------------

  /** The bytes of the serial form of a filter of m bits. */
  public static long serialLength(long size) {
    return HEADER + 8 * ((size + 63) / 64);
  }

  /**
   * Writes the serial form, big-endian: "SWBF" (4), version 1 (1), k (1), m (8), seed (8), then the
   * bits, 64 to a word of 8 bytes, bit i of the filter being bit i mod 64 of word i / 64; what the
   * last word has beyond m is 0. There is no checksum: what keeps or sends it has its own.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  public void write(ByteBuffer out) {
    out.putInt(MAGIC).put(VERSION).put((byte) hashes).putLong(size).putLong(seed);
    for (long word : words) {
      out.putLong(word);
    }
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param most the largest m that is accepted; nothing is allocated for a larger one, nor for more
   *     than the buffer holds
   * @throws IllegalArgumentException in one line, if it is cut off or none of this version
   */
  public static BloomFilter read(ByteBuffer in, long most) {
    if (in.remaining() < HEADER) {
      throw new IllegalArgumentException("a Bloom filter is cut off in its header");
    }
    if (in.getInt() != MAGIC) {
      throw new IllegalArgumentException("not a Bloom filter");
    }
    int version = in.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("a Bloom filter of unknown version " + (version & 0xFF));
    }
    int hashes = in.get() & 0xFF;
    long size = in.getLong();
    long seed = in.getLong();
    if (size < 1 || size > Math.min(most, MAX_BITS) || hashes < 1 || hashes > MAX_HASHES) {
      throw new IllegalArgumentException(
          "a Bloom filter of %d bits and %d hashes; allowed are 1 to %d and 1 to %d"
              .formatted(size, hashes, Math.min(most, MAX_BITS), MAX_HASHES));
    }
    if (in.remaining() < serialLength(size) - HEADER) {
      throw new IllegalArgumentException("a Bloom filter of " + size + " bits is cut off");
    }
    BloomFilter filter = new BloomFilter(size, hashes, seed);
    for (int i = 0; i < filter.words.length; i++) {
      filter.words[i] = in.getLong();
      filter.bitsSet += Long.bitCount(filter.words[i]);
    }
    int last = (int) (size & 63);
    if (last != 0 && filter.words[filter.words.length - 1] >>> last != 0) {
      throw new IllegalArgumentException("a Bloom filter has bits beyond its end");
    }
    return filter;
  }

  // Hashing ------------------------------------------------------------------------------------

  private long first(long element) {
    return SplitMix64.mixed(element ^ seed);
  }

  /** Odd, so that the positions before scaling are all different. */
  private long step(long element) {
    return SplitMix64.mixed(first(element) ^ (seed + SplitMix64.GOLDEN)) | 1;
  }

  /** The high 64 bits of the unsigned product with m: 0 to m - 1 without a division. */
  private long scaled(long hash) {
    return Math.multiplyHigh(hash, size) + ((hash >> 63) & size);
  }

  /** Whether both have the same size, hash functions and bits. */
  @Override
  public boolean equals(Object other) {
    return other instanceof BloomFilter that
        && isCompatible(that)
        && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return "Bloom filter of " + size + " bits, k = " + hashes + ", " + bitsSet + " set";
  }
}
