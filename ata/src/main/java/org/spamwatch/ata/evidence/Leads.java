package org.spamwatch.ata.evidence;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * Whose a mail says it is and to which domains it leads, by its evidence: what tells a brand's mail
 * from one that was made of it. The copy keeps the page, with links to the brand, the brand's name
 * or its address, and leads the reader somewhere else.
 */
final class Leads {
  private static final int KIND_BITS = 4;

  /** Domains of others than the sender, from which on some may be left out. */
  private static final int MOST = LinkEvidence.MOST_DOMAINS;

  private final Set<Long> senders = new HashSet<>();
  private final Set<Long> names = new HashSet<>();
  private final Set<Long> hosts = new HashSet<>();

  /** Domains that it leads to, those of {@link #hosts} left out. */
  private final TreeSet<Long> links = new TreeSet<>();

  /** Up to here every domain of others is known. */
  private long reach = Long.MAX_VALUE;

  /** Whether there is evidence. */
  private boolean known;

  /** Whether it leads to its sender, as far as is known. */
  private boolean home;

  /** Those of a mail or a mark, as its evidence has them. */
  Leads(List<FeatureVector> vectors) {
    for (FeatureVector vector : vectors) {
      if (vector.scheme().equals(Scheme.EVIDENCE)) {
        known = true;
        add(vector);
      }
    }
    TreeSet<Long> others = new TreeSet<>(links);
    others.removeAll(senders);
    if (others.size() >= MOST) {
      reach = others.last();
    }
    // A mark of before has the lowest domains, and its sender's may not be among them.
    home = others.size() < links.size() || others.size() > MOST;
  }

  private void add(FeatureVector vector) {
    for (int place = 0; place < vector.size(); place++) {
      long identity = vector.identity(place);
      long domain = identity >> KIND_BITS;
      boolean isOfDomain = EvidenceHash.isOfDomain(identity);
      EvidenceKind kind = EvidenceKind.of(identity).orElse(EvidenceKind.DOMAIN);
      if (kind == EvidenceKind.NAME) {
        names.add(identity);
      } else if (kind == EvidenceKind.HOST) {
        hosts.add(domain);
      } else if (kind == EvidenceKind.LINK && isOfDomain) {
        links.add(domain);
      } else if (kind == EvidenceKind.SENDER && isOfDomain) {
        senders.add(domain);
      }
    }
  }

  /** Whether it leads to a domain that is the sender's own. */
  boolean isHome() {
    return home;
  }

  /**
   * Whether both lead to a domain that is no own ham, nor that of the mail's sender: else whoever
   * links to a shop in a spam would have the shop's own mail called spam.
   */
  boolean leadWhere(Leads mark, MailMatcher.Ham ham) {
    for (long domain : links) {
      if (mark.links.contains(domain)
          && !senders.contains(domain)
          && !ham.contains(Scheme.EVIDENCE, EvidenceKind.LINK.identity(domain << KIND_BITS))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the mail is not to be reached by a mark, for it has the better claim to what both have:
   * it leads to its sender and the mark does not lead to its own; or both have one name and only
   * the mail's domain is called so; or the mark was made of it, with a place more, or with all its
   * places turned into one. Of mails that lead to their senders, and of those that do not, no two
   * are made of each other if they lead to as many places: who changes where his spam leads to from
   * copy to copy is reached by the marks of others of it.
   */
  boolean areOriginalOf(Leads mark) {
    return known
        && mark.known
        && ((home && !mark.home) || isCalledAs(mark) || isSourceOf(mark) || isGatheredIn(mark));
  }

  private boolean isCalledAs(Leads mark) {
    return names.stream()
        .anyMatch(
            name ->
                EvidenceHash.isOwnName(name)
                    && mark.names.contains(name & ~EvidenceHash.OWN_NAME)
                    && !mark.names.contains(name));
  }

  /**
   * Whether the mark leads where the mail does and somewhere else, too; to the sender that they
   * share it need not. Hosts of everybody's are only what both may have in common.
   */
  private boolean isSourceOf(Leads mark) {
    Set<Long> shared = new HashSet<>(senders);
    shared.retainAll(mark.senders);
    boolean leadsAstray =
        mark.links.headSet(reach, true).stream().anyMatch(domain -> !leadsTo(domain));
    boolean leadsWhereItDoes =
        links.headSet(mark.reach, true).stream()
            .allMatch(domain -> mark.leadsTo(domain) || shared.contains(domain));
    boolean isInCommon =
        !shared.isEmpty()
            || links.stream().anyMatch(mark::leadsTo)
            || hosts.stream().anyMatch(mark::leadsTo);
    return leadsAstray && leadsWhereItDoes && isInCommon && !(links.isEmpty() && hosts.isEmpty());
  }

  /**
   * Whether the mail leads to several places, and the mark, in the name or from the domain of its
   * sender, to a single one that is none of them: who makes a page his own turns all its links.
   */
  private boolean isGatheredIn(Leads mark) {
    Set<Long> marked = mark.places();
    return marked.size() == 1
        && places().size() > 1
        && marked.stream().noneMatch(this::leadsTo)
        && (mark.senders.stream().anyMatch(senders::contains) || bearsNameOf(mark));
  }

  private boolean bearsNameOf(Leads mark) {
    return names.stream()
        .anyMatch(
            name -> mark.names.contains(name) || mark.names.contains(name ^ EvidenceHash.OWN_NAME));
  }

  private Set<Long> places() {
    Set<Long> places = new HashSet<>(links);
    places.addAll(hosts);
    return places;
  }

  private boolean leadsTo(long domain) {
    return links.contains(domain) || hosts.contains(domain);
  }
}
