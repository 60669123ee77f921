package org.spamwatch.ata.evidence;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Mail addresses in running text or in a header field: what stands around an at sign, if it is
 * under a public suffix. In lower case, without the tag behind a plus sign, and without the points
 * that Gmail does not see.
 */
final class MailAddresses {
  /** At signs that are looked at, for each address that may be held. */
  private static final int LOOKED_AT = 4;

  private static final int LONGEST_LOCAL = 64;
  private static final int LONGEST_DOMAIN = 253;

  private MailAddresses() {}

  /**
   * Adds the addresses in a text.
   *
   * @param most that are held at most
   */
  static void collect(String text, int most, Set<String> to) {
    int looked = 0;
    for (int at = text.indexOf('@');
        at >= 0 && to.size() < most && looked < LOOKED_AT * most;
        at = text.indexOf('@', at + 1)) {
      looked++;
      int start = at;
      int earliest = Math.max(0, at - LONGEST_LOCAL);
      while (start > earliest && isLocal(text.charAt(start - 1))) {
        start--;
      }
      int end = at + 1;
      int latest = Math.min(text.length(), at + LONGEST_DOMAIN);
      while (end < latest && isDomain(text.charAt(end))) {
        end++;
      }
      while (end > at && !Character.isLetterOrDigit(text.charAt(end - 1))) {
        end--;
      }
      if (start < at && end > at + 1) {
        address(text.substring(start, at), text.substring(at + 1, end)).ifPresent(to::add);
      }
    }
  }

  /** The domain of an address. */
  static String domain(String address) {
    return address.substring(address.lastIndexOf('@') + 1);
  }

  private static Optional<String> address(String local, String domain) {
    Optional<String> host = Domains.ascii(domain);
    if (host.isEmpty() || Domains.organisational(host.get()).isEmpty()) {
      return Optional.empty();
    }
    String name = local.toLowerCase(Locale.ROOT);
    int from = 0;
    while (from < name.length() && !Character.isLetterOrDigit(name.charAt(from))) {
      from++;
    }
    int plus = name.indexOf('+', from);
    name = name.substring(from, plus > from ? plus : name.length());
    boolean gmail = host.get().equals("gmail.com") || host.get().equals("googlemail.com");
    name = gmail ? name.replace(".", "") : name;
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(name + '@' + (gmail ? "gmail.com" : host.get()));
  }

  private static boolean isLocal(char c) {
    return c < 0x80 ? isAsciiDomain(c) || c == '_' || c == '+' || c == '=' : Character.isLetter(c);
  }

  private static boolean isDomain(char c) {
    return c < 0x80 ? isAsciiDomain(c) : Character.isLetterOrDigit(c) || c == '\u3002';
  }

  private static boolean isAsciiDomain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '-';
  }
}
