package org.spamwatch.statistics.mail;

/**
 * Reads a header: the tokens of its fields, tagged, and what it says about the content. A field's
 * name is a token where it has no tag of its own.
 */
final class HeaderTokens {
  private static final byte[] BOUNDARY = Words.ascii("boundary");
  private static final byte[] CHARSET = Words.ascii("charset");
  private static final byte[] NAME = Words.ascii("name");
  private static final byte[] FILE_NAME = Words.ascii("filename");

  private final int maxFieldBytes;
  private final Words words;
  private final EncodedWords encodedWords;

  HeaderTokens(TokenLimits limits, Words words, Charsets charsets) {
    maxFieldBytes = limits.maxFieldBytes();
    this.words = words;
    encodedWords = new EncodedWords(limits, charsets);
  }

  /**
   * Reads from the first field to the empty line, or to a boundary.
   *
   * @return where the content begins
   */
  int read(byte[] mail, int start, int end, Tags tags, Boundaries boundaries, Entity entity) {
    entity.clear();
    int line = start;
    while (line < end) {
      int feed = ByteSearch.lineEnd(mail, line, end);
      if (feed == line || (feed == line + 1 && mail[line] == '\r')) {
        return Math.min(feed + 1, end);
      }
      if (boundaries.isBoundary(mail, line, end)) {
        return line;
      }
      while (feed + 1 < end && (mail[feed + 1] == ' ' || mail[feed + 1] == '\t')) {
        feed = ByteSearch.lineEnd(mail, feed + 1, end);
      }
      field(mail, line, Math.min(feed, line + maxFieldBytes), tags, entity);
      line = feed + 1;
    }
    return end;
  }

  private void field(byte[] mail, int from, int to, Tags tags, Entity entity) {
    int colon = from;
    while (colon < to && mail[colon] > ' ' && mail[colon] != ':') {
      colon++;
    }
    if (colon == to || mail[colon] != ':') {
      words.tag(tags.of(Field.ANY));
      text(mail, from, to);
      return;
    }
    Field field = Field.named(mail, from, colon);
    words.tag(tags.of(field));
    int value = colon + 1;
    switch (field) {
      case TO, FROM, SUBJECT, RETURN_PATH -> text(mail, value, to);
      case RECEIVED -> words.readReceived(mail, value, to);
      case KEY -> words.read(mail, from, colon);
      case VERDICT -> {}
      case TYPE, ENCODING, DISPOSITION -> {
        words.read(mail, from, colon);
        content(field, mail, value, to, entity);
      }
      case ANY -> {
        words.read(mail, from, colon);
        text(mail, value, to);
      }
    }
  }

  private void text(byte[] mail, int from, int to) {
    if (EncodedWords.arePlain(mail, from, to)) {
      words.read(mail, from, to);
    } else {
      Bytes decoded = encodedWords.decoded(mail, from, to);
      words.read(decoded.array(), 0, decoded.length());
    }
  }

  /** A value and its parameters: {@code text/html; charset=utf-8}. A boundary is no token. */
  private void content(Field field, byte[] mail, int from, int to, Entity entity) {
    int start = skipBlanks(mail, from, to);
    int end = start;
    while (end < to && mail[end] != ';' && !Words.isBlank(mail[end])) {
      end++;
    }
    if (field == Field.TYPE) {
      entity.type(mail, start, end);
    } else if (field == Field.ENCODING) {
      entity.encoding(mail, start, end);
    }
    words.read(mail, start, end);
    while (end < to) {
      end = parameter(mail, skipBlanks(mail, end + (mail[end] == ';' ? 1 : 0), to), to, entity);
    }
  }

  private int parameter(byte[] mail, int from, int to, Entity entity) {
    int nameEnd = from;
    while (nameEnd < to
        && mail[nameEnd] != '='
        && mail[nameEnd] != ';'
        && !Words.isBlank(mail[nameEnd])) {
      nameEnd++;
    }
    int value = skipBlanks(mail, nameEnd, to);
    if (value == to || mail[value] != '=') {
      words.read(mail, from, nameEnd);
      return Math.max(value, nameEnd);
    }
    value = skipBlanks(mail, value + 1, to);
    boolean quoted = value < to && mail[value] == '"';
    int valueEnd = quoted ? ByteSearch.indexOf(mail, '"', ++value, to) : value;
    while (!quoted && valueEnd < to && mail[valueEnd] != ';' && !Words.isBlank(mail[valueEnd])) {
      valueEnd++;
    }
    if (ByteSearch.isWord(mail, from, nameEnd, BOUNDARY)) {
      entity.boundary(value, trimmed(mail, value, valueEnd));
      return quoted ? Math.min(valueEnd + 1, to) : valueEnd;
    }
    if (ByteSearch.isWord(mail, from, nameEnd, CHARSET)) {
      entity.charset(value, valueEnd);
    }
    boolean named =
        ByteSearch.isWord(mail, from, nameEnd, NAME)
            || ByteSearch.isWord(mail, from, nameEnd, FILE_NAME);
    if (!named) {
      words.read(mail, from, nameEnd);
    }
    text(mail, value, valueEnd);
    return quoted ? Math.min(valueEnd + 1, to) : valueEnd;
  }

  private static int trimmed(byte[] mail, int from, int to) {
    int end = to;
    while (end > from && Words.isBlank(mail[end - 1])) {
      end--;
    }
    return end;
  }

  private static int skipBlanks(byte[] mail, int from, int to) {
    int i = from;
    while (i < to && Words.isBlank(mail[i])) {
      i++;
    }
    return i;
  }
}
