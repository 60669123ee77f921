package org.spamwatch.statistics.mail;

/** What a character beyond ASCII is to a word, by Unicode. */
final class Characters {
  /** Ends a word and is in none. */
  static final byte SEPARATOR = 0;

  /** Letters, marks on them, and numerals that are letters. */
  static final byte LETTER = 1;

  /** Stands in words and begins none. */
  static final byte DIGIT = 2;

  /** Not seen: a soft hyphen, spaces without width, and so on. A word goes on behind it. */
  static final byte IGNORED = 3;

  /** Of a language that does not write spaces between words, or few: two of them are a token. */
  static final byte UNSPACED = 4;

  /** From and to, in order: Thai and Lao, Myanmar, Jamo, Khmer, ideographs, kana, Hangul. */
  private static final int[] UNSPACED_RANGES = {
    0xE00, 0xEFF, 0x1000, 0x11FF, 0x1780, 0x17FF, 0x3005, 0x3007, 0x3021, 0x9FFF, 0xAC00, 0xD7FF,
    0xF900, 0xFAFF, 0xFF66, 0xFFDC, 0x20000, 0x3FFFF
  };

  private static final byte[] KINDS = new byte[0x10000];

  static {
    for (int c = 0; c < KINDS.length; c++) {
      KINDS[c] = computed(c);
    }
  }

  private Characters() {}

  static byte kind(int character) {
    return character < KINDS.length ? KINDS[character] : computed(character);
  }

  /** The ASCII character that is meant by a full-width one or by a typographer's apostrophe. */
  static int folded(int character) {
    if (character >= 0xFF01 && character <= 0xFF5E) {
      return character - 0xFEE0;
    }
    return character == 0x2019 ? '\'' : character;
  }

  private static byte computed(int c) {
    if (c == 0x34F || (c >= 0xFE00 && c <= 0xFE0F)) {
      return IGNORED; // the joiner of graphemes and the selectors of variants are marks to Unicode
    }
    return switch (Character.getType(c)) {
      case Character.FORMAT -> IGNORED;
      case Character.DECIMAL_DIGIT_NUMBER -> DIGIT;
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.LETTER_NUMBER,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK ->
          isUnspaced(c) ? UNSPACED : LETTER;
      default -> SEPARATOR;
    };
  }

  private static boolean isUnspaced(int c) {
    for (int i = 0; i < UNSPACED_RANGES.length; i += 2) {
      if (c <= UNSPACED_RANGES[i + 1]) {
        return c >= UNSPACED_RANGES[i];
      }
    }
    return false;
  }
}
