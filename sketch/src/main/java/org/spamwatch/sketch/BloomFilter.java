package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A set of 64-bit elements in m bits: an element sets k of them, and one whose k bits are all set
 * was probably added. What was added is always found; what was not is found with a probability of
 * about (1 - e^(-kn/m))^k after n distinct elements (Bloom 1970).
 *
 * <p>Elements need not be well mixed: the hash functions mix them. With those of {@link
 * HashFunctions#doubleHashing} who does not know the seed cannot choose elements that share bits.
 * Filters are united only if their functions, and so their sizes, are equal.
 *
 * <pre>{@code
 * BloomFilter spam = new BloomFilter(HashFunctions.doubleHashing(16 * 10_000, 11, seed));
 * spam.add(signature);
 * if (spam.mightContain(signature)) { ... } // errs once in 2,000 while 10,000 are in
 * }</pre>
 *
 * <p>The serial form is stable: what was written is read by all later versions.
 *
 * <p>{@link #add} and {@link #mightContain} cost at most k look-ups and allocate nothing. Not
 * thread-safe; several threads may read a filter that none changes, but for one of digest chunks.
 */
public final class BloomFilter {
  /** The largest m: 512 MiB. */
  public static final long MAX_BITS = HashFunctions.MAX_SIZE;

  /** The largest k. */
  public static final int MAX_HASHES = HashFunctions.MAX_HASHES;

  private static final int MAGIC = 0x53574246; // "SWBF"
  private static final byte DOUBLE_HASHING = 1; // the version of filters of that alone
  private static final byte ANY_FUNCTIONS = 2;
  private static final int HEADER = 4 + 1 + 1 + 8 + 8;

  private final HashFunctions functions;
  private final int hashes;
  private final long size;
  private final long[] words;
  private long bitsSet;

  /** An empty filter of the size of its hash functions. */
  public BloomFilter(HashFunctions functions) {
    this.functions = functions;
    this.hashes = functions.hashes();
    this.size = functions.size();
    this.words = new long[(int) ((size + 63) / 64)];
  }

  /**
   * An empty filter of double hashing.
   *
   * @param size m, in bits, 1 to {@value #MAX_BITS}; any number, not only powers of two
   * @param hashes k, 1 to {@value #MAX_HASHES}
   * @param seed chooses the hash functions; random where an adversary chooses elements
   * @throws IllegalArgumentException if a number is out of range
   */
  public BloomFilter(long size, int hashes, long seed) {
    this(HashFunctions.doubleHashing(size, hashes, seed));
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

  /** Its hash functions. */
  public HashFunctions functions() {
    return functions;
  }

  /** Adds an element; returns whether the filter changed, so whether it was surely new. */
  public boolean add(long element) {
    boolean changed = false;
    for (int i = 0; i < hashes; i++) {
      long bit = functions.position(element, i);
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
    for (int i = 0; i < hashes; i++) {
      long bit = functions.position(element, i);
      if ((words[(int) (bit >>> 6)] & (1L << bit)) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether another filter has the same size and hash functions, so that the two can be united. */
  public boolean isCompatible(BloomFilter other) {
    return functions.equals(other.functions);
  }

  /**
   * Adds everything that was added to another filter, by OR: the result is what adding the elements
   * of both to one would give.
   *
   * @throws IllegalArgumentException if it is not {@link #isCompatible}
   */
  public void unite(BloomFilter other) {
    unite(other, 1);
  }

  /**
   * The same, unless the union were too full: one who sends a filter of ones would have everything
   * found.
   *
   * @param mostFill the largest {@link #fillRatio} of the union that is accepted
   * @throws IllegalArgumentException if the other is not {@link #isCompatible}, or the union is too
   *     full; nothing has changed then
   */
  public void unite(BloomFilter other, double mostFill) {
    double fill = unionFillRatio(other);
    if (fill > mostFill) {
      throw new IllegalArgumentException(
          "%s is not taken in: the union's fill of %.3f exceeds %.3f"
              .formatted(other, fill, mostFill));
    }
    bitsSet = WordForm.unite(words, other.words);
  }

  /**
   * The {@link #fillRatio} that the union with another filter would have.
   *
   * @throws IllegalArgumentException if it is not {@link #isCompatible}
   */
  public double unionFillRatio(BloomFilter other) {
    if (!isCompatible(other)) {
      throw new IllegalArgumentException(
          "filters of different size or hash functions cannot be united: " + this + ", " + other);
    }
    return (double) WordForm.unionBits(words, other.words) / size;
  }

  /** Forgets everything. */
  public void clear() {
    Arrays.fill(words, 0);
    bitsSet = 0;
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
    BloomFilter copy = new BloomFilter(functions);
    System.arraycopy(words, 0, copy.words, 0, words.length);
    copy.bitsSet = bitsSet;
    return copy;
  }

  // Serial form --------------------------------------------------------------------------------

  /** The bytes of the serial form of a filter of m bits and double hashing. */
  public static long serialLength(long size) {
    return HEADER + 8 * ((size + 63) / 64);
  }

  /** The bytes of the serial form. */
  public long serialLength() {
    return functions instanceof DoubleHashing
        ? serialLength(size)
        : 4 + 1 + functions.serialLength() + 8L * words.length;
  }

  /**
   * Writes the serial form, big-endian. Of double hashing: "SWBF" (4), version 1 (1), k (1), m (8),
   * seed (8); of other functions "SWBF" (4), version 2 (1), {@link HashFunctions#write}. Then the
   * bits, 64 to a word of 8 bytes, bit i of the filter being bit i mod 64 of word i / 64; what the
   * last word has beyond m is 0. There is no checksum: what keeps or sends it has its own.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength()} bytes of room
   */
  public void write(ByteBuffer out) {
    out.putInt(MAGIC);
    if (functions instanceof DoubleHashing simple) {
      out.put(DOUBLE_HASHING).put((byte) hashes).putLong(size).putLong(simple.seed());
    } else {
      functions.write(out.put(ANY_FUNCTIONS));
    }
    WordForm.write(out, words);
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
    HashFunctions functions =
        switch (version) {
          case DOUBLE_HASHING -> doubleHashing(in, most);
          case ANY_FUNCTIONS -> HashFunctions.read(in, most);
          default ->
              throw new IllegalArgumentException(
                  "a Bloom filter of unknown version " + (version & 0xFF));
        };
    long size = functions.size();
    if (in.remaining() < 8 * ((size + 63) / 64)) {
      throw new IllegalArgumentException("a Bloom filter of " + size + " bits is cut off");
    }
    BloomFilter filter = new BloomFilter(functions);
    filter.bitsSet = WordForm.read(in, filter.words);
    int last = (int) (size & 63);
    if (last != 0 && filter.words[filter.words.length - 1] >>> last != 0) {
      throw new IllegalArgumentException("a Bloom filter has bits beyond its end");
    }
    return filter;
  }

  private static HashFunctions doubleHashing(ByteBuffer in, long most) {
    int hashes = in.get() & 0xFF;
    long size = in.getLong();
    long seed = in.getLong();
    if (size < 1 || size > Math.min(most, MAX_BITS) || hashes < 1 || hashes > MAX_HASHES) {
      throw new IllegalArgumentException(
          "a Bloom filter of %d bits and %d hashes; allowed are 1 to %d and 1 to %d"
              .formatted(size, hashes, Math.min(most, MAX_BITS), MAX_HASHES));
    }
    return HashFunctions.doubleHashing(size, hashes, seed);
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
