package org.spamwatch.ata.text;

/** Where web and mail addresses in running text begin and end. */
final class WebAddress {
  private static final String[] PROTOCOLS = {"https", "http", "ftp"};

  private WebAddress() {}

  /**
   * Where an address begins, of which the first mark is known, or -1 if none does: the first letter
   * of the protocol, of {@code www} or of the local part.
   *
   * @param from where it begins at the earliest
   * @param mark the index of a colon, point or at sign
   */
  static int start(char[] text, int from, int mark) {
    return switch (text[mark]) {
      case ':' -> protocol(text, from, mark);
      case '.' -> www(text, from, mark);
      case '@' -> localPart(text, from, mark);
      default -> -1;
    };
  }

  private static int protocol(char[] text, int from, int end) {
    if (isAt(text, end, "://")) {
      for (String protocol : PROTOCOLS) {
        int start = end - protocol.length();
        if (start >= from && isAt(text, start, protocol)) {
          return start;
        }
      }
    }
    return -1;
  }

  private static int www(char[] text, int from, int end) {
    int start = end - "www".length();
    boolean apart =
        start >= from && (start == 0 || !PaperNormalization.isAsciiAlphanumeric(text[start - 1]));
    return apart && isAt(text, start, "www") ? start : -1;
  }

  private static int localPart(char[] text, int from, int end) {
    int start = end;
    while (start > from && isLocalPart(text[start - 1])) {
      start--;
    }
    return start < end ? start : -1;
  }

  /** Whether ASCII characters stand at an index, letters in any case. */
  private static boolean isAt(char[] text, int index, String lower) {
    if (text.length - index < lower.length()) {
      return false;
    }
    for (int i = 0; i < lower.length(); i++) {
      char wanted = lower.charAt(i);
      int c = text[index + i];
      if (c != wanted && (wanted < 'a' || (c | 0x20) != wanted)) {
        return false;
      }
    }
    return true;
  }

  /** The index behind the host that begins at {@code i}. */
  static int hostEnd(char[] text, int i) {
    int end = i;
    while (end < text.length && !endsHost(text[end])) {
      end++;
    }
    return end;
  }

  /** The index behind the whole address, of which {@code i} is a place in or behind the host. */
  static int end(char[] text, int i) {
    int end = i;
    while (end < text.length && !endsAddress(text[end])) {
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
  static int domainEnd(char[] text, int i) {
    int end = i;
    while (end < text.length
        && (PaperNormalization.isAsciiAlphanumeric(text[end])
            || text[end] == '.'
            || text[end] == '-')) {
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
