package org.spamwatch.ata.text;

/** Where web and mail addresses in running text begin and end. */
final class WebAddress {
  private static final String[] STARTS = {"http://", "https://", "ftp://", "www."};

  private WebAddress() {}

  /** Whether two letters stand at {@code i} that addresses begin with: ht, ft or ww. */
  static boolean mayBegin(String text, int i) {
    int first = text.charAt(i) | 0x20;
    if ((first != 'h' && first != 'f' && first != 'w') || i + 1 == text.length()) {
      return false;
    }
    return (text.charAt(i + 1) | 0x20) == (first == 'w' ? 'w' : 't');
  }

  /** The index at which the host begins, or -1 if no address begins at {@code i}. */
  static int hostStart(String text, int i) {
    if (!mayBegin(text, i)) {
      return -1;
    }
    for (String start : STARTS) {
      if (text.regionMatches(true, i, start, 0, start.length())) {
        boolean bare = start.charAt(0) == 'w';
        if (bare && i > 0 && PaperNormalization.isAsciiAlphanumeric(text.charAt(i - 1))) {
          return -1;
        }
        return bare ? i : i + start.length();
      }
    }
    return -1;
  }

  /** The index behind the host that begins at {@code i}. */
  static int hostEnd(String text, int i) {
    int end = i;
    while (end < text.length() && !endsHost(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** The index behind the whole address, of which {@code i} is a place in or behind the host. */
  static int end(String text, int i) {
    int end = i;
    while (end < text.length() && !endsAddress(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Whether the part of a mail address before the {@code @} is made of such characters. */
  static boolean isLocalPart(char c) {
    return PaperNormalization.isAsciiAlphanumeric(c)
        || c == '.'
        || c == '-'
        || c == '_'
        || c == '+'
        || c == '='
        || c == '%';
  }

  /** The index behind the domain of a mail address that begins at {@code i}. */
  static int domainEnd(String text, int i) {
    int end = i;
    while (end < text.length()
        && (PaperNormalization.isAsciiAlphanumeric(text.charAt(end))
            || text.charAt(end) == '.'
            || text.charAt(end) == '-')) {
      end++;
    }
    return end;
  }

  private static boolean endsHost(char c) {
    return c == '/' || c == '?' || c == '#' || c == ':' || endsAddress(c);
  }

  private static boolean endsAddress(char c) {
    return c <= ' '
        || c == '<'
        || c == '>'
        || c == '"'
        || c == '\''
        || c == ')'
        || c == ']'
        || c == '}'
        || (c >= 0x80 && !Character.isLetterOrDigit(c));
  }
}
