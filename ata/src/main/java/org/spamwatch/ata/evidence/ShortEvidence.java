package org.spamwatch.ata.evidence;

import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;

/** {@link EvidenceKind#SHORT}: all the visible text of a short mail, with its subject. */
final class ShortEvidence {
  /** Characters of visible text, markup left out, above which a mail is not short. */
  private static final int MOST_CHARS = 1500;

  /** Code points of normalised text above which it is not short. */
  private static final int MOST = 400;

  /** Letters below which text and subject are anybody's. */
  private static final int LEAST_LETTERS = 20;

  private ShortEvidence() {}

  /**
   * Adds the text of a mail if it is short.
   *
   * @param visible all of it
   * @param subject as {@link SubjectEvidence#normalized}
   */
  static void collect(String visible, String subject, EvidenceKeys keys) {
    String stripped = subject.isEmpty() ? "" : visible.strip();
    if (stripped.isEmpty() || stripped.length() > MOST_CHARS) {
      return;
    }
    Utf8Text text = new Utf8Text();
    Normalization.FULL_1.normalize(stripped, text);
    if (text.codePoints() <= MOST && text.hasLetters(LEAST_LETTERS)) {
      keys.add(EvidenceKind.SHORT, EvidenceHash.of("short", subject + '\n' + text));
    }
  }
}
