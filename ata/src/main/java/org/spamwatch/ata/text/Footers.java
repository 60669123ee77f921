package org.spamwatch.ata.text;

/**
 * Leaves out the rows that mailing lists and filters put under and over what a sender wrote: they
 * are the same under spam and under everything else, and false matches come from them.
 *
 * <p>A footer is what stands between a rule (a row of at least {@value #LEAST_RULE} of one of
 * {@code _ - = * ~ #}, or {@code --} alone) and the next blank row or rule, if it is at most
 * {@value #MOST_ROWS} rows and {@value #MOST_CHARS} characters, and names a list, a subscription, a
 * sponsor or a scanner ({@link #SIGNS}). Rows that begin with {@code SPAM: } are the report of a
 * filter. Quote marks before a row do not matter. A paragraph of at most {@value #MOST_NOTICE}
 * characters that speaks of an intended recipient or addressee and of confidence or disclosure is a
 * legal notice and left out too. At most {@value #MOST_FOOTERS} footers of a text are left out, so
 * that nobody hides much behind such a row. Linear.
 */
final class Footers {
  private static final int LEAST_RULE = 20;
  private static final int MOST_ROWS = 8;
  private static final int MOST_CHARS = 600;
  private static final int MOST_FOOTERS = 8;
  private static final int MOST_NOTICE = 1500;

  private static final String[] SIGNS = {
    "mailing list",
    "listinfo",
    "unsubscribe",
    "majordomo",
    "sponsored by",
    "subscription",
    "yahoo! groups",
    "yahoogroups",
    "scanned",
    "virus",
  };

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int footers;

  /** How much of the text is in {@link #out} or left out. */
  private int done;

  private Footers(String text) {
    this.text = text;
  }

  /** The text without them; the same object if there are none. */
  static String cut(String text) {
    return withoutNotices(withoutFooters(text));
  }

  private static String withoutFooters(String text) {
    if (lacksRow(text, '-', "--")
        && lacksRow(text, '_', "____")
        && lacksRow(text, '=', "====")
        && lacksRow(text, '*', "****")
        && text.indexOf("SPAM: ") < 0) {
      return text;
    }
    Footers footers = new Footers(text);
    footers.run();
    return footers.rest();
  }

  /** Most texts lack the character, which is sooner found out. */
  private static boolean lacksRow(String text, char of, String row) {
    int first = text.indexOf(of);
    return first < 0 || text.indexOf(row, first) < 0;
  }

  private static String withoutNotices(String text) {
    if (!text.contains("ntended ") && !text.contains("NTENDED ")) {
      return text;
    }
    Footers notices = new Footers(text);
    int paragraph = 0;
    for (int row = 0; row < text.length(); ) {
      int end = notices.rowEnd(row);
      if (end == text.length() || notices.isBlank(notices.behindQuotes(row, end), end)) {
        notices.leaveOutNotice(paragraph, end);
        paragraph = end;
      }
      row = end;
    }
    return notices.rest();
  }

  private void leaveOut(int from, int to, String instead) {
    out.append(text, done, from).append(instead);
    done = to;
  }

  private String rest() {
    return done == 0 ? text : out.append(text, done, text.length()).toString();
  }

  private void leaveOutNotice(int from, int to) {
    boolean notice =
        footers < MOST_FOOTERS
            && to - from <= MOST_NOTICE
            && 2 * (to - from) <= text.length()
            && has("intended ", from, to)
            && (has("recipient", from, to) || has("addressee", from, to))
            && (has("confidential", from, to)
                || has("privileged", from, to)
                || has("disclos", from, to));
    if (notice) {
      footers++;
      leaveOut(from, to, "\n");
    }
  }

  private void run() {
    for (int row = 0; row < text.length(); ) {
      int end = rowEnd(row);
      int start = behindQuotes(row, end);
      if (text.startsWith("SPAM: ", start)) {
        leaveOut(row, end, "");
      } else if (footers < MOST_FOOTERS && isRule(start, end)) {
        int behind = footerEnd(end);
        if (behind > end) {
          footers++;
          leaveOut(row, behind, "\n");
          end = behind;
        }
      }
      row = end;
    }
  }

  /** Behind the footer whose first row begins at {@code from}, or {@code from} if it is none. */
  private int footerEnd(int from) {
    boolean signed = false;
    int row = from;
    for (int rows = 0; row < text.length(); rows++) {
      int end = rowEnd(row);
      int start = behindQuotes(row, end);
      if (isBlank(start, end) || isRule(start, end)) {
        break;
      }
      if (rows == MOST_ROWS || end - from > MOST_CHARS) {
        return from;
      }
      signed |= isSigned(start, end);
      row = end;
    }
    return signed ? row : from;
  }

  private boolean isSigned(int from, int to) {
    for (String sign : SIGNS) {
      if (has(sign, from, to)) {
        return true;
      }
    }
    return false;
  }

  /** Whether words stand in a range, in any case of their letters. */
  private boolean has(String lower, int from, int to) {
    char first = lower.charAt(0);
    for (int i = from; i + lower.length() <= to; i++) {
      if ((text.charAt(i) | 0x20) == first
          && text.regionMatches(true, i, lower, 0, lower.length())) {
        return true;
      }
    }
    return false;
  }

  private boolean isRule(int from, int to) {
    char c = from < to ? text.charAt(from) : ' ';
    if (c != '_' && c != '-' && c != '=' && c != '*' && c != '~' && c != '#') {
      return false;
    }
    int end = to;
    while (text.charAt(end - 1) <= ' ') {
      end--;
    }
    int i = from;
    while (i < end && (text.charAt(i) == c || text.charAt(i) == ' ')) {
      i++;
    }
    return i == end && (end - from >= LEAST_RULE || (c == '-' && end - from == 2));
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) > ' ' && text.charAt(i) != '\u00A0') {
        return false;
      }
    }
    return true;
  }

  private int behindQuotes(int from, int to) {
    int i = from;
    while (i < to && (text.charAt(i) == '>' || text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
      i++;
    }
    return i;
  }

  private int rowEnd(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end + 1;
  }
}
