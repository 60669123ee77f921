package org.spamwatch.ata.text;

import java.util.Arrays;
import java.util.List;

/**
 * The frozen normalisation {@code guid-1}: votes are kept under identities made from it, so it
 * never changes. If it must, {@code guid-2} is added beside it.
 *
 * <p>For that reason it shares no code with the other normalisations and uses no table that a new
 * Java or library version could change. Its definition, complete:
 *
 * <ul>
 *   <li>The text parts of a mail are taken in order; a plain part as it is, an HTML part as
 *       follows.
 *   <li>{@code <!--} up to and including the next {@code -->} vanishes. {@code <script} or {@code
 *       <style} in any case, up to and including the next {@code </script} or {@code </style} and
 *       then the next {@code >}, vanishes. Any other {@code <} that a letter, {@code /}, {@code !}
 *       or {@code ?} follows vanishes up to and including the next {@code >}. Where the end is
 *       missing, the rest of the part vanishes.
 *   <li>The references {@code amp lt gt quot nbsp}, each between an ampersand and a semicolon, and
 *       the numeric ones of one to seven decimal digits, or hexadecimal ones behind an {@code x},
 *       become their character. Other references stay as they are.
 *   <li>Of the result these code points vanish: U+0000 to U+0020, U+007F to U+00A0, U+00AD, U+1680,
 *       U+2000 to U+200F, U+2028 to U+202F, U+205F to U+206F, U+3000, U+D800 to U+DFFF (halves of
 *       pairs) and U+FEFF. All others are kept, in UTF-8.
 * </ul>
 *
 * <p>So transfer encoding, charset, line wrapping and markup do not matter; every visible character
 * does. The text is handed on as it is made and never held as a whole. Not safe for several
 * threads.
 */
public final class GuidText {
  /** Code points below which a text identifies nothing. */
  public static final int LEAST_CODE_POINTS = 20;

  private static final String[] ELEMENTS = {"script", "style"};
  private static final List<String> REFERENCES = List.of("amp;", "lt;", "gt;", "quot;", "nbsp;");
  private static final String REFERRED = "&<>\"\u00A0";
  private static final int MOST_DIGITS = 7;

  /** Bytes that are held at once, at most, before they are handed on. */
  private static final int HELD = 2 << 10;

  private static final int LONGEST_ROW = 1 << 10;

  /** How many bytes of ASCII characters are kept, 0 or 1, or that they have to be looked at. */
  private static final byte[] KEPT = new byte[0x7F];

  private static final int LOOKED_AT = 2;

  static {
    Arrays.fill(KEPT, 0x21, KEPT.length, (byte) 1);
    KEPT['<'] = LOOKED_AT;
    KEPT['&'] = LOOKED_AT;
  }

  private final Sink sink;
  private final Utf8Text text = new Utf8Text();
  private long codePoints;

  /** What takes the normalised text, in UTF-8 and in order. */
  public interface Sink {
    /** Takes the first bytes of an array, which will be written to again. */
    void take(byte[] bytes, int length);
  }

  /** A text without parts, which goes to {@code sink}. */
  public GuidText(Sink sink) {
    this.sink = sink;
  }

  /**
   * Hands on what is still held.
   *
   * @return the code points of the parts so far
   */
  public long finish() {
    handOn();
    return codePoints;
  }

  private void handOn() {
    codePoints += text.codePoints();
    sink.take(text.bytes(), text.length());
    text.clear();
  }

  private void handOnIfFull() {
    if (text.length() >= HELD) {
      handOn();
    }
  }

  /** Adds a plain part. */
  public void addPlain(String part) {
    for (int i = 0; i < part.length(); ) {
      i = keepRow(part, i);
      if (i < part.length()) {
        i = keepOne(part, i);
      }
    }
  }

  /** Adds an HTML part. */
  public void addHtml(String part) {
    for (int i = 0; i < part.length(); ) {
      i = keepRow(part, i);
      if (i == part.length()) {
        return;
      }
      char c = part.charAt(i);
      if (c == '<' && isMarkup(part, i + 1)) {
        i = markupEnd(part, i);
      } else if (c == '&') {
        i = reference(part, i);
      } else {
        i = keepOne(part, i);
      }
    }
  }

