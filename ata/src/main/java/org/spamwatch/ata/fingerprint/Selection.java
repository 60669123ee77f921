package org.spamwatch.ata.fingerprint;

/** What takes the shingles of a text whose fingerprints are high enough. */
interface Selection {
  /** The least fingerprint worth offering, as an unsigned number. */
  long floor();

  /**
   * Takes a shingle or passes over it.
   *
   * @param bytes the normalised text, of which {@code from} to {@code to - 1} is the shingle
   */
  void offer(long fingerprint, byte[] bytes, int from, int to);
}
