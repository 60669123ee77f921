package org.spamwatch.ata.evidence;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.ata.mail.MailHeader;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;

/**
 * {@link EvidenceKind#SUBJECT}: the words of the subject, as text is normalised: without numbers,
 * marks, signs of an answer and tags of a list. A second witness and no more: "your invoice" is
 * everybody's.
 */
final class SubjectEvidence {
  /** Letters below which a subject says nothing. */
  private static final int LEAST_LETTERS = 12;

  /** Words below which it says nothing. */
  private static final int LEAST_WORDS = 3;

  private static final int MOST_CHARS = 300;

  /** Of a mail that answers or passes on another, in the languages that programs do it in. */
  private static final Pattern PREFIX =
      Pattern.compile(
          "\\s*(?:(?:re|fwd?|aw|wg|sv|vs|tr|rv|antw|odp|res|enc|ynt)\\s*(?:\\[\\d+\\])?\\s*[:\\uFF1A]"
              + "|\\[[^\\]]{1,40}\\]|\\*{2,}\\s*spam\\s*\\*{2,})\\s*");

  private SubjectEvidence() {}

  /**
   * Adds the subject if it says enough.
   *
   * @param words as {@link #normalized}
   */
  static void collect(String words, EvidenceKeys keys) {
    if (saysEnough(words)) {
      keys.add(EvidenceKind.SUBJECT, EvidenceHash.of("subject", words));
    }
  }

  private static boolean saysEnough(String words) {
    int gaps = 0;
    boolean alphabetic = true;
    for (int i = 0; i < words.length(); i++) {
      gaps += words.charAt(i) == ' ' ? 1 : 0;
      alphabetic &= words.charAt(i) < 0x2E80;
    }
    return alphabetic
        ? gaps + 1 >= LEAST_WORDS && words.length() - gaps >= LEAST_LETTERS
        : words.length() - gaps >= LEAST_LETTERS / 2;
  }

  /** The normalised subject, which may be empty. */
  static String normalized(MailHeader header) {
    String subject = header.text("Subject").orElse("").toLowerCase(Locale.ROOT);
    subject = subject.substring(0, Math.min(subject.length(), MOST_CHARS));
    Matcher prefix = PREFIX.matcher(subject);
    int start = 0;
    while (prefix.region(start, subject.length()).lookingAt()) {
      start = prefix.end();
    }
    Utf8Text text = new Utf8Text();
    Normalization.FULL_1.normalize(subject.substring(start), text);
    return text.toString();
  }
}
