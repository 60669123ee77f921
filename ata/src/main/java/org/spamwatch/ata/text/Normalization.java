package org.spamwatch.ata.text;

/**
 * The normalisations under which schemes compare texts. Each is a pure function, linear in the
 * length of its input. What one yields never changes; a better rule is a new constant and a new
 * version of the scheme that uses it. One thing is not in our hands: a character that the Unicode
 * version of an older Java does not know is no letter there.
 */
public enum Normalization {
  /**
   * The paper's: white space is collapsed to single spaces, everything else is kept as it is
   * (SpamWatch paper, section 4.1; tags are gone before).
   */
  PAPER {
    @Override
    public void normalize(String text, Utf8Text out) {
      PaperNormalization.normalize(text, out);
    }
  },

  /**
   * The product's, version 1: NFKC, lower case, only letters, words apart by one space; invisible
   * characters, digits and mail addresses are gone, and of a web address only its host is left.
   */
  FULL_1 {
    @Override
    public void normalize(String text, Utf8Text out) {
      FullNormalization.normalize(text, out);
    }
  };

  /**
   * Replaces the contents of {@code out} by the normalised text.
   *
   * @param text text as a reader sees it, tags dropped ({@link HtmlText})
   */
  public abstract void normalize(String text, Utf8Text out);
}
