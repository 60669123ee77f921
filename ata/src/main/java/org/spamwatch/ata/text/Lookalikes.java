package org.spamwatch.ata.text;

import java.text.Normalizer;

/**
 * Letters that readers take for a Latin one, and what they take them for: letters with accents, and
 * the Cyrillic, Greek, Armenian and other letters that senders mix into Latin words so that these
 * look the same and compare different.
 *
 * <p>Full-width, circled, mathematical and other compatibility forms are gone before (NFKC). A
 * lower-case letter and its capital have one image, so that text in capitals stays the same text;
 * where they look like different letters, the lower case decides. A text in Cyrillic or Greek is
 * mapped throughout: it is no text any more, but the same for every copy.
 */
final class Lookalikes {
  /** Letter and image by turns. */
  private static final String PAIRS =
      // Cyrillic
      "аaвbеeгrкkмmнhоoрpсcтtуyхxѕsіiјjһhԁdԛqԝwґrғfѵvүyҽeӏlпn"
          // Greek
          + "αaβbγyεeζzηnιiκkμmνvοoρpτtυuχxωwϲc"
          // Armenian
          + "օoսuհhցgոnզqքpյjլlԛq"
          // Latin
          + "ıiȷjɑaɡgɩiʟlɴnʀrøołlđdħhŧtƅbɓbƈcɗdƒfɠgƙkƭtʋvƴyƶzəeʏyɪiʜhʙb";

  private static final int FIRST = 0xC0;
  private static final int LAST = 0x1FFF;
  private static final char[] IMAGE = new char[LAST + 1];

  static {
    for (int i = 0; i + 1 < PAIRS.length(); i += 2) {
      IMAGE[PAIRS.charAt(i)] = PAIRS.charAt(i + 1);
    }
    for (int c = FIRST; c <= LAST; c++) {
      char base = Normalizer.normalize(String.valueOf((char) c), Normalizer.Form.NFD).charAt(0);
      char letter = Character.toLowerCase(base);
      if (IMAGE[c] == 0 && hasAccents(c)) {
        IMAGE[c] = letter <= LAST && IMAGE[letter] != 0 ? IMAGE[letter] : letter;
      }
    }
  }

  private Lookalikes() {}

  /** What a lower-case letter is taken for: itself, or the letter it looks like. */
  static int image(int codePoint) {
    if (codePoint < FIRST || codePoint > LAST) {
      return codePoint;
    }
    char image = IMAGE[codePoint];
    return image == 0 ? codePoint : image;
  }

  /** The blocks of Latin, Greek and Cyrillic letters; elsewhere a mark may be half the letter. */
  private static boolean hasAccents(int c) {
    return Character.isLetter(c) && (c < 0x530 || c >= 0x1E00);
  }
}
