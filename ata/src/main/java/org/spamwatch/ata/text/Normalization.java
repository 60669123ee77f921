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
   * The product's, version 1: without the footers of mailing lists and filters; NFKC, lower case,
   * look-alikes as the Latin letters they resemble, only letters, words apart by one space;
   * invisible characters, digits and mail addresses are gone, and of a web address only its host is
   * left.
   */
  FULL_1 {
    @Override
    public void normalize(String text, Utf8Text out) {
      FullNormalization.normalize(text, out, true);
    }
  },

  /**
   * {@link #FULL_1} with every letter as it is written. No scheme publishes under it: it is for
   * asking, where letters that only look alike are not to count as the same.
   */
  FULL_1_AS_WRITTEN {
    @Override
    public void normalize(String text, Utf8Text out) {
      FullNormalization.normalize(text, out, false);
    }
  };

  /**
   * Characters of composed text beyond which a full normalisation stops; more than any mail's text
   * has, so that only one that grows by composing is cut.
   */
  public static final int MOST_CHARS = 3 << 19;

  /**
   * Replaces the contents of {@code out} by the normalised text.
   *
   * @param text text as a reader sees it, tags dropped ({@link HtmlText})
   */
  public abstract void normalize(String text, Utf8Text out);
}
