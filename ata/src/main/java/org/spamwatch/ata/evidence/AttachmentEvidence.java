package org.spamwatch.ata.evidence;

import java.util.List;
import org.spamwatch.ata.mail.Attachment;

/** {@link EvidenceKind#ATTACHMENT}: what is attached, byte for byte. */
final class AttachmentEvidence {
  /** Bytes below which a file is anybody's. */
  private static final int LEAST_BYTES = 256;

  private AttachmentEvidence() {}

  static void collect(List<Attachment> attachments, EvidenceKeys keys) {
    for (Attachment attachment : attachments) {
      if (attachment.length() >= LEAST_BYTES) {
        keys.add(
            EvidenceKind.ATTACHMENT,
            EvidenceHash.of("attachment", Long.toHexString(attachment.digest())));
      }
    }
  }
}
