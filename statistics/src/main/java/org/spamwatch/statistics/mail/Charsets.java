package org.spamwatch.statistics.mail;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text of any charset as UTF-8, the way mail programs take it: the declared charset, or the
 * superset that senders mean by it; without a declaration that is known UTF-8 if the bytes are
 * that, else windows-1252. What is ASCII already, and what is declared as UTF-8, stays where it is.
 */
final class Charsets {
  private static final int CHUNK = 4096;

  /** What bytes 128 to 159 mean to those who say ISO-8859-1. */
  private static final String WINDOWS_1252 =
      "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D"
          + "\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153"
          + "\u009D\u017E\u0178";

  private final Bytes converted;
  private final CharsetDecoder[] decoders = new CharsetDecoder[CharsetName.JDK_CHARSETS];
  private final ByteBuffer in = ByteBuffer.allocate(CHUNK);
  private final CharBuffer out = CharBuffer.allocate(CHUNK);
  private CharsetName charset = CharsetName.UNDECLARED;
  private byte[] array = {};
  private int from;
  private int to;

  Charsets(TokenLimits limits) {
    converted = new Bytes(limits.maxTextBytes());
  }

  /** No charset is known of the texts that follow. */
  void undeclared() {
    charset = CharsetName.UNDECLARED;
  }

  /** The texts that follow are said to be in the charset whose name stands there. */
  void declare(byte[] name, int nameFrom, int nameTo) {
    charset = CharsetName.of(name, nameFrom, nameTo);
  }

  boolean isDeclared() {
    return charset.isDeclared();
  }

  /** Converts a text; the result is valid until the next and while the text is. */
  void convert(byte[] text, int textFrom, int textTo) {
    array = text;
    from = textFrom;
    to = textTo;
    if (charset.isUtf8() || (!charset.isSevenBit() && ByteSearch.isAscii(text, textFrom, textTo))) {
      return;
    }
    if (!charset.isDeclared() && Utf8.isValid(text, textFrom, textTo)) {
      return;
    }
    converted.clear();
    if (charset.isOfJdk()) {
      decode(decoder());
    } else {
      western();
    }
    array = converted.array();
    from = 0;
    to = converted.length();
  }

  byte[] array() {
    return array;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Each byte is a character, of at most three bytes of UTF-8. */
  private void western() {
    int next = from;
    while (next < to) {
      int count = Math.min(CHUNK, to - next);
      if (converted.reserve(3 * count) < 3 * count) {
        return; // what follows is cut
      }
      byte[] out = converted.array();
      int at = converted.length();
      int end = next + count;
      while (next < end) {
        int ascii = ByteSearch.beyondAscii(array, next, end) - next;
        System.arraycopy(array, next, out, at, ascii);
        at += ascii;
        next += ascii;
        for (; next < end && array[next] < 0; next++) {
          at = Utf8.put(western(array[next] & 0xFF), out, at);
        }
      }
      converted.written(at - converted.length());
    }
  }

  /** What is meant by a character, of which 128 to 159 are none. */
  static int western(int character) {
    boolean control = character >= 0x80 && character < 0xA0;
    return control ? WINDOWS_1252.charAt(character - 0x80) : character;
  }

  private CharsetDecoder decoder() {
    int index = charset.index();
    CharsetDecoder decoder = decoders[index];
    if (decoder == null) {
      decoder =
          (Charset.isSupported(charset.meant())
                  ? Charset.forName(charset.meant())
                  : StandardCharsets.ISO_8859_1)
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPLACE)
              .onUnmappableCharacter(CodingErrorAction.REPLACE);
      decoders[index] = decoder;
    }
    return decoder.reset();
  }

  private void decode(CharsetDecoder decoder) {
    in.clear();
    out.clear();
    int next = from;
    boolean last;
    do {
      int count = Math.min(in.remaining(), to - next);
      in.put(array, next, count).flip();
      next += count;
      last = next == to;
      CoderResult result;
      do {
        result = decoder.decode(in, out, last);
        drain();
      } while (result.isOverflow());
      in.compact();
    } while (!last);
    decoder.flush(out);
    drain();
  }

  private void drain() {
    char[] chars = out.array();
    int end = out.position();
    for (int i = 0; i < end; i++) {
      if (i + 1 < end && Character.isSurrogatePair(chars[i], chars[i + 1])) {
        converted.addCharacter(Character.toCodePoint(chars[i], chars[i + 1]));
        i++;
      } else {
        converted.addCharacter(chars[i]);
      }
    }
    out.clear();
  }
}
