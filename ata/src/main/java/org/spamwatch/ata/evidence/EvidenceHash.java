package org.spamwatch.ata.evidence;

import java.util.Optional;

/**
 * The hashes that keys of evidence are made of: the first 64 bits of SHA-256 of a name of what is
 * hashed, a line feed and the thing itself in UTF-8. They are in published keys and never change.
 *
 * <p>A domain alone has one hash whatever kind of evidence it is: {@link #DOMAIN_ALONE} is set in
 * it, as it is in no other, so that the keys of a mail tell by themselves whether it links to the
 * domain that it comes from ({@link #isSameDomain}).
 *
 * <p>Addresses are people's. One goes through SHA-256 {@value #ROUNDS} times, and 32 bits are left
 * of it: some addresses out of a few thousand million have any given hash, so that whoever hashes
 * all the addresses there are, an hour's work for one processor with many cores and minutes for a
 * graphics card, is left with several that it may have been. It does not hide from somebody who
 * asks whether a certain address may be in a mail that was marked: a hash that is another's says
 * that it is not. An address for answers at a domain of its own has a second hash of which all bits
 * are kept ({@link #ofSufficientAddress}): it is what a business is written to by, and by chance no
 * two are to be alike.
 */
final class EvidenceHash {
  /** Set in the key of a domain alone and in no other. */
  static final long DOMAIN_ALONE = 1L << 4;

  /** Set in the key of an address that is evidence enough by itself, and in no other. */
  static final long ALONE = 1L << 5;

  /** Set in the key of a name that is also that of the author's domain, and in no other. */
  static final long OWN_NAME = 1L << 5;

  private static final long FLAGS = DOMAIN_ALONE | ALONE;
  private static final int ROUNDS = 256;

  private EvidenceHash() {}

  /**
   * The hash of something.
   *
   * @param what a word for what it is, in the name of which it differs from all others
   */
  static long of(String what, String thing) {
    return Sha256.of(what + '\n' + thing) & ~FLAGS;
  }

  /** The hash of an organisational domain in lower case. */
  static long ofDomain(String domain) {
    return of("domain", domain) | DOMAIN_ALONE;
  }

  /**
   * The hash of the name before an author's address.
   *
   * @param isOwn whether the domain of the address is called so, too ({@link #OWN_NAME})
   */
  static long ofName(String name, boolean isOwn) {
    return of("name", name) | (isOwn ? OWN_NAME : 0);
  }

  /** The hash of a mail address, of which no more than 32 bits are left; see the class. */
  static long ofAddress(String address) {
    long all = slow(address);
    long mixed = (all >>> 32) * 0x9E37_79B9_7F4A_7C15L; // of these bits alone, over all of the key
    return (mixed ^ (mixed >>> 29)) & ~FLAGS;
  }

  /** The hash of an address that is evidence enough by itself, with {@link #ALONE}. */
  static long ofSufficientAddress(String address) {
    return (slow(address + '\n') & ~FLAGS) | ALONE;
  }

  /** Whether a key of {@link EvidenceKind#CONTACT} is evidence enough by itself. */
  static boolean isSufficient(long identity) {
    return EvidenceKind.of(identity).equals(Optional.of(EvidenceKind.CONTACT))
        && (identity & FLAGS) == ALONE;
  }

  /** Whether a key of {@link EvidenceKind#NAME} is of a name that is also the domain's. */
  static boolean isOwnName(long identity) {
    return (identity & FLAGS) == OWN_NAME;
  }

  /** Whether a key, of whatever kind, is that of a domain alone. */
  static boolean isOfDomain(long identity) {
    return (identity & FLAGS) == DOMAIN_ALONE;
  }

  /** Whether two keys, of whatever kinds, are those of one domain. */
  static boolean isSameDomain(long identity, long other) {
    return isOfDomain(identity) && (identity ^ other) >>> 4 == 0;
  }

  private static long slow(String address) {
    return Sha256.chained("contact\n" + address, ROUNDS);
  }
}
