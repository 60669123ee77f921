package org.spamwatch.statistics.mail;

/** Header text with encoded words (RFC 2047) or with bytes that are not ASCII, as UTF-8. */
final class EncodedWords {
  private final Charsets charsets;
  private final Bytes decoded;
  private final Bytes word;
  private int wordEnd;

  EncodedWords(TokenLimits limits, Charsets charsets) {
    this.charsets = charsets;
    decoded = new Bytes(limits.maxFieldBytes());
    word = new Bytes(limits.maxFieldBytes());
  }

  /** Whether there is nothing to decode. */
  static boolean arePlain(byte[] mail, int from, int to) {
    int sign = ByteSearch.beyondAsciiOr(mail, '=', from, to);
    while (sign < to - 1 && mail[sign] == '=' && mail[sign + 1] != '?') {
      sign = ByteSearch.beyondAsciiOr(mail, '=', sign + 1, to);
    }
    return sign == to || (sign == to - 1 && mail[sign] == '=');
  }

  /** The text; valid until the next. */
  Bytes decoded(byte[] mail, int from, int to) {
    decoded.clear();
    int start = from;
    boolean behindWord = false;
    int i = from;
    while (i < to) {
      int sign = ByteSearch.indexOf(mail, '=', i, to);
      if (sign == to || !decodeWord(mail, sign, to)) {
        i = Math.min(sign + 1, to);
        continue;
      }
      if (!behindWord || !isBlank(mail, start, sign)) {
        raw(mail, start, sign);
      }
      charsets.convert(word.array(), 0, word.length());
      decoded.add(charsets.array(), charsets.from(), charsets.to());
      behindWord = true;
      start = i = wordEnd;
    }
    raw(mail, start, to);
    return decoded;
  }

  private void raw(byte[] mail, int from, int to) {
    charsets.undeclared();
    charsets.convert(mail, from, to);
    decoded.add(charsets.array(), charsets.from(), charsets.to());
  }

  private static boolean isBlank(byte[] mail, int from, int to) {
    for (int i = from; i < to; i++) {
      if (mail[i] > ' ' || mail[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Decodes what stands at an equals sign into {@code word}, if it is an encoded word. */
  private boolean decodeWord(byte[] mail, int sign, int to) {
    int charset = sign + 2;
    if (to - sign < 8 || mail[sign + 1] != '?') {
      return false;
    }
    int charsetEnd = ByteSearch.indexOf(mail, '?', charset, to);
    int text = charsetEnd + 3;
    if (text >= to || mail[text - 1] != '?') {
      return false;
    }
    int encoding = mail[charsetEnd + 1] | 0x20;
    int end = ByteSearch.indexOf(mail, '?', text, to);
    if (end >= to - 1 || mail[end + 1] != '=' || (encoding != 'q' && encoding != 'b')) {
      return false;
    }
    charsets.declare(mail, charset, ByteSearch.indexOf(mail, '*', charset, charsetEnd));
    word.clear();
    if (encoding == 'q') {
      TransferEncoding.q(mail, text, end, word);
    } else {
      TransferEncoding.base64(mail, text, end, word);
    }
    wordEnd = end + 2;
    return true;
  }
}
