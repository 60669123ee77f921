package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * The k hash functions of a Bloom filter: each gives an element, any 64-bit number, one of the
 * positions 0 to m - 1. Two filters can be united only if their functions are equal.
 *
 * <p>{@link #doubleHashing} is for use. The others are the constructions that Yan and Cho discuss
 * (<em>Enhancing Collaborative Spam Detection with Bloom Filters</em>, section III), among them
 * {@link #digestChunks}, whose flaw is that positions beyond the 2^(bits/k) values of a chunk are
 * never reached ({@link #reachable}): a filter that is made larger errs no less.
 *
 * <p>Immutable and thread-safe, but for digest chunks, which keep the digest of the last element
 * and belong to one thread. {@link #position} allocates nothing.
 */
public sealed interface HashFunctions
    permits DoubleHashing, PartitionedHashing, UniversalHashing, DigestChunks {
  /** The largest m: 512 MiB of bits. */
  long MAX_SIZE = 1L << 32;

  /** The largest k. */
  int MAX_HASHES = 32;

  /** The prime p of the universal family, as in Yan and Cho's experiments (after Ramakrishna). */
  long UNIVERSAL_PRIME = 2_100_000_011L;

  /** Digests that are cut into chunks. */
  enum Digest {
    /** 128 bits, as in Fan et al., <em>Summary Cache</em>. */
    MD5("MD5", 128),
    /** 160 bits, as Razor's signatures. */
    SHA_1("SHA-1", 160);

    final String algorithm;
    final int bits;

    Digest(String algorithm, int bits) {
      this.algorithm = algorithm;
      this.bits = bits;
    }

    /** The length of the digest, in bits. */
    public int bits() {
      return bits;
    }
  }

  /**
   * Two mixed 64-bit values h1 and h2 of the element and a seed, of which the i-th position is (h1
   * + i h2) mod 2^64, scaled to 0..m-1 without a division (Kirsch and Mitzenmacher, <em>Less
   * Hashing, Same Performance</em>). Who does not know the seed cannot choose elements that share
   * positions.
   *
   * @param size m, 1 to {@link #MAX_SIZE}
   * @param hashes k, 1 to {@value #MAX_HASHES}
   * @param seed random where an adversary chooses elements
   * @throws IllegalArgumentException if a number is out of range
   */
  static HashFunctions doubleHashing(long size, int hashes, long seed) {
    return new DoubleHashing(size, hashes, seed);
  }

  /**
   * Double hashing in k parts of m/k positions, one for each function, so that no two functions
   * give an element the same position (Yan and Cho's division into chunks, with hash functions that
   * reach all of a part).
   *
   * @param size m, a multiple of k
   * @throws IllegalArgumentException if a number is out of range
   */
  static HashFunctions partitioned(long size, int hashes, long seed) {
    return new PartitionedHashing(size, hashes, seed);
  }

  /**
   * h(x) = ((cx + d) mod p) mod m, Yan and Cho's equation 2, with p = 2,100,000,011 and drawn c of
   * 1 to p - 1 and d of 0 to p - 1. Elements are meant to be 0 to p - 1; others are taken mod p.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  static HashFunctions universal(long size, int hashes, RandomGenerator random) {
    return UniversalHashing.drawn(size, hashes, random);
  }

  /**
   * The same with given c and d, as many as there are hashes.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  static HashFunctions universal(long size, long[] c, long[] d) {
    return new UniversalHashing(size, c, d);
  }

  /**
   * h_i(x) = (the i-th chunk of the digest of x) mod m; the digest is cut into k chunks of equal
   * length, and x is digested as 8 bytes, big-endian. Reaches min(m, 2^(bits/k)) positions.
   *
   * @throws IllegalArgumentException if a number is out of range, or k does not divide the digest's
   *     bits
   */
  static HashFunctions digestChunks(long size, int hashes, Digest digest) {
    return new DigestChunks(size, hashes, digest, false);
  }

  /**
   * The same, with the i-th chunk mod m/k in the i-th of k parts: reaches min(m, k 2^(bits/k))
   * positions.
   *
   * @param size m, a multiple of k
   * @throws IllegalArgumentException if a number is out of range, or k does not divide the digest's
   *     bits
   */
  static HashFunctions partitionedDigestChunks(long size, int hashes, Digest digest) {
    return new DigestChunks(size, hashes, digest, true);
  }

  /** m. */
  long size();

  /** k. */
  int hashes();

  /** The position that the function of an index, 0 to k - 1, gives an element: 0 to m - 1. */
  long position(long element, int index);

  /** How many of the m positions some element can have. */
  long reachable();

  /**
   * All k positions of an element, in the order of the functions, where m is an int's size.
   *
   * @throws ArithmeticException if a position is no int
   */
  default void positions(long element, int[] out, int from) {
    int hashes = hashes();
    for (int i = 0; i < hashes; i++) {
      out[from + i] = Math.toIntExact(position(element, i));
    }
  }

  /** The bytes of the serial form. */
  int serialLength();

  /**
   * Writes the serial form, big-endian: the family (1), k (1), m (8); then, of double hashing (1)
   * and partitioned (2), the seed (8); of universal functions (3) k times c (4) and d (4); of
   * digest chunks (4) 0 for MD5 or 1 for SHA-1 (1), and 1 if in parts or 0 (1). It is stable: what
   * was written is read for ever, and gives the same positions.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  void write(ByteBuffer out);

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param most the largest m that is accepted
   * @throws IllegalArgumentException in one line, if it is cut off or none
   */
  static HashFunctions read(ByteBuffer in, long most) {
    return HashFamily.read(in, most);
  }
}
