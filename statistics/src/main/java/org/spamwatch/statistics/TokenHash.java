package org.spamwatch.statistics;

/**
 * Names a token by 64 bits (HAI, section III-C3). Keyed: who does not know the key can neither tell
 * which tokens a filter holds nor choose tokens that share a hash, as far as the function is sound;
 * only {@link #keyed} is meant to be. Who knows the key can do both. The same bytes have the same
 * hash wherever they stand.
 *
 * <p>Allocates nothing. Those of {@link #keyed} and {@link #thin} may be shared by threads, the
 * others belong to one.
 */
@FunctionalInterface
public interface TokenHash {
  /** The hash of the bytes from {@code from} (inclusive) to {@code to} (exclusive). */
  long hash(byte[] bytes, int from, int to);

  /**
   * What to use: SipHash-1-3 (Aumasson and Bernstein, <em>SipHash: a fast short-input PRF</em>,
   * 2012, with one round a word and three at the end), which no attack is known to tell from a
   * random function of 64 bits. <em>Differs from the paper</em>, whose functions have no key:
   * because spammers choose tokens.
   *
   * @param key0 the key's first 64 bits
   * @param key1 its last
   */
  static TokenHash keyed(long key0, long key1) {
    return new SipHash(key0, key1);
  }

  /**
   * MD5 (RFC 1321) of the key, its bytes from the lowest, and the token, as the paper's first
   * function; the first 64 bits of the digest, from the lowest byte. For comparison.
   */
  static TokenHash md5(long key0, long key1) {
    return new Md5Hash(key0, key1, false);
  }

  /**
   * The paper's <em>MD-</em>: {@link #md5} with the function F in all four rounds. That F takes the
   * places of G, H, and I and all else stays is our own design: the paper says no more. For
   * comparison.
   */
  static TokenHash simplifiedMd5(long key0, long key1) {
    return new Md5Hash(key0, key1, true);
  }

  /**
   * The paper's <em>thin hash</em>, four shifts, exclusive ors, and additions a byte. Which they
   * are is our own design: the paper does not print it. Weaker than the others, on purpose. For
   * comparison.
   */
  static TokenHash thin(long key0, long key1) {
    return new ThinHash(key0, key1);
  }
}
