package org.spamwatch.sketch.revocation;

import java.nio.ByteBuffer;

/**
 * Signatures that were reported as spam and may be revoked: Yan and Cho's pair of a spam Bloom
 * filter (SBF) and a revocation Bloom filter (RBF), section III. A signature is spam if it is in
 * the SBF and not in the RBF: what was revoked is none however often it is reported again, until
 * the revocation has aged out.
 *
 * <p>Both age by the same periods, so that a revocation outlives every report before it. The error
 * has two sides: a signature that nobody reported is spam at the SBF's {@link
 * AgeingBloomFilter#falsePositiveRate}, and one that was reported is none at the RBF's.
 *
 * <p>A signature is any 64 bits of it, such as the first of a SHA-1. Nothing is allocated by
 * reports, revocations, look-ups and merging. Not thread-safe; several threads may read a filter
 * that none changes.
 */
public final class SignatureFilter {
  private static final int MAGIC = 0x53575346; // "SWSF"
  private static final byte VERSION = 1;
  private static final int HEADER = 4 + 1;

  /** Which of the two filters is looked at first; the answer is the same. */
  public enum Order {
    /** Cheaper where most mail is no spam: it is not in the SBF, and the RBF is not asked. */
    REPORTED_FIRST,
    /** Cheaper where most of what is asked for was revoked. */
    REVOKED_FIRST
  }

  private final AgeingBloomFilter reported;
  private final AgeingBloomFilter revoked;
  private final Order order;

  /**
   * The pair of two filters, which belong to it from now on.
   *
   * @param reported the SBF
   * @param revoked the RBF; as a rule smaller, and of another seed, so that what errs in one does
   *     not in the other
   * @throws IllegalArgumentException if they are not of as many generations and of the same period
   */
  public SignatureFilter(AgeingBloomFilter reported, AgeingBloomFilter revoked, Order order) {
    if (reported.generations() != revoked.generations() || reported.period() != revoked.period()) {
      throw new IllegalArgumentException(
          "reports and revocations age together, not as " + reported + " and " + revoked);
    }
    this.reported = reported;
    this.revoked = revoked;
    this.order = order;
  }

  /**
   * Reports a signature as spam.
   *
   * @return whether it is held; not if it is new and the newest generation is full
   */
  public boolean report(long signature) {
    return reported.add(signature);
  }

  /**
   * Revokes a signature, reported or not.
   *
   * @return whether that is held; not if it is new and the newest generation is full
   */
  public boolean revoke(long signature) {
    return revoked.add(signature);
  }

  /** Whether a signature was reported and not revoked, or looks like it. */
  public boolean isSpam(long signature) {
    return order == Order.REPORTED_FIRST
        ? reported.mightContain(signature) && !revoked.mightContain(signature)
        : !revoked.mightContain(signature) && reported.mightContain(signature);
  }

  /** Begins a period, and drops what is too old by then; nothing if it is not a later one. */
  public void advanceTo(long period) {
    reported.advanceTo(period);
    revoked.advanceTo(period);
  }

  /** Whether another pair has the same hash functions and generations. */
  public boolean isCompatible(SignatureFilter other) {
    return reported.isCompatible(other.reported) && revoked.isCompatible(other.revoked);
  }

  /**
   * Adds the reports and revocations of another pair, by OR.
   *
   * @throws IllegalArgumentException if it is not {@link #isCompatible}, is of a later period, or
   *     too full ({@link AgeingBloomFilter#merge}); nothing has changed then
   */
  public void merge(SignatureFilter other) {
    reported.checkMerge(other.reported);
    revoked.checkMerge(other.revoked);
    reported.merge(other.reported);
    revoked.merge(other.revoked);
  }

  /** The SBF, to be read. */
  public AgeingBloomFilter reported() {
    return reported;
  }

  /** The RBF, to be read. */
  public AgeingBloomFilter revoked() {
    return revoked;
  }

  /** The memory of the bits of both, in bytes. */
  public long bytes() {
    return reported.bytes() + revoked.bytes();
  }

  /** The bytes of the serial form. */
  public long serialLength() {
    return HEADER + reported.serialLength() + revoked.serialLength();
  }

  /**
   * Writes the serial form, big-endian: "SWSF" (4), version 1 (1), SBF and RBF ({@link
   * AgeingBloomFilter#write}). It is stable: what was written is read by all later versions.
   *
   * @throws java.nio.BufferOverflowException if it has not {@link #serialLength} bytes of room
   */
  public void write(ByteBuffer out) {
    out.putInt(MAGIC).put(VERSION);
    reported.write(out);
    revoked.write(out);
  }

  /**
   * Reads a serial form and leaves the buffer behind it.
   *
   * @param mostBits the largest m of a generation that is accepted
   * @param mostFill as for a new filter
   * @throws IllegalArgumentException in one line, if it is cut off or none of this version
   */
  public static SignatureFilter read(ByteBuffer in, long mostBits, double mostFill, Order order) {
    if (in.remaining() < HEADER) {
      throw new IllegalArgumentException("a signature filter is cut off in its header");
    }
    if (in.getInt() != MAGIC) {
      throw new IllegalArgumentException("not a signature filter");
    }
    int version = in.get();
    if (version != VERSION) {
      throw new IllegalArgumentException("a signature filter of unknown version " + version);
    }
    AgeingBloomFilter reported = AgeingBloomFilter.read(in, mostBits, mostFill);
    return new SignatureFilter(reported, AgeingBloomFilter.read(in, mostBits, mostFill), order);
  }

  @Override
  public String toString() {
    return "signatures reported in " + reported + " and revoked in " + revoked;
  }
}
