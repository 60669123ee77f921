package org.spamwatch.statistics;

/**
 * Names a token by 64 bits (HAI, section III-C3). Keyed: who does not know the key can neither tell
 * which tokens a filter holds nor choose tokens that share a hash, as far as the function is sound.
 */
@FunctionalInterface
public interface TokenHash {
  /** The hash of the bytes from {@code from} (inclusive) to {@code to} (exclusive). */
  long hash(byte[] bytes, int from, int to);
}
