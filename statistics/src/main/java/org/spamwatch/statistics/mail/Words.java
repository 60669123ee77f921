package org.spamwatch.statistics.mail;

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
  private static final byte INSIDE_ONLY = 5; // beside the kinds of Characters

  private static final byte[] BEGIN = ascii("begin pgp signature-----");
  private static final byte[] END = ascii("-----end pgp signature-----");

  private final int maxTokenBytes;
  private final ByteClasses classes = new ByteClasses();
  private final TokenBatch tokens;
  private boolean isText;
  private boolean noEnd;
  private boolean keysFollow;

  Words(TokenLimits limits) {
    maxTokenBytes = limits.maxTokenBytes();
    tokens = new TokenBatch(maxTokenBytes);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A mail begins, whose tokens are told that visitor, but no more than so many. */
  void begin(TokenVisitor visitor, int maxTokens) {
    tokens.begin(visitor, maxTokens);
  }

  /** What is put before the tokens that follow, at most 7 bytes. */
  void tag(byte[] tag) {
    tokens.tag(tag);
  }

  /** Tells the tokens of a text. */
  void read(byte[] text, int from, int to) {
    isText = true;
    noEnd = false;
    readAll(text, from, to);
  }

  /** Tells the tokens of header fields, in which no signature stands. */
  void readFields(byte[] text, int from, int to) {
    isText = false;
    readAll(text, from, to);
  }

  private void readAll(byte[] text, int from, int to) {
    int i = from;
    while (i < to) {
      do {
        i = block(text, i, to);
      } while (i < to && !tokens.isFullWith(ByteClasses.BLOCK));
      tokens.tell(text);
    }
  }

  /**
   * Finds the tokens that begin in a block, but for a last one that goes on behind it.
   *
   * @return where the next block begins
   */
  private int block(byte[] text, int from, int to) {
    classes.read(text, from, to);
    // A last run of bytes that may stand in a word, up to the end of the block: of the next one.
    int open = Long.numberOfLeadingZeros(~classes.inside());
    long inside = classes.inside() & -1L >>> open;
    long letters = classes.letters();
    // In each run what stands before the first letter is no word: it is a run of zeros in the sum.
    long noLetters = inside & ~letters;
    long begins = inside & ~(inside << 1);
    long sum = noLetters + (begins & noLetters);
    long leading = noLetters & ~sum;
    long digits = classes.digits();
    boolean isPlain =
        open < ByteClasses.BLOCK
            && !keysFollow
            && (classes.wide() | (leading & digits & (classes.dots() >>> 1) & (digits >>> 2))) == 0;
    if (!isPlain) {
      return mixedBlock(text, from, to);
    }
    long words = letters & (begins | (sum & ~noLetters));
    return tokens.addWords(text, from, words, inside, classes.last())
        ? Math.min(to, from + ByteClasses.BLOCK - open)
        : mixedBlock(text, from, to);
  }

  /** A block with more than words: addresses, prices, bytes beyond ASCII, keys, a signature. */
  private int mixedBlock(byte[] text, int from, int to) {
    long letters = classes.letters();
    long inside = classes.inside();
    long digits = classes.digits();
    long wide = classes.wide();
    long begins = letters | digits | wide;
    while (begins != 0) {
      int start = Long.numberOfTrailingZeros(begins);
      boolean isWord = (letters >>> start & 1) != 0;
      int end = start + Long.numberOfTrailingZeros(~((isWord ? inside : digits) >>> start));
      if (end >= ByteClasses.BLOCK && start > 0) {
        return from + start; // the next block begins with it
      }
      boolean isWhole = end < ByteClasses.BLOCK;
      int next;
      if (isWord) {
        boolean isPlain = isWhole && (wide >>> end & 1) == 0;
        next =
            isPlain
                ? plainWord(text, from + start, from + lastOf(classes.last(), end), from + end, to)
                : word(text, from + start, to);
      } else if (end > start) {
        next = number(text, from + start, isWhole ? from + end : digits(text, from, to), to);
      } else {
        next =
            text[from + start] == '$'
                ? price(text, from + start, to)
                : wideWord(text, from + start, to);
      }
      if (next >= from + ByteClasses.BLOCK) {
        return next;
      }
      begins &= -1L << (next - from);
    }
    return Math.min(to, from + ByteClasses.BLOCK);
  }

  /** Whether it may be the word before which a signature begins. */
  static boolean isBegin(byte[] text, int from, int end) {
    return ((text[from] ^ 'B') | (end - from ^ 5)) == 0;
  }

  /** A word up to {@code end}, behind which signs stand that are no part of it. */
  private int plainWord(byte[] text, int from, int end, int signsEnd, int to) {
    if (isText && isBegin(text, from, end) && ByteSearch.isWordAt(text, from, to, BEGIN)) {
      return behindSignature(text, signsEnd, to);
    }
    tokens.addWord(from, end);
    return keysFollow && text[from] == 'i' && end - from == 2
        ? behindKey(text, from, signsEnd, to)
        : signsEnd;
  }

  /** A word that is longer than a block, or before a byte beyond ASCII or a dollar. */
  private int word(byte[] text, int from, int to) {
    int i = from;
    while (i < to && ByteClasses.isInside(text[i])) {
      i++;
    }
    if (i < to && text[i] < 0) {
      return wideWord(text, from, to);
    }
    int end = i;
    while (!ByteClasses.isLast(text[end - 1])) {
      end--;
    }
    return plainWord(text, from, end, i, to);
  }

  /** Where the highest of the bits below one ends. */
  private static int lastOf(long bits, int below) {
    return Long.SIZE - Long.numberOfLeadingZeros(bits & (1L << below) - 1);
  }

  /** Tells the tokens of a text but the words behind <em>id</em>, by which servers call a mail. */
  void readReceived(byte[] text, int from, int to) {
    keysFollow = true;
    readFields(text, from, to);
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
    tokens.add(from, i);
    return i;
  }

  /** What begins with digits, which end at {@code i}. */
  private int number(byte[] text, int from, int i, int to) {
    if (i == to || text[i] != '.') {
      return i;
    }
    int end = i;
    boolean address = isByte(text, from, i);
    for (int numbers = 1; address && numbers < 4; numbers++) {
      int start = end + 1;
      address = end < to && text[end] == '.';
      end = address ? digits(text, start, to) : end;
      address = address && isByte(text, start, end);
    }
    if (address) {
      tokens.add(from, end);
      return end;
    }
    return i;
  }

  private static int digits(byte[] text, int from, int to) {
    int i = from;
    while (i < to && text[i] >= '0' && text[i] <= '9') {
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
    tokens.tell(text); // what stands before it, and what is collected needs its room
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
        tokens.tellJoined(end);
        return kind == Characters.UNSPACED || text[i] >= 0 ? i : i + bytes;
      }
      length = collect(character, length);
      end = kind == INSIDE_ONLY ? end : length;
    }
    tokens.tellJoined(end);
    return to;
  }

  private static boolean isInside(byte kind) {
    return kind == Characters.DIGIT || kind == INSIDE_ONLY;
  }

  private static byte asciiKind(int character) {
    if (ByteClasses.isLetter(character)) {
      return Characters.LETTER;
    }
    if (ByteClasses.isLast((byte) character)) {
      return Characters.DIGIT;
    }
    return ByteClasses.isInside((byte) character) ? INSIDE_ONLY : Characters.SEPARATOR;
  }

  /** Puts a character behind the collected bytes, whose number it says; not beyond the limit. */
  private int collect(int character, int length) {
    int at = tokens.tagLength() + length;
    return at > maxTokenBytes
        ? length
        : Utf8.put(character, tokens.token(), at) - tokens.tagLength();
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
        tokens.tellJoined(both);
        alone = false;
      }
      byte[] token = tokens.token();
      int tagLength = tokens.tagLength();
      System.arraycopy(token, tagLength + before, token, tagLength, both - before);
      before = both - before;
    }
    if (alone) {
      tokens.tellJoined(before);
    }
    return i;
  }
}
