package org.spamwatch.simulator.detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.corpus.CorpusException;

/** Reads and addresses mails as a peer does. */
final class Mails {
  private static final MailText NO_TEXT = new MailText(List.of(), false, false);

  private final ApproximateText addressing = ApproximateText.standard();

  static byte[] read(Path file) throws CorpusException {
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
      return addressing.address(NO_TEXT);
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
