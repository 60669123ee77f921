package org.spamwatch.ata.evidence;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * Whose a mail says it is, and to which domains it leads: what tells a brand's mail from one that
 * was made of it. The copy keeps the page, with links to the brand or with the brand's address, and
 * leads the reader somewhere else.
 */
final class Leads {
  private static final int KIND_BITS = 4;

  private final TreeSet<Long> links = new TreeSet<>();

  /** Up to here every domain is known. */
  private long reach = Long.MAX_VALUE;

  private boolean named;
  private long sender;

  /** Those of a mail or a mark, as its evidence has them. */
  Leads(List<FeatureVector> vectors) {
    for (FeatureVector vector : vectors) {
      if (vector.scheme().equals(Scheme.EVIDENCE)) {
        add(vector);
      }
    }
  }

  private void add(FeatureVector vector) {
    for (int place = 0; place < vector.size(); place++) {
      long identity = vector.identity(place);
      EvidenceKind kind = EvidenceKind.of(identity).orElse(EvidenceKind.DOMAIN);
      boolean isOfDomain = EvidenceHash.isOfDomain(identity);
      if (kind == EvidenceKind.LINK && isOfDomain) {
        links.add(identity >> KIND_BITS);
      } else if (kind == EvidenceKind.SENDER && isOfDomain) {
        named = true;
        sender = identity >> KIND_BITS;
      }
    }
    if (links.size() >= LinkEvidence.MOST_DOMAINS) {
      reach = links.last();
    }
  }

  /**
   * Whether both lead to a domain that is no own ham, nor that of the mail's sender: else whoever
   * links to a shop in a spam would have the shop's own mail called spam.
   */
  boolean leadWhere(Leads mark, MailMatcher.Ham ham) {
    for (long domain : links) {
      if (mark.links.contains(domain)
          && !isSender(domain)
          && !ham.contains(Scheme.EVIDENCE, EvidenceKind.LINK.identity(domain << KIND_BITS))) {
        return true;
      }
    }
    return false;
  }

  private boolean namesSenderOf(Leads other) {
    return named && other.named && sender == other.sender;
  }

  /**
   * Whether a mark was made of the mail, and not the mail of the mark: the mark leads to a domain
   * to which the mail does not; the mail leads to its sender and where the mark does, and nowhere
   * else; and both have one of these domains, or the sender, in common.
   */
  boolean areOriginalOf(Leads mark) {
    long known = Math.min(reach, mark.reach);
    Set<Long> own = links.headSet(known, true);
    Set<Long> marked = mark.links.headSet(known, true);
    boolean leadsAstray = !own.containsAll(marked);
    boolean isInCommon = namesSenderOf(mark) || own.stream().anyMatch(marked::contains);
    return !own.isEmpty()
        && leadsAstray
        && isInCommon
        && own.stream().allMatch(domain -> isSender(domain) || marked.contains(domain));
  }

  private boolean isSender(long domain) {
    return named && domain == sender;
  }
}
