package org.spamwatch.simulator.detection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.corpus.CorpusException;

/** Reads and addresses mails as a peer does. */
public final class Mails {
  private static final int HEAD = 64 << 10;
  private static final Pattern BODY = Pattern.compile("\\r?\\n\\r?\\n");
  private static final Pattern DATE =
      Pattern.compile(
          "(?im)^Date:\\s*(?:[a-z]{3},?\\s+)?(\\d{1,2}\\s+[a-z]{3}\\s+\\d{4}\\s+[0-9:]{7,8}\\s+[-+]\\d{4})");

  private final ApproximateText addressing;

  /** As a peer does unless it is configured otherwise, with evidence beside the text. */
  Mails() {
    this(Scheme.ACTIVE_BY_DEFAULT);
  }

  /** Under some schemes; with evidence beside the text if these are the usual ones. */
  Mails(List<Scheme> schemes) {
    ApproximateText text = new ApproximateText(MailLimits.DEFAULT, schemes);
    addressing = schemes.equals(Scheme.ACTIVE_BY_DEFAULT) ? text.withEvidence() : text;
  }

  private Mails(ApproximateText addressing) {
    this.addressing = addressing;
  }

  /** For asking: as they are, or with letters that look alike apart. */
  Mails asking(boolean keepLookalikes) {
    return keepLookalikes ? new Mails(addressing.withoutLookalikes()) : this;
  }

  /** The bytes of a file. */
  public static byte[] read(Path file) throws CorpusException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new CorpusException(file + ": cannot be read", e);
    }
  }

  /** The names of a mail; nothing is addressable in what is no mail. */
  AddressedMail address(byte[] mail) {
    try {
      return addressing.address(mail);
    } catch (NotAMailException e) {
      return addressing.address(MailText.EMPTY);
    }
  }

  /** The names of a mail of which it is proven, or not, who has sent it. */
  AddressedMail address(MailText mail, Optional<String> provenDomain) {
    return addressing.address(mail, provenDomain);
  }

  /** When a mail says that it was sent, or nothing if it does not say so in the usual way. */
  public static Optional<Instant> date(byte[] mail) {
    String head = new String(mail, 0, Math.min(mail.length, HEAD), StandardCharsets.ISO_8859_1);
    int body = BODY.matcher(head).results().mapToInt(MatchResult::start).findFirst().orElse(-1);
    Matcher date = DATE.matcher(body < 0 ? head : head.substring(0, body + 1));
    if (!date.find()) {
      return Optional.empty();
    }
    try {
      String written = date.group(1).strip();
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(written, Instant::from));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** The text a reader sees, if the bytes are a mail. */
  static Optional<String> text(byte[] mail) {
    try {
      return Optional.of(MailText.of(mail, MailLimits.DEFAULT).visible());
    } catch (NotAMailException e) {
      return Optional.empty();
    }
  }
}
