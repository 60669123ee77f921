package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.spamwatch.sketch.BlockedBloomFilter;
import org.spamwatch.sketch.BloomFilter;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.HashFunctions.Digest;
import org.spamwatch.sketch.RegisterBlockedBloomFilter;

/**
 * The ways to build a Bloom filter that Yan and Cho discuss (section III, Figs. 1 and 2), and our
 * blocked ones: which bits they reach, and how often they err.
 *
 * @param size m, in bits, a multiple of 512 and of all k
 * @param elements n, which are added
 * @param hashes the k; those that do not divide a digest's bits are left out there
 * @param asked elements that were not added
 * @param seed gives elements and hash functions
 */
record ConstructionsExperiment(int size, int elements, List<Integer> hashes, int asked, long seed) {
  /** Drawn for each position that can be reached: one in e^16 is missed. */
  private static final int DRAWS = 16;

  /**
   * What a construction does.
   *
   * @param reachable bits that some element can set, by the construction
   * @param reached bits that were set by very many elements
   * @param expected the chance of a false positive: Eq. 1 with the reachable bits in the place of
   *     m; of blocked filters that of its fill
   * @param measured the share of false positives
   */
  record Row(
      String construction,
      int hashes,
      long reachable,
      long reached,
      double expected,
      double measured) {}

  /** Runs it. */
  List<Row> run() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Row> rows = new ArrayList<>();
    for (int k : hashes) {
      for (Digest digest : Digest.values()) {
        if (digest.bits() % k == 0) {
          rows.add(row("chunks of " + digest, HashFunctions.digestChunks(size, k, digest), random));
          rows.add(
              row(
                  "the same in parts",
                  HashFunctions.partitionedDigestChunks(size, k, digest),
                  random));
        }
      }
      rows.add(row("universal", HashFunctions.universal(size, k, random), random));
      rows.add(
          row("double hashing", HashFunctions.doubleHashing(size, k, random.nextLong()), random));
      rows.add(
          row("the same in parts", HashFunctions.partitioned(size, k, random.nextLong()), random));
    }
    BlockedBloomFilter lines =
        new BlockedBloomFilter(size / BlockedBloomFilter.BLOCK_BITS, random.nextLong());
    rows.add(
        blocked("blocked by lines", 8, lines::add, lines::mightContain, lines::falsePositiveRate));
    RegisterBlockedBloomFilter registers =
        new RegisterBlockedBloomFilter(size / Long.SIZE, random.nextLong());
    rows.add(
        blocked(
            "blocked by registers",
            RegisterBlockedBloomFilter.HASHES,
            registers::add,
            registers::mightContain,
            registers::falsePositiveRate));
    return rows;
  }

  private Row row(String construction, HashFunctions functions, SplittableRandom random) {
    BitSet reached = new BitSet(size);
    long draws = (long) DRAWS * functions.reachable() / functions.hashes() + 1;
    for (long i = 0; i < draws; i++) {
      long element = random.nextLong(HashFunctions.UNIVERSAL_PRIME);
      for (int j = 0; j < functions.hashes(); j++) {
        reached.set((int) functions.position(element, j));
      }
    }
    BloomFilter filter = new BloomFilter(functions);
    double hits = (double) functions.hashes() * elements / functions.reachable();
    return new Row(
        construction,
        functions.hashes(),
        functions.reachable(),
        reached.cardinality(),
        Math.pow(-Math.expm1(-hits), functions.hashes()),
        measured(filter::add, filter::mightContain));
  }

  private Row blocked(
      String construction,
      int k,
      LongConsumer add,
      LongPredicate mightContain,
      DoubleSupplier falsePositiveRate) {
    double measured = measured(add, mightContain);
    return new Row(construction, k, size, size, falsePositiveRate.getAsDouble(), measured);
  }

  /** Even elements are added, odd ones asked for. */
  private double measured(LongConsumer add, LongPredicate mightContain) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < elements; i++) {
      add.accept(random.nextLong(HashFunctions.UNIVERSAL_PRIME) & -2);
    }
    int found = 0;
    for (int i = 0; i < asked; i++) {
      found += mightContain.test(random.nextLong(HashFunctions.UNIVERSAL_PRIME - 1) | 1) ? 1 : 0;
    }
    return (double) found / asked;
  }
}
