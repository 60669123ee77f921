package org.spamwatch.ata.evidence;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * {@link EvidenceKind#LINK}: the domains that a mail links to ({@link EvidenceHash#DOMAIN_ALONE}),
 * the author's own and at most {@value #MOST_DOMAINS} others, and at most {@value #MOST_PAGES}
 * pages: host and path with their changing parts left open ({@link LinkPattern}). Of what everybody
 * links to ({@code shared-link-hosts.txt}: services that pass a reader on or shorten addresses,
 * content networks, image hosts, services that send for others, social networks, stores of
 * programs) only the very page is evidence; the domain is a {@link EvidenceKind#HOST}.
 */
final class LinkEvidence {
  static final int MOST_DOMAINS = 5;
  private static final int MOST_PAGES = 2;

  /** Words of a path that make it a page of its own. */
  private static final int LEAST_WORDS = 1;

  /** Characters of a path on a shared host that tell one user's from others'. */
  private static final int LEAST_EXACT = 7;

  private LinkEvidence() {}

  static void collect(
      MailLinks links, Parties parties, Optional<String> sender, EvidenceKeys keys) {
    LowestHashes domains = new LowestHashes(MOST_DOMAINS);
    Set<String> pages = new LinkedHashSet<>();
    for (MailLink link : links.links()) {
      Host host = Host.of(link.host());
      Optional<String> domain = host.domain();
      String own = domain.orElse(link.host());
      boolean isSender = domain.isPresent() && sender.equals(domain);
      if (isSender) {
        keys.add(EvidenceKind.LINK, host.domainHash());
      }
      if (parties.receives(own) || (domain.isEmpty() && !isNumeric(own))) {
        continue;
      }
      // To its owner's mail a host that everybody links to is one of his own.
      if (host.isShared() && !isSender) {
        exact(link, pages);
        keys.add(EvidenceKind.HOST, host.domainHash());
      } else {
        if (!isSender) {
          domains.offer(host.domainHash());
        }
        page(link, own, pages);
      }
    }
    LowestHashes lowest = new LowestHashes(MOST_PAGES);
    pages.forEach(page -> lowest.offer(EvidenceHash.of("page", page)));
    add(domains, keys);
    add(lowest, keys);
  }

  private static void add(LowestHashes hashes, EvidenceKeys keys) {
    for (int rank = 0; rank < hashes.size(); rank++) {
      keys.add(EvidenceKind.LINK, hashes.value(rank));
    }
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

  private static void page(MailLink link, String domain, Set<String> pages) {
    String path = LinkPattern.ofPath(link.path(), LEAST_WORDS);
    if (!path.isEmpty()) {
      String host = LinkPattern.ofHost(link.host(), domain);
      pages.add(host + path);
    }
  }

  private static void exact(MailLink link, Set<String> pages) {
    if (link.path().length() >= LEAST_EXACT) {
      pages.add(link.host() + link.path());
    }
  }
}
