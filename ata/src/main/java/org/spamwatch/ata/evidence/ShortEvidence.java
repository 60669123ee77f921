package org.spamwatch.ata.evidence;

import org.spamwatch.ata.mail.MailText;
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

  static void collect(MailText mail, EvidenceKeys keys) {
    String visible = mail.visible().strip();
    String subject = SubjectEvidence.normalized(mail.header());
    if (visible.length() > MOST_CHARS || subject.isEmpty()) {
      return;
    }
    Utf8Text text = new Utf8Text();
    Normalization.FULL_1.normalize(visible, text);
    if (text.codePoints() <= MOST && text.hasLetters(LEAST_LETTERS)) {
      keys.add(EvidenceKind.SHORT, EvidenceHash.of("short", subject + '\n' + text));
    }
  }
}