  /** Keeps and drops characters up to one that has to be looked at, and says where it stands. */
  private int keepRow(String part, int from) {
    int bound = Math.min(part.length(), from + LONGEST_ROW);
    byte[] bytes = text.withRoom(bound - from);
    int length = text.length();
    int at = length;
    int i = from;
    for (; i < bound; i++) {
      char c = part.charAt(i);
      int kept = c < KEPT.length ? KEPT[c] : LOOKED_AT;
      if (kept == LOOKED_AT) {
        break;
      }
      bytes[at] = (byte) c; // written over by the next one if it is not kept
      at += kept;
    }
    text.appendedAscii(at - length);
    handOnIfFull();
    return i;
  }

  private int keepOne(String part, int i) {
    int codePoint = part.codePointAt(i);
    keep(codePoint);
    return i + Character.charCount(codePoint);
  }

  private void keep(int c) {
    boolean vanishes =
        c <= 0x20
            || (c >= 0x7F && c <= 0xA0)
            || c == 0xAD
            || c == 0x1680
            || (c >= 0x2000 && c <= 0x200F)
            || (c >= 0x2028 && c <= 0x202F)
            || (c >= 0x205F && c <= 0x206F)
            || c == 0x3000
            || (c >= 0xD800 && c <= 0xDFFF)
            || c == 0xFEFF;
    if (!vanishes) {
      text.append(c);
      handOnIfFull();
    }
  }

  private static boolean isMarkup(String part, int i) {
    if (i >= part.length()) {
      return false;
    }
    char c = part.charAt(i);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '!' || c == '?';
  }

  private static int markupEnd(String part, int i) {
    if (part.startsWith("<!--", i)) {
      int end = part.indexOf("-->", i + 4);
      return end < 0 ? part.length() : end + "-->".length();
    }
    for (String element : ELEMENTS) {
      if (startsWith(part, element, i + 1)) {
        return elementEnd(part, element, i + 1);
      }
    }
    return behindTag(part, i + 1);
  }

  private static int elementEnd(String part, String element, int from) {
    for (int i = part.indexOf("</", from); i >= 0; i = part.indexOf("</", i + 2)) {
      if (startsWith(part, element, i + 2)) {
        return behindTag(part, i + 2);
      }
    }
    return part.length();
  }

  /** Whether an ASCII word stands at an index, in any case of its letters. */
  private static boolean startsWith(String part, String word, int at) {
    if (part.length() - at < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      char c = part.charAt(at + i);
      if (c > 0x7F || (c | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int behindTag(String part, int from) {
    int i = part.indexOf('>', from);
    return i < 0 ? part.length() : i + 1;
  }

  private int reference(String part, int at) {
    for (int i = 0; i < REFERENCES.size(); i++) {
      if (part.startsWith(REFERENCES.get(i), at + 1)) {
        keep(REFERRED.charAt(i));
        return at + 1 + REFERENCES.get(i).length();
      }
    }
    if (part.startsWith("#", at + 1)) {
      boolean hex = part.startsWith("x", at + 2) || part.startsWith("X", at + 2);
      return number(part, at, hex ? at + 3 : at + 2, hex ? 16 : 10);
    }
    keep('&');
    return at + 1;
  }

  private int number(String part, int at, int from, int radix) {
    int value = 0;
    int i = from;
    while (i < part.length() && i - from < MOST_DIGITS) {
      int digit = asciiDigit(part.charAt(i), radix);
      if (digit < 0) {
        break;
      }
      value = value * radix + digit;
      i++;
    }
    if (i == from || i >= part.length() || part.charAt(i) != ';' || value > 0x10FFFF) {
      keep('&');
      return at + 1;
    }
    keep(value);
    return i + 1;
  }

  private static int asciiDigit(char c, int radix) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int letter = (c | 0x20) - 'a';
    return radix == 16 && c < 0x80 && letter >= 0 && letter < 6 ? letter + 10 : -1;
  }
}
