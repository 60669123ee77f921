package org.spamwatch.statistics.mail;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.spamwatch.statistics.TokenVisitor;

/**
 * Takes UTF-8 apart into tokens, as bogofilter does: a word begins with a letter, may have letters,
 * digits and {@code ! ' - . _ ` ~} inside, and ends with a letter, a digit or an exclamation mark;
 * an address of four numbers is a token, and so is a price in dollars. Letters keep their case.
 * Other numbers, what is shorter than three bytes, and what is longer than the limit are none.
 *
 * <p>Beyond ASCII, words are of what Unicode calls letters, and languages without spaces come in
 * pairs of characters. <em>Differs from bogofilter</em>, to which every byte from 128 is a letter.
 */
final class Words {
  private static final int LETTER = 1;
  private static final int INSIDE = 2;
  private static final int LAST = 4;
  private static final int DIGIT = 8;
  private static final int OTHER = 16; // what may begin a token and is no letter of ASCII
  private static final byte INSIDE_ONLY = 5; // beside the kinds of Characters
  private static final byte[] KINDS = new byte[256];

  static {
    for (int c = 0; c < 128; c++) {
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      boolean digit = c >= '0' && c <= '9';
      int kind = letter ? LETTER | INSIDE | LAST : digit ? DIGIT | OTHER | INSIDE | LAST : 0;
      kind |= "!'-._`~".indexOf(c) >= 0 ? INSIDE : 0;
      kind |= c == '!' ? LAST : c == '$' ? OTHER : 0;
      KINDS[c] = (byte) kind;
    }
    for (int c = 128; c < 256; c++) {
      KINDS[c] = OTHER;
    }
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = ONES << 7;

  private static final byte[] BEGIN = ascii("begin pgp signature-----");
  private static final byte[] END = ascii("-----end pgp signature-----");

  private final int maxTokenBytes;
  private final byte[] token;
  private TokenVisitor visitor = (bytes, from, to) -> {};
  private int tagLength;
  private int left;
  private boolean noEnd;
  private boolean keysFollow;

  Words(TokenLimits limits) {
    maxTokenBytes = limits.maxTokenBytes();
    token = new byte[maxTokenBytes + Long.BYTES];
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A mail begins, whose tokens are told that visitor, but no more than so many. */
  void begin(TokenVisitor visitor, int maxTokens) {
    this.visitor = visitor;
    left = maxTokens;
    tagLength = 0;
  }

  /** What is put before the tokens that follow, at most 8 bytes. */
  void tag(byte[] tag) {
    System.arraycopy(tag, 0, token, 0, tag.length);
    tagLength = tag.length;
  }

  /** Tells the tokens of a text. */
  void read(byte[] text, int from, int to) {
    noEnd = false;
    int i = from;
    while (i < to) {
      int kind = KINDS[text[i] & 0xFF];
      if ((kind & LETTER) != 0) {
        i = word(text, i, to);
      } else if ((kind & OTHER) == 0) {
        i++;
      } else {
        i = other(text, i, to);
      }
    }
  }

  private int word(byte[] text, int from, int to) {
    int i = insideEnd(text, from + 1, to);
    if (i < to && text[i] < 0) {
      return wideWord(text, from, to);
    }
    int end = i;
    while ((KINDS[text[end - 1]] & LAST) == 0) {
      end--;
    }
    int length = end - from;
    if (length >= TokenLimits.MIN_TOKEN_BYTES) {
      if (length == 5 && text[from] == 'B' && ByteSearch.isWordAt(text, from, to, BEGIN)) {
        return behindSignature(text, i, to);
      }
      tell(text, from, end);
      return i;
    }
    return keysFollow && length == 2 && text[from] == 'i' ? behindKey(text, from, i, to) : i;
  }

  /** Where a word has no more bytes: eight at a time, for most are letters, digits, or dots. */
  private static int insideEnd(byte[] text, int from, int to) {
    int i = from;
    while (i <= to - Long.BYTES) {
      long outside = outside((long) LONGS.get(text, i));
      i += Long.numberOfTrailingZeros(outside) >>> 3; // 8 if all are inside
      if (outside != 0) {
        if ((KINDS[text[i] & 0xFF] & INSIDE) == 0) {
          return i;
        }
        i++;
      }
    }
    while (i < to && (KINDS[text[i] & 0xFF] & INSIDE) != 0) {
      i++;
    }
    return i;
  }

  /** The highest bit of each byte that is no letter, digit, hyphen, or dot. */
  private static long outside(long word) {
    long low = word & ~HIGH;
    long letters = low | (0x20 * ONES);
    long inside = (letters + (0x80 - 'a') * ONES) & ~(letters + (0x80 - 'z' - 1) * ONES);
    inside |= (low + (0x80 - '0') * ONES) & ~(low + (0x80 - '9' - 1) * ONES);
    inside |= (low + (0x80 - '-') * ONES) & ~(low + (0x80 - '.' - 1) * ONES);
    return (~inside | word) & HIGH;
  }

  private int other(byte[] text, int from, int to) {
    if (text[from] < 0) {
      return wideWord(text, from, to);
    }
    return text[from] == '$' ? price(text, from, to) : number(text, from, to);
  }

  private void tell(byte[] text, int from, int to) {
    int length = to - from;
    if (length > maxTokenBytes - tagLength || left == 0) {
      return;
    }
    left--;
    if (tagLength == 0) {
      visitor.token(text, from, to);
      return;
    }
    if (from + length + Long.BYTES <= text.length) { // short copies are quicker by eights
      for (int i = 0; i < length; i += Long.BYTES) {
        LONGS.set(token, tagLength + i, (long) LONGS.get(text, from + i));
      }
    } else {
      System.arraycopy(text, from, token, tagLength, length);
    }
    visitor.token(token, 0, tagLength + length);
  }

  /** Tells the tokens of a text but the words behind <em>id</em>, by which servers call a mail. */
  void readReceived(byte[] text, int from, int to) {
    keysFollow = true;
    read(text, from, to);
    keysFollow = false;
  }

  private static int behindKey(byte[] text, int from, int end, int to) {
    int i = end;
    if (text[from + 1] != 'd' || end != from + 2 || (from > 0 && text[from - 1] > ' ')) {
      return i;
    }
    while (i < to && isBlank(text[i])) {
      i++;
    }
    while (i > end && i < to && !isBlank(text[i]) && text[i] != ';') {
      i++;
    }
    return i;
  }

  /** Whether it stands between words of a header field. */
  static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  private int price(byte[] text, int from, int to) {
    int i = digits(text, from + 1, to);
    if (i == from + 1) {
      return i;
    }
    if (i < to && text[i] == '.') {
      int cents = digits(text, i + 1, to);
      i = cents == i + 1 ? i : cents;
    }
    tell(text, from, i);
    return i;
  }

  private int number(byte[] text, int from, int to) {
    int i = digits(text, from, to);
    int end = i;
    boolean address = isByte(text, from, i);
    for (int numbers = 1; address && numbers < 4; numbers++) {
      int start = end + 1;
      address = end < to && text[end] == '.';
      end = address ? digits(text, start, to) : end;
      address = address && isByte(text, start, end);
    }
    if (address) {
      tell(text, from, end);
      return end;
    }
    return i;
  }

  private static int digits(byte[] text, int from, int to) {
    int i = from;
    while (i < to && (KINDS[text[i] & 0xFF] & DIGIT) != 0) {
      i++;
    }
    return i;
  }

  /** Whether those digits are a number of 0 to 255. */
  private static boolean isByte(byte[] text, int from, int to) {
    int value = 0;
    for (int i = from; i < to && value < 256; i++) {
      value = value * 10 + text[i] - '0';
    }
    return to > from && to - from <= 3 && value < 256;
  }

  /** A signature is as random as a key; without its end it is text like any other. */
  private int behindSignature(byte[] text, int from, int to) {
    int i = from;
    while (!noEnd && i < to) {
      i = ByteSearch.indexOf(text, '-', i, to);
      if (ByteSearch.isWordAt(text, i, to, END)) {
        return i + END.length;
      }
      while (i < to && text[i] == '-') {
        i++;
      }
    }
    noEnd = true;
    return from;
  }

  /**
   * A word with characters beyond ASCII, or none where what stands there is no letter. Collected,
   * since not all of it is told as it is written.
   */
  private int wideWord(byte[] text, int from, int to) {
    int length = 0;
    int end = 0;
    for (int i = from, bytes; i < to; i += bytes) {
      int found = Utf8.at(text, i, to);
      int character = Characters.folded(Utf8.character(found));
      bytes = Utf8.length(found);
      byte kind = character < 0x80 ? asciiKind(character) : Characters.kind(character);
      if (kind == Characters.IGNORED) {
        continue;
      }
      if (kind == Characters.UNSPACED && length == 0) {
        return pairs(text, i, to);
      }
      boolean inWord = kind == Characters.LETTER || (length > 0 && isInside(kind));
      if (!inWord) {
        tellCollected(end);
        return kind == Characters.UNSPACED || text[i] >= 0 ? i : i + bytes;
      }
      length = collect(character, length);
      end = kind == INSIDE_ONLY ? end : length;
    }
    tellCollected(end);
    return to;
  }

  private static boolean isInside(byte kind) {
    return kind == Characters.DIGIT || kind == INSIDE_ONLY;
  }

  private static byte asciiKind(int character) {
    int kind = KINDS[character];
    if ((kind & LETTER) != 0) {
      return Characters.LETTER;
    }
    if ((kind & LAST) != 0) {
      return Characters.DIGIT;
    }
    return (kind & INSIDE) != 0 ? INSIDE_ONLY : Characters.SEPARATOR;
  }

  /** Puts a character behind the collected bytes, whose number it says; not beyond the limit. */
  private int collect(int character, int length) {
    int at = tagLength + length;
    return at > maxTokenBytes ? length : Utf8.put(character, token, at) - tagLength;
  }

  private void tellCollected(int length) {
    if (length >= TokenLimits.MIN_TOKEN_BYTES && length <= maxTokenBytes - tagLength && left > 0) {
      left--;
      visitor.token(token, 0, tagLength + length);
    }
  }

  /** Each two of the characters of a language without spaces, or one that stands alone. */
  private int pairs(byte[] text, int from, int to) {
    int before = 0;
    boolean alone = true;
    int i = from;
    for (int found; i < to; i += Utf8.length(found)) {
      found = Utf8.at(text, i, to);
      int character = Utf8.character(found);
      byte kind = character < 0x80 ? Characters.SEPARATOR : Characters.kind(character);
      if (kind == Characters.IGNORED) {
        continue;
      }
      if (kind != Characters.UNSPACED) {
        break;
      }
      int both = collect(character, before);
      if (before > 0) {
        tellCollected(both);
        alone = false;
      }
      System.arraycopy(token, tagLength + before, token, tagLength, both - before);
      before = both - before;
    }
    if (alone) {
      tellCollected(before);
    }
    return i;
  }
}
