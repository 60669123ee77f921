package org.spamwatch.sketch;

/** The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection that mixes well. */
public final class SplitMix64 {
  /** What SplitMix64 adds from one draw to the next: 2^64 over the golden ratio, odd. */
  static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private SplitMix64() {}

  /** The number mixed: another for each. */
  public static long mixed(long value) {
    long z = value + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
