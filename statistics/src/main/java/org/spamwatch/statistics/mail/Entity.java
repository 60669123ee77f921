package org.spamwatch.statistics.mail;

/** What the header of a mail or of a part says about the content; where, by indexes of the mail. */
final class Entity {
  /** What to do with a content. */
  enum Kind {
    TEXT,
    HTML,
    MULTIPART,
    /** A mail in the mail: its header and text are read. */
    MESSAGE,
    /** Not read. */
    OTHER
  }

  /** How bytes were made to pass. */
  enum Encoding {
    NONE,
    QUOTED_PRINTABLE,
    BASE64
  }

  private static final byte[] TEXT = Words.ascii("text");
  private static final byte[] TEXT_HTML = Words.ascii("text/html");
  private static final byte[] MULTIPART = Words.ascii("multipart/");
  private static final byte[] MESSAGE = Words.ascii("message/");
  private static final byte[] QUOTED = Words.ascii("quoted-printable");
  private static final byte[] BASE64 = Words.ascii("base64");

  private Kind kind = Kind.TEXT;
  private Encoding encoding = Encoding.NONE;
  private int charsetFrom;
  private int charsetTo;
  private int boundaryFrom;
  private int boundaryTo;

  /** Another header begins; without a field it is one of plain text. */
  void clear() {
    kind = Kind.TEXT;
    encoding = Encoding.NONE;
    charsetFrom = charsetTo = 0;
    boundaryFrom = boundaryTo = 0;
  }

  void type(byte[] mail, int from, int to) {
    if (ByteSearch.isWord(mail, from, to, TEXT_HTML)) {
      kind = Kind.HTML;
    } else if (ByteSearch.isWordAt(mail, from, to, MULTIPART)) {
      kind = Kind.MULTIPART;
    } else if (ByteSearch.isWordAt(mail, from, to, MESSAGE)) {
      kind = Kind.MESSAGE;
    } else {
      boolean none = ByteSearch.indexOf(mail, '/', from, to) == to;
      kind = none || ByteSearch.isWordAt(mail, from, to, TEXT) ? Kind.TEXT : Kind.OTHER;
    }
  }

  void encoding(byte[] mail, int from, int to) {
    if (ByteSearch.isWord(mail, from, to, BASE64)) {
      encoding = Encoding.BASE64;
    } else {
      boolean quoted = ByteSearch.isWord(mail, from, to, QUOTED);
      encoding = quoted ? Encoding.QUOTED_PRINTABLE : Encoding.NONE;
    }
  }

  void charset(int from, int to) {
    charsetFrom = from;
    charsetTo = to;
  }

  void boundary(int from, int to) {
    boundaryFrom = from;
    boundaryTo = to;
  }

  Kind kind() {
    return kind;
  }

  /** Whether it is another mail; one that was encoded, which none may be, is not read. */
  boolean isInnerMail() {
    return kind == Kind.MESSAGE && encoding == Encoding.NONE;
  }

  /** Whether it is a text, or a multipart, which is one where it has no parts. */
  boolean isRead() {
    return kind != Kind.OTHER && kind != Kind.MESSAGE;
  }

  Encoding encoding() {
    return encoding;
  }

  int charsetFrom() {
    return charsetFrom;
  }

  int charsetTo() {
    return charsetTo;
  }

  int boundaryFrom() {
    return boundaryFrom;
  }

  int boundaryTo() {
    return boundaryTo;
  }
}
