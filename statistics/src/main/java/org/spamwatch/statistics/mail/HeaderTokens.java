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
    int plain = start; // from where on nothing but plain fields was read, which waits
    int line = start;
    while (line < end) {
      int feed = ByteSearch.lineEnd(mail, line, end);
      if (feed == line || (feed == line + 1 && mail[line] == '\r')) {
        flush(mail, plain, line, tags);
        return Math.min(feed + 1, end);
      }
      if (boundaries.isBoundary(mail, line, end)) {
        flush(mail, plain, line, tags);
        return line;
      }
      while (feed + 1 < end && (mail[feed + 1] == ' ' || mail[feed + 1] == '\t')) {
        feed = ByteSearch.lineEnd(mail, feed + 1, end);
      }
      int to = Math.min(feed, line + maxFieldBytes);
      int colon = colon(mail, line, to);
      Field field = colon == to ? Field.ANY : Field.named(mail, line, colon);
      if (to < feed || field != Field.ANY || !EncodedWords.arePlain(mail, line, to)) {
        flush(mail, plain, line, tags);
        words.tag(tags.of(field));
        field(field, mail, line, colon, to, entity);
        plain = Math.min(feed + 1, end);
      }
      line = feed + 1;
    }
    flush(mail, plain, end, tags);
    return end;
  }

  /** Where the name of a field ends; {@code to} if it has none. */
  private static int colon(byte[] mail, int from, int to) {
    int colon = from;
    while (colon < to && mail[colon] > ' ' && mail[colon] != ':') {
      colon++;
    }
    return colon == to || mail[colon] != ':' ? to : colon;
  }

  /** Reads plain fields with their names, all at once. */
  private void flush(byte[] mail, int from, int to, Tags tags) {
    if (from < to) {
      words.tag(tags.of(Field.ANY));
      words.readFields(mail, from, to);
    }
  }

  private void field(Field field, byte[] mail, int from, int colon, int to, Entity entity) {
    int value = Math.min(colon + 1, to);
    switch (field) {
      case TO, FROM, SUBJECT, RETURN_PATH -> text(mail, value, to);
      case RECEIVED -> words.readReceived(mail, value, to);
      case KEY -> words.readFields(mail, from, colon);
      case VERDICT -> {}
      case TYPE, ENCODING, DISPOSITION -> {
        words.readFields(mail, from, colon);
        content(field, mail, value, to, entity);
      }
      case ANY -> {
        words.readFields(mail, from, colon < to ? colon : from);
        text(mail, colon < to ? value : from, to);
      }
    }
  }

  private void text(byte[] mail, int from, int to) {
    if (EncodedWords.arePlain(mail, from, to)) {
      words.readFields(mail, from, to);
    } else {
      Bytes decoded = encodedWords.decoded(mail, from, to);
      words.readFields(decoded.array(), 0, decoded.length());
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
    words.readFields(mail, start, end);
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
      words.readFields(mail, from, nameEnd);
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
      words.readFields(mail, from, nameEnd);
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
