package org.spamwatch.simulator.load;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;

/** Digests that follow from a seed and their numbers, and what it takes to keep some. */
record StoredDigests(long seed) {
  private static final int BYTES = 20;
  private static final long APART = 0x1F3D5B79L;

  /** A digest of a kind, by its number. */
  byte[] of(int kind, long number) {
    byte[] digest = new byte[BYTES];
    new SplittableRandom(seed * 31 + kind + number * APART).nextBytes(digest);
    return digest;
  }

  /** Processor time of this thread, which other programs do not lengthen. */
  static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Memory that is in use once what is not is collected. */
  static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
