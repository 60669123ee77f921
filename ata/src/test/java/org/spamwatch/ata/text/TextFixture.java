package org.spamwatch.ata.text;

/** Lets tests of other packages fill a {@link Utf8Text} as it is. */
public final class TextFixture {
  private TextFixture() {}

  /** The text, not normalised. */
  public static Utf8Text verbatim(String text) {
    Utf8Text out = new Utf8Text();
    text.codePoints().forEach(out::append);
    return out;
  }
}
