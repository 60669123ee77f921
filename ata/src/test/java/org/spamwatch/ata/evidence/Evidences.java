package org.spamwatch.ata.evidence;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;

/** Mails and their keys, for the tests of this package. */
final class Evidences {
  private Evidences() {}

  static MailText mail(String mail) {
    try {
      return MailText.withAttachments(mail.getBytes(StandardCharsets.UTF_8), MailLimits.DEFAULT);
    } catch (NotAMailException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The keys of one kind. */
  static Set<Long> keys(EvidenceKind kind, String mail) {
    Set<Long> keys = new TreeSet<>();
    MailEvidence.of(mail(mail), Optional.empty(), new Fingerprinter())
        .ifPresent(vector -> vector.keys().forEach(key -> keys.add(key.high())));
    keys.removeIf(key -> !EvidenceKind.of(key).equals(Optional.of(kind)));
    return keys;
  }

  /** Whether two mails share evidence of a kind, domains alone left out. */
  static boolean agree(EvidenceKind kind, String mail, String other) {
    Set<Long> shared = keys(kind, mail);
    shared.retainAll(keys(kind, other));
    shared.removeIf(EvidenceHash::isOfDomain);
    return !shared.isEmpty();
  }
}
