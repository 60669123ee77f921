package org.spamwatch.agent.proof;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.evidence.Domains;
import org.spamwatch.ata.mail.MailHeader;

/** Whom a mail names as its author. */
final class Author {
  private static final int MOST_CHARS = 2048;

  private Author() {}

  /**
   * The organisational domain of the author's address; nothing if there is not exactly one From
   * with exactly one address in it: a program that shows the other one would show what nobody has
   * proven.
   */
  static Optional<String> domain(MailHeader header) {
    List<String> from = header.all("From");
    if (from.size() != 1 || from.get(0).length() > MOST_CHARS) {
      return Optional.empty();
    }
    try {
      InternetAddress[] authors = InternetAddress.parseHeader(from.get(0), true);
      return authors.length == 1 && !authors[0].isGroup()
          ? ofAddress(authors[0].getAddress())
          : Optional.empty();
    } catch (AddressException | RuntimeException e) { // the parser is not ours
      return Optional.empty();
    }
  }

  private static Optional<String> ofAddress(String address) {
    int at = address.lastIndexOf('@');
    return at < 1 ? Optional.empty() : Domains.organisational(address.substring(at + 1));
  }
}
