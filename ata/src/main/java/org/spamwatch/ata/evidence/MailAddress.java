package org.spamwatch.ata.evidence;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mail address, read as servers read it: in lower case, without the tag behind a plus sign, and
 * without the points that Gmail does not see.
 *
 * @param local what stands before the at sign
 * @param host what stands behind it, in ASCII
 * @param domain the organisational domain of that
 * @param isPublicMail whether that is one of {@link PublicMailDomains}
 */
record MailAddress(String local, String host, String domain, boolean isPublicMail) {
  /** At signs that are looked at, for each address that may be held. */
  private static final int LOOKED_AT = 4;

  /** Of characters of ASCII, where they may stand. */
  private static final byte[] KIND = new byte[0x80];

  private static final byte NEITHER = 0;
  private static final byte LOCAL = 1;
  private static final byte EITHER = 2;

  static {
    for (char c = 0; c < KIND.length; c++) {
      boolean either = Character.isLetterOrDigit(c) || c == '.' || c == '-';
      boolean local = c == '_' || c == '+' || c == '=';
      KIND[c] = either ? EITHER : local ? LOCAL : NEITHER;
    }
  }

  private static final int LONGEST_LOCAL = 64;
  private static final int LONGEST_HOST = 253;

  /**
   * Adds the addresses in running text or in a field.
   *
   * @param most that are held at most
   */
  static void collect(String text, int most, Set<MailAddress> to) {
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
      int latest = Math.min(text.length(), at + LONGEST_HOST);
      while (end < latest && isHost(text.charAt(end))) {
        end++;
      }
      while (end > at && !Character.isLetterOrDigit(text.charAt(end - 1))) {
        end--;
      }
      if (start < at && end > at + 1) {
        add(text.substring(start, at), text.substring(at + 1, end), to);
      }
    }
  }

  private static void add(String written, String domain, Set<MailAddress> to) {
    String local = written.toLowerCase(Locale.ROOT);
    int from = 0;
    while (from < local.length() && !Character.isLetterOrDigit(local.charAt(from))) {
      from++;
    }
    int plus = local.indexOf('+', from);
    String name = local.substring(from, plus > from ? plus : local.length());
    if (name.isEmpty()) {
      return;
    }
    Host at = Host.of(domain);
    if (at.ascii().isEmpty() || at.domain().isEmpty()) {
      return;
    }
    String owner = at.domain().get();
    to.add(
        owner.equals("gmail.com") || owner.equals("googlemail.com")
            ? new MailAddress(name.replace(".", ""), "gmail.com", "gmail.com", true)
            : new MailAddress(name, at.ascii().get(), owner, at.isOfPublicMail()));
  }

  private static boolean isLocal(char c) {
    return c < 0x80 ? KIND[c] != NEITHER : Character.isLetter(c);
  }

  private static boolean isHost(char c) {
    return c < 0x80 ? KIND[c] == EITHER : Character.isLetterOrDigit(c) || c == '\u3002';
  }

  /** All else follows from the host. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MailAddress that && local.equals(that.local) && host.equals(that.host);
  }

  @Override
  public int hashCode() {
    return 31 * local.hashCode() + host.hashCode();
  }

  @Override
  public String toString() {
    return local + '@' + host;
  }
}
