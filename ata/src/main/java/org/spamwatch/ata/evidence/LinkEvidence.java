package org.spamwatch.ata.evidence;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@link EvidenceKind#LINK}: the domains that a mail links to ({@link EvidenceHash#DOMAIN_ALONE}),
 * at most {@value #MOST_DOMAINS}, and at most {@value #MOST_PAGES} pages: host and path with their
 * changing parts left open ({@link LinkPattern}). Of what everybody links to ({@code
 * shared-link-hosts.txt}: services that pass a reader on or shorten addresses, content networks,
 * image hosts, services that send for others, social networks, stores of programs) only the very
 * page is evidence.
 */
final class LinkEvidence {
  private static final DomainList SHARED = new DomainList("shared-link-hosts.txt");
  static final int MOST_DOMAINS = 6;
  private static final int MOST_PAGES = 2;

  /** Words of a path that make it a page of its own. */
  private static final int LEAST_WORDS = 1;

  /** Characters of a path on a shared host that tell one user's from others'. */
  private static final int LEAST_EXACT = 7;

  private LinkEvidence() {}

  static void collect(
      MailLinks links, Parties parties, Optional<String> sender, EvidenceKeys keys) {
    TreeSet<Long> domains = new TreeSet<>();
    TreeSet<Long> pages = new TreeSet<>();
    for (MailLink link : links.links()) {
      Optional<String> domain = Domains.organisational(link.host());
      String own = domain.orElse(link.host());
      // To its owner's mail a host that everybody links to is one of his own.
      boolean shared = SHARED.contains(link.host()) && !sender.equals(domain);
      if (parties.receives(own) || (domain.isEmpty() && !isNumeric(own))) {
        continue;
      }
      if (shared) {
        exact(link, pages);
      } else {
        domains.add(EvidenceHash.ofDomain(own));
        page(link, own, pages);
      }
    }
    domains.stream().limit(MOST_DOMAINS).forEach(hash -> keys.add(EvidenceKind.LINK, hash));
    pages.stream().limit(MOST_PAGES).forEach(hash -> keys.add(EvidenceKind.LINK, hash));
  }

  /** Whether it is an IPv4 address. */
  private static boolean isNumeric(String host) {
    int points = 0;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
      points += c == '.' ? 1 : 0;
    }
    return points == 3;
  }

  private static void page(MailLink link, String domain, Set<Long> pages) {
    String path = LinkPattern.ofPath(link.path(), LEAST_WORDS);
    if (!path.isEmpty()) {
      String host = LinkPattern.ofHost(link.host(), domain);
      pages.add(EvidenceHash.of("page", host + path));
    }
  }

  private static void exact(MailLink link, Set<Long> pages) {
    if (link.path().length() >= LEAST_EXACT) {
      pages.add(EvidenceHash.of("page", link.host() + link.path()));
    }
  }
}
