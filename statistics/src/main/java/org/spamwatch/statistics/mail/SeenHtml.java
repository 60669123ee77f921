package org.spamwatch.statistics.mail;

/**
 * The text of HTML as a reader sees it, and apart from it what stands in its links, pictures and
 * fonts. Tags, comments, scripts and styles are dropped; those that break no line join what they
 * stand between, so that a word that they split is one again. One pass, whatever is not closed.
 */
final class SeenHtml {
  private static final ElementTable ELEMENTS =
      new ElementTable(
          "address article aside blockquote body br caption center dd dir div dl dt fieldset figure"
              + " footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li main"
              + " menu nav ol option p pre section select table tbody td textarea tfoot th thead"
              + " title tr ul",
          "a area base font form iframe img");

  private static final byte[] SCRIPT = Words.ascii("script");
  private static final byte[] STYLE = Words.ascii("style");
  private static final byte[] SCRIPT_END = Words.ascii("</script");
  private static final byte[] STYLE_END = Words.ascii("</style");

  private final Bytes seen;
  private final Bytes told;
  private boolean noDoubleQuote;
  private boolean noSingleQuote;

  SeenHtml(TokenLimits limits) {
    seen = new Bytes(limits.maxTextBytes());
    told = new Bytes(limits.maxTextBytes());
  }

  /** The text; valid until the next. */
  Bytes seen() {
    return seen;
  }

  /** Names and values of attributes that are read, decoded. */
  Bytes told() {
    return told;
  }

  void read(byte[] html, int from, int to) {
    seen.clear();
    told.clear();
    noDoubleQuote = false;
    noSingleQuote = false;
    int i = from;
    while (i < to) {
      int start = i;
      i = ByteSearch.indexOf(html, '<', '&', i, to);
      seen.add(html, start, i);
      if (i < to) {
        i = html[i] == '&' ? CharacterReferences.decode(html, i, to, seen) : markup(html, i, to);
      }
    }
  }

  private int markup(byte[] html, int at, int to) {
    int next = at + 1 < to ? html[at + 1] : ' ';
    if (isLetter(next)) {
      return tag(html, at + 1, to);
    }
    if (next == '/') {
      boolean closing = at + 2 < to && isLetter(html[at + 2]);
      return closing ? tag(html, at + 2, to) : behind(html, '>', at, to);
    }
    if (next == '!') {
      boolean comment = at + 3 < to && html[at + 2] == '-' && html[at + 3] == '-';
      return comment ? behindComment(html, at + 4, to) : behind(html, '>', at, to);
    }
    if (next == '?') {
      return behind(html, '>', at, to);
    }
    seen.add('<');
    return at + 1;
  }

  private static boolean isLetter(int c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }

  private static int behind(byte[] html, int sought, int from, int to) {
    return Math.min(ByteSearch.indexOf(html, sought, from, to) + 1, to);
  }

  /** As browsers have it: {@code <!-->} and {@code <!--->} are comments, too. */
  private static int behindComment(byte[] html, int from, int to) {
    int i = ByteSearch.indexOf(html, '>', from, to);
    if (i == from || (i == from + 1 && i < to && html[from] == '-')) {
      return i + 1;
    }
    while (i < to && !(i - from >= 2 && html[i - 1] == '-' && html[i - 2] == '-')) {
      i = ByteSearch.indexOf(html, '>', i + 1, to);
    }
    return Math.min(i + 1, to);
  }

  private int tag(byte[] html, int from, int to) {
    int i = from;
    while (i < to && html[i] > ' ' && html[i] != '>' && html[i] != '/') {
      i++;
    }
    int name = i;
    boolean closing = html[from - 1] == '/';
    int kind = ELEMENTS.kind(html, from, name);
    if ((kind & ElementTable.BREAKS) != 0) {
      seen.add('\n');
    }
    i = attributes(html, i, to, !closing && (kind & ElementTable.TOLD) != 0);
    boolean script = ByteSearch.isWord(html, from, name, SCRIPT);
    if (closing || (!script && !ByteSearch.isWord(html, from, name, STYLE))) {
      return i;
    }
    byte[] end = script ? SCRIPT_END : STYLE_END;
    i = ByteSearch.indexOf(html, '<', i, to);
    while (i < to && !ByteSearch.isWordAt(html, i, to, end)) {
      i = ByteSearch.indexOf(html, '<', i + 1, to);
    }
    return i;
  }

  private int attributes(byte[] html, int from, int to, boolean wanted) {
    int i = from;
    while (i < to && html[i] != '>') {
      if (isBlank(html[i]) || html[i] == '/') {
        i++;
        continue;
      }
      int name = i++; // which may begin with an equals sign
      while (i < to && !isBlank(html[i]) && html[i] != '=' && html[i] != '>' && html[i] != '/') {
        i++;
      }
      if (wanted) {
        told.add(html, name, i);
        told.add(' ');
      }
      int sign = skipBlanks(html, i, to);
      if (sign < to && html[sign] == '=') {
        i = value(html, skipBlanks(html, sign + 1, to), to, wanted);
      }
    }
    return Math.min(i + 1, to);
  }

  private int value(byte[] html, int from, int to, boolean wanted) {
    int quote = from < to ? html[from] : ' ';
    boolean quoted = quote == '"' ? !noDoubleQuote : quote == '\'' && !noSingleQuote;
    int start = from;
    int end = from;
    if (quoted) {
      start++;
      end = ByteSearch.indexOf(html, quote, start, to);
      if (end == to) { // nor will a later one be closed: it is none, and the tag ends as others do
        noDoubleQuote |= quote == '"';
        noSingleQuote |= quote == '\'';
        quoted = false;
        end = start;
      }
    }
    while (!quoted && end < to && !isBlank(html[end]) && html[end] != '>') {
      end++;
    }
    if (wanted) {
      tell(html, start, end);
    }
    return quoted ? end + 1 : end;
  }

  /** An attribute's value, its references and the codes of a URL decoded. */
  private void tell(byte[] html, int from, int to) {
    int i = from;
    while (i < to) {
      int start = i;
      while (i < to && html[i] != '%' && html[i] != '&') {
        i++;
      }
      told.add(html, start, i);
      if (i == to) {
        break;
      }
      if (html[i] == '&') {
        i = CharacterReferences.decode(html, i, to, told);
      } else {
        int value = TransferEncoding.hex(html, i + 1, to);
        told.add(value < 0 ? '%' : value);
        i += value < 0 ? 1 : 3;
      }
    }
    told.add('\n');
  }

  private static int skipBlanks(byte[] html, int from, int to) {
    int i = from;
    while (i < to && isBlank(html[i])) {
      i++;
    }
    return i;
  }

  private static boolean isBlank(byte c) {
    return c <= ' ' && c >= 0;
  }
}
