package org.spamwatch.ata.evidence;

/**
 * Domains under which anybody gets a mail box or a name: free mail, access providers, hosters,
 * services that send for others. A mail from one of them, proven or not, says nothing of who sent
 * it; the full address of a box there does. The list is {@code public-mail-domains.txt}.
 */
public final class PublicMailDomains {
  private PublicMailDomains() {}

  /** Whether a domain, in any case of the letters, is one of them or below one. */
  public static boolean contains(String domain) {
    return Host.of(domain).isPublicMail();
  }
}
