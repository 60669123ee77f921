package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The kinds of evidence beside the text, all in one vector of {@link
 * org.spamwatch.ata.fingerprint.Scheme#EVIDENCE}. Each says what it costs a sender to vary it from
 * copy to copy. The numbers are in published keys and never change.
 */
public enum EvidenceKind {
  /**
   * The domain that a trusted mail server has found proven (DKIM, SPF or DMARC, aligned with the
   * author's address). To vary it a domain must be registered and its mail signed.
   */
  DOMAIN(1, 1, 1),
  /** An address in the body or in Reply-To: answers to another one are lost. */
  CONTACT(2, 6, 1),
  /** The sender's domain with the order and shape of the header: another sending program. */
  SENDER(3, 2, 1),
  /** The domain and the path's pattern of a link: a domain or a page, a few cents. */
  LINK(4, 8, 1),
  /** The structure of HTML: another template. */
  HTML(5, 8, 1),
  /** Three words in a row, a few for the whole text: much of it written anew. */
  COARSE(6, 31, 2),
  /** What is attached, byte for byte: a byte. */
  ATTACHMENT(7, 4, 1),
  /** The subject: a word. */
  SUBJECT(8, 1, 1),
  /** All the text of a short mail, with its subject: a word. */
  SHORT(9, 1, 1),
  /** The name that stands before the author's address: a word. */
  NAME(10, 1, 1),
  /** A host that everybody links to, so that sharing one says nothing ({@link Leads}). */
  HOST(11, 4, 1);

  private static final int BITS = 4;
  private static final long MASK = (1L << BITS) - 1;
  private static final List<Optional<EvidenceKind>> ALL =
      Arrays.stream(values()).map(Optional::of).toList();

  private final int number;
  private final int most;
  private final int leastShared;

  EvidenceKind(int number, int most, int leastShared) {
    this.number = number;
    this.most = most;
    this.leastShared = leastShared;
  }

  /** The number in the lowest four bits of a key, 1 to 15. */
  public int number() {
    return number;
  }

  /** How many keys of this kind a mail has at most. */
  public int most() {
    return most;
  }

  /**
   * Whether mails that share enough of it agree in it. What does not is only compared, by rules of
   * its own.
   */
  public boolean isWitness() {
    return this != DOMAIN && this != HOST;
  }

  /** How many keys of this kind two mails have to share for it to agree. */
  public int leastShared() {
    return leastShared;
  }

  /**
   * The identity of a key of this kind.
   *
   * @param hash of what is evidence; its lowest four bits give way to the kind
   */
  public long identity(long hash) {
    return (hash & ~MASK) | number;
  }

  /** The kind of a key; nothing if it is of a newer version's. */
  public static Optional<EvidenceKind> of(long identity) {
    long number = identity & MASK;
    return number >= 1 && number <= ALL.size() ? ALL.get((int) number - 1) : Optional.empty();
  }
}
