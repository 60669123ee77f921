package org.spamwatch.ata.evidence;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * The hashes that keys of evidence are made of: the first 64 bits of SHA-256 of a name of what is
 * hashed, a line feed and the thing itself in UTF-8. They are in published keys and never change.
 *
 * <p>A domain alone has one hash whatever kind of evidence it is: {@link #DOMAIN_ALONE} is set in
 * it, as it is in no other, so that the keys of a mail tell by themselves whether it links to the
 * domain that it comes from ({@link #isSameDomain}).
 */
final class EvidenceHash {
  /** The bit that is set in the key of a domain alone and in no other. */
  static final long DOMAIN_ALONE = 1L << 4;

  private EvidenceHash() {}

  /**
   * The hash of something.
   *
   * @param what a word for what it is, in the name of which it differs from all others
   */
  static long of(String what, String thing) {
    return sha256(what, thing) & ~DOMAIN_ALONE;
  }

  /** The hash of an organisational domain in lower case. */
  static long ofDomain(String domain) {
    return sha256("domain", domain) | DOMAIN_ALONE;
  }

  /** Whether a key, of whatever kind, is that of a domain alone. */
  static boolean isOfDomain(long identity) {
    return (identity & DOMAIN_ALONE) != 0;
  }

  /** Whether two keys, of whatever kinds, are those of one domain. */
  static boolean isSameDomain(long identity, long other) {
    return isOfDomain(identity) && (identity ^ other) >>> 4 == 0;
  }

  private static long sha256(String what, String thing) {
    byte[] bytes = (what + '\n' + thing).getBytes(StandardCharsets.UTF_8);
    return Long.reverseBytes(Hashing.sha256().hashBytes(bytes).asLong());
  }
}
