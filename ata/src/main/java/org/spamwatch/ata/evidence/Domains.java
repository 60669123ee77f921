package org.spamwatch.ata.evidence;

import com.google.common.net.InternetDomainName;
import java.net.IDN;
import java.util.Locale;
import java.util.Optional;

/** Names of hosts and the domains that they belong to. */
public final class Domains {
  /** Characters of a name. */
  static final int LONGEST = 253;

  private Domains() {}

  /**
   * The domain that somebody has registered and of which a host is a part, by the list of public
   * suffixes, those of hosters such as {@code github.io} among them; in lower case, international
   * names in ASCII. Nothing for an address of numbers, a suffix itself, or what is no name.
   */
  public static Optional<String> organisational(String host) {
    return Host.of(host).domain();
  }

  /** The same of a name in ASCII and lower case, looked up anew. */
  static Optional<String> registered(String host) {
    if (!mayBeName(host)) {
      return Optional.empty();
    }
    try {
      InternetDomainName name = InternetDomainName.from(host);
      return name.isUnderPublicSuffix()
          ? Optional.of(name.topPrivateDomain().toString())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A first look: most of what is none costs no exception. */
  private static boolean mayBeName(String host) {
    boolean point = false;
    boolean letter = false;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      letter = c >= 'a' && c <= 'z';
      if (!letter && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.') {
        return false;
      }
      if (c == '.' && (i == 0 || host.charAt(i - 1) == '.')) {
        return false;
      }
      point |= c == '.';
    }
    return point && (letter || host.contains("xn--"));
  }

  /** A host's name in lower case, international names in ASCII, without a point at its end. */
  static Optional<String> ascii(String host) {
    if (host.isEmpty() || host.length() > LONGEST) {
      return Optional.empty();
    }
    String name = host;
    try {
      name = isAscii(host) ? host : IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) { // a label that cannot be a name
      return Optional.empty();
    }
    name = name.toLowerCase(Locale.ROOT);
    name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
