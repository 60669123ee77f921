package org.spamwatch.agent.signatures;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.SplitMix64;
import org.spamwatch.sketch.revocation.AgeingBloomFilter;
import org.spamwatch.sketch.revocation.SignatureFilter;

/**
 * What a signature database is made for. Servers whose parameters are equal can merge.
 *
 * <p>Filters of generations hold one period each: one more than {@code keep} has periods, for the
 * newest is only being filled. Each takes an equal share of the signatures n, and of the error e =
 * {@code falsePositives} / (generations + 1). Half of that is for chance: with f = e/2 and k =
 * log2(1/f) hash functions, m = -kn / ln(1 - f^(1/k)) bits, and two in a hundred more, for filters
 * fill by chance. The other half is for signatures whose hash functions agree: with double hashing
 * about 6n/m^2 do (measured), so that m is sqrt(12 n / e) at least, which is more below 800,000
 * signatures. Revocations have filters of their own, for a quarter as many, of the same error. With
 * 7 generations, 1e-6 and a million that is 55.3 bits a signature in all.
 *
 * @param capacity signatures that are held when all periods are full, 1,000 to 30,000,000
 * @param falsePositives how probably a signature that nobody reported is spam when all periods are
 *     full, 1e-9 to 0.1
 * @param keep how long a signature is held after it was last reported, a minute to ten years; up to
 *     a period longer
 * @param generations periods of which that time consists, 1 to 63
 * @param seed chooses the hash functions: random, and known to those alone who merge
 */
public record SignatureParameters(
    long capacity, double falsePositives, Duration keep, int generations, long seed) {
  /** A million. */
  public static final long CAPACITY = 1_000_000;

  /** One signature in a million. */
  public static final double FALSE_POSITIVES = 1e-6;

  /** Four weeks. */
  public static final Duration KEEP = Duration.ofDays(28);

  /** Seven of four days each. */
  public static final int GENERATIONS = 7;

  private static final int BYTES = 8 + 8 + 8 + 4 + 8;

  /** Of a report's filters, the part that revocations have. */
  private static final int REVOKED = 4;

  /** Checks the ranges. */
  public SignatureParameters {
    check(capacity >= 1_000 && capacity <= 30_000_000, "capacity 1000 to 30000000", capacity);
    check(
        falsePositives >= 1e-9 && falsePositives <= .1,
        "false positives 1e-9 to 0.1",
        falsePositives);
    check(
        keep.compareTo(Duration.ofMinutes(1)) >= 0 && keep.compareTo(Duration.ofDays(3653)) <= 0,
        "keep a minute to ten years",
        keep);
    check(
        generations >= 1 && generations < AgeingBloomFilter.MAX_GENERATIONS,
        "generations 1 to 63",
        generations);
  }

  private static void check(boolean holds, String allowed, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("allowed is " + allowed + ", not " + value);
    }
  }

  /** The length of a period. */
  public Duration period() {
    return keep.dividedBy(generations);
  }

  /** Signatures that a period may take. */
  long perPeriod() {
    return -Math.floorDiv(-capacity, generations);
  }

  /** Revocations that a period may take. */
  long revokedPerPeriod() {
    return -Math.floorDiv(-perPeriod(), REVOKED);
  }

  private double error() {
    return falsePositives / (generations + 1) / 2;
  }

  private int hashes() {
    long best = Math.round(-Math.log(error()) / Math.log(2));
    return (int) Math.max(1, Math.min(HashFunctions.MAX_HASHES, best));
  }

  /** The share of bits that are set when a period has taken all it may. */
  double mostFill() {
    return Math.pow(error(), 1.0 / hashes());
  }

  private HashFunctions functions(long elements, long of) {
    double most = elements * 1.02 + 64;
    double bits =
        Math.max(-hashes() * most / Math.log1p(-mostFill()), Math.sqrt(6 * most / error()));
    return HashFunctions.doubleHashing((long) Math.ceil(bits), hashes(), of);
  }

  /** The largest m of a filter that servers of these parameters have. */
  long mostBits() {
    return functions(perPeriod(), 0).size();
  }

  /** An empty database's filters, from a period on. */
  SignatureFilter empty(long period, SignatureFilter.Order order) {
    HashFunctions reported = functions(perPeriod(), SplitMix64.mixed(seed));
    HashFunctions revoked = functions(revokedPerPeriod(), SplitMix64.mixed(~seed));
    return new SignatureFilter(
        new AgeingBloomFilter(reported, generations + 1, mostFill(), period),
        new AgeingBloomFilter(revoked, generations + 1, mostFill(), period),
        order);
  }

  /** The bytes of the serial form. */
  static int serialLength() {
    return BYTES;
  }

  /** Writes the serial form, big-endian: all in their order, the time in milliseconds (8). */
  void write(ByteBuffer out) {
    out.putLong(capacity).putDouble(falsePositives).putLong(keep.toMillis());
    out.putInt(generations).putLong(seed);
  }

  /**
   * Reads a serial form.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  static SignatureParameters read(ByteBuffer in) {
    return new SignatureParameters(
        in.getLong(), in.getDouble(), Duration.ofMillis(in.getLong()), in.getInt(), in.getLong());
  }
}
