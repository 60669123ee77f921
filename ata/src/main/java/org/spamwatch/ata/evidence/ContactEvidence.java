package org.spamwatch.ata.evidence;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.TextPart;

/**
 * {@link EvidenceKind#CONTACT}: who is to be written to, by the visible text, by {@code mailto:} and
 * by Reply-To: full addresses, those of free mail among them; none of a recipient, a recipient's
 * domain, a list, or nobody ({@link Parties}). At most five, and the first of Reply-To once more if
 * it is none of {@link PublicMailDomains}, as evidence enough by itself.
 */
final class ContactEvidence {
  /** Addresses of one mail that are looked at. */
  private static final int MOST = 500;

  private ContactEvidence() {}

  static void collect(MailText mail, MailLinks links, Parties parties, EvidenceKeys keys) {
    Set<String> addresses = new LinkedHashSet<>();
    mail.header()
        .first("Reply-To")
        .ifPresent(value -> MailAddresses.collect(value, MOST, addresses));
    addresses.stream()
        .filter(address -> !parties.isNoContact(address))
        .filter(address -> !PublicMailDomains.contains(MailAddresses.domain(address)))
        .findFirst()
        .ifPresent(
            address ->
                keys.add(EvidenceKind.CONTACT, EvidenceHash.ofSufficientAddress(address)));
    links.mailTo().forEach(value -> MailAddresses.collect(value, MOST, addresses));
    for (TextPart part : mail.parts()) {
      MailAddresses.collect(part.visible(), MOST, addresses);
    }
    TreeMap<Long, String> lowest = new TreeMap<>();
    for (String address : addresses) {
      if (!parties.isNoContact(address)) {
        lowest.put(EvidenceHash.of("address", address), address);
      }
    }
    lowest.values().stream()
        .limit(EvidenceKind.CONTACT.most() - 1)
        .forEach(address -> keys.add(EvidenceKind.CONTACT, EvidenceHash.ofAddress(address)));
  }
}
