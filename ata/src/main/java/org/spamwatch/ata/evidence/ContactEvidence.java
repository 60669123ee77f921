package org.spamwatch.ata.evidence;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.TextPart;

/**
 * {@link EvidenceKind#CONTACT}: who is to be written to, by the visible text, by {@code mailto:}
 * and by Reply-To: full addresses, those of free mail among them; none of a recipient, a
 * recipient's domain, a list, or nobody ({@link Parties}), and none of the author's own domain:
 * else whoever names a shop's address in a spam would have the shop's own mail called spam. At most
 * five, and the first of Reply-To once more, as evidence enough by itself, if it is none of {@link
 * PublicMailDomains}.
 */
final class ContactEvidence {
  /** Addresses of one mail that are looked at. */
  private static final int MOST = 500;

  private ContactEvidence() {}

  /**
   * Adds the addresses of a mail.
   *
   * @param sender the author's domain, {@link SenderEvidence#domain}
   */
  static void collect(
      MailText mail, MailLinks links, Parties parties, Optional<String> sender, EvidenceKeys keys) {
    Set<MailAddress> addresses = new LinkedHashSet<>();
    mail.header().first("Reply-To").ifPresent(value -> MailAddress.collect(value, MOST, addresses));
    Predicate<MailAddress> isNone =
        address -> sender.equals(Optional.of(address.domain())) || parties.isNoContact(address);
    addresses.stream()
        .filter(isNone.negate())
        .filter(address -> !address.isPublicMail())
        .findFirst()
        .ifPresent(
            address ->
                keys.add(
                    EvidenceKind.CONTACT, EvidenceHash.ofSufficientAddress(address.toString())));
    links.mailTo().forEach(value -> MailAddress.collect(value, MOST, addresses));
    for (TextPart part : mail.parts()) {
      MailAddress.collect(part.visible(), MOST, addresses);
    }
    addresses.removeIf(isNone);
    for (MailAddress address : lowest(addresses, EvidenceKind.CONTACT.most() - 1)) {
      keys.add(EvidenceKind.CONTACT, EvidenceHash.ofAddress(address.toString()));
    }
  }

  /** Of many those with the lowest hashes. */
  private static Collection<MailAddress> lowest(Set<MailAddress> addresses, int most) {
    if (addresses.size() <= most) {
      return addresses;
    }
    TreeMap<Long, MailAddress> lowest = new TreeMap<>();
    for (MailAddress address : addresses) {
      lowest.put(EvidenceHash.of("address", address.toString()), address);
      if (lowest.size() > most) {
        lowest.pollLastEntry();
      }
    }
    return lowest.values();
  }
}
