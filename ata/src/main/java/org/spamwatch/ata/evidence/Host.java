package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.Optional;

/**
 * What is known of a host by its name alone. Most mails name the same few hosts, and to find their
 * domains is slow, so that the last two at each of {@value #REMEMBERED} places are remembered: some
 * 1.6 MiB, 8 MiB if all are as long as can be. Who aims at a place gains that another name there is
 * looked up once more. Safe for any thread: one that does not see what another has put there looks
 * it up.
 */
final class Host {
  private static final int REMEMBERED = 1 << 12;
  private static final DomainList PUBLIC_MAIL = new DomainList("public-mail-domains.txt");
  private static final DomainList SHARED = new DomainList("shared-link-hosts.txt");
  private static final Host NONE = new Host("");

  private static final Host[] LAST = new Host[REMEMBERED];

  /** What was the last one before it. */
  private static final Host[] BEFORE = new Host[REMEMBERED];

  static {
    Arrays.fill(LAST, NONE);
    Arrays.fill(BEFORE, NONE);
  }

  private final String name;
  private final Optional<String> ascii;
  private final Optional<String> domain;
  private final boolean publicMail;
  private final boolean ofPublicMail;
  private final boolean shared;

  /** Of the domain, once it was asked for; else 0. */
  private volatile long domainHash;

  private Host(String name) {
    this.name = name;
    ascii = Domains.ascii(name);
    domain = ascii.flatMap(Domains::registered);
    publicMail = ascii.isPresent() && PUBLIC_MAIL.contains(ascii.get(), domain);
    ofPublicMail = domain.isPresent() && PUBLIC_MAIL.contains(domain.get(), domain);
    shared = SHARED.contains(name, domain);
  }

  /** What is known of a host, whose name may be anything. */
  static Host of(String name) {
    if (name.length() > Domains.LONGEST) {
      return NONE;
    }
    int hash = name.hashCode() * 0x9E37_79B9;
    int place = hash >>> Integer.numberOfLeadingZeros(REMEMBERED - 1);
    Host known = LAST[place];
    if (known.name.equals(name)) {
      return known;
    }
    Host before = BEFORE[place];
    Host host = before.name.equals(name) ? before : new Host(name);
    BEFORE[place] = known;
    LAST[place] = host;
    return host;
  }

  /** {@link Domains#ascii}. */
  Optional<String> ascii() {
    return ascii;
  }

  /** {@link Domains#organisational}. */
  Optional<String> domain() {
    return domain;
  }

  /** {@link PublicMailDomains#contains}. */
  boolean isPublicMail() {
    return publicMail;
  }

  /** {@link PublicMailDomains#contains} of its domain. */
  boolean isOfPublicMail() {
    return ofPublicMail;
  }

  /** Whether everybody links to it, as {@code shared-link-hosts.txt} says. */
  boolean isShared() {
    return shared;
  }

  /** The hash of its domain, or of itself if it has none. */
  long domainHash() {
    long hash = domainHash;
    if (hash == 0) {
      hash = EvidenceHash.ofDomain(domain.orElse(name));
      domainHash = hash;
    }
    return hash;
  }
}
