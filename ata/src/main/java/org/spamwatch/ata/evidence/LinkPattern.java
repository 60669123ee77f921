package org.spamwatch.ata.evidence;

/**
 * A link with its changing parts left open: of the host and the path, a row of digits is {@code #},
 * and a label or a segment that looks drawn at random is {@code *}; of the query only the names
 * stay.
 */
final class LinkPattern {
  private static final int MOST_SEGMENTS = 8;
  private static final int MOST_NAMES = 8;

  /** Characters from which a segment with letters and digits in turn looks drawn at random. */
  private static final int LEAST_MIXED = 6;

  /** Characters from which it does without any point, hyphen or underscore. */
  private static final int LEAST_LONG = 20;

  private final StringBuilder out = new StringBuilder();

  /** Parts that are words. */
  private int words;

  private LinkPattern() {}

  /** The pattern of the host's labels before its domain. */
  static String ofHost(String host, String domain) {
    LinkPattern pattern = new LinkPattern();
    int labels = host.length() - domain.length() - 1;
    if (labels > 0) {
      for (int from = 0; from < labels; ) {
        int end = Math.min(labels, endOf(host, from, "."));
        pattern.segment(host.substring(from, end));
        pattern.out.append('.');
        from = end + 1;
      }
    }
    return pattern.out + domain;
  }

  /** The pattern of a path and its query; empty if it has not so many words. */
  static String ofPath(String path, int leastWords) {
    LinkPattern pattern = new LinkPattern();
    int query = endOf(path, 0, "?");
    int segments = 0;
    for (int from = 1; from < query && segments < MOST_SEGMENTS; segments++) {
      int end = Math.min(query, endOf(path, from, "/"));
      pattern.out.append('/');
      pattern.segment(MailLink.unescaped(path.substring(from, end)));
      from = end + 1;
    }
    int names = 0;
    for (int from = query + 1; from < path.length() && names < MOST_NAMES; names++) {
      int end = endOf(path, from, "&;");
      String name = path.substring(from, Math.min(end, endOf(path, from, "=")));
      pattern.out.append(names == 0 ? '?' : '&');
      pattern.segment(MailLink.unescaped(name));
      from = end + 1;
    }
    return pattern.words < leastWords ? "" : pattern.out.toString();
  }

  private static int endOf(String text, int from, String marks) {
    int end = from;
    while (end < text.length() && marks.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  private void segment(String segment) {
    int point = segment.lastIndexOf('.');
    String name = point > 0 ? segment.substring(0, point) : segment;
    if (looksDrawn(name)) {
      out.append('*');
    } else {
      words += withoutDigits(name) ? 1 : 0;
    }
    if (point > 0) {
      withoutDigits(segment.substring(point));
    }
  }

  /** Appends a text in lower case, rows of digits as one sign; says whether it holds a word. */
  private boolean withoutDigits(String text) {
    int letters = 0;
    boolean digits = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = Character.isDigit(c);
      if (!digit) {
        out.append(Character.toLowerCase(c));
      } else if (!digits) {
        out.append('#');
      }
      digits = digit;
      letters += Character.isLetter(c) ? 1 : 0;
    }
    return letters >= 3;
  }

  private static boolean looksDrawn(String name) {
    int digits = 0;
    int letters = 0;
    int marks = 0;
    int vowels = 0;
    int turns = 0; // from letters to digits and back, and from small letters to capital ones
    char before = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean digit = Character.isDigit(c);
      boolean letter = Character.isLetter(c);
      digits += digit ? 1 : 0;
      letters += letter ? 1 : 0;
      marks += digit || letter ? 0 : 1;
      vowels += "aeiouyAEIOUY".indexOf(c) >= 0 ? 1 : 0;
      turns += i > 0 && (digit ? Character.isLetter(before) : Character.isDigit(before)) ? 1 : 0;
      turns += Character.isUpperCase(c) && Character.isLowerCase(before) ? 1 : 0;
      before = c;
    }
    int length = name.length();
    return (length >= LEAST_MIXED && turns >= 3)
        || (length >= LEAST_MIXED && digits > 0 && letters > 0 && turns >= 2 && marks == 0)
        || (length >= LEAST_LONG && marks * 10 < length)
        || (length >= LEAST_MIXED && letters == length && vowels * 7 < length)
        || (length >= 2 * LEAST_MIXED && digits * 3 > length && letters > 0);
  }
}
