package org.spamwatch.ata.fingerprint;

import java.security.MessageDigest;
import java.util.Optional;
import org.spamwatch.ata.text.GuidText;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.overlay.Id;

/**
 * Computes the GUID of a text, the identity under which votes are kept: the first 160 bits of
 * SHA-256 of the text under the frozen normalisation {@code guid-1} ({@link GuidText}). It does not
 * depend on any fingerprint scheme.
 */
public final class Guid {
  private Guid() {}

  /** The GUID, or empty for a text shorter than {@value GuidText#LEAST_CODE_POINTS} code points. */
  public static Optional<Id> of(GuidText guidText) {
    Utf8Text text = guidText.text();
    if (text.codePoints() < GuidText.LEAST_CODE_POINTS) {
      return Optional.empty();
    }
    MessageDigest digest = Sha256.start();
    digest.update(text.bytes(), 0, text.length());
    return Optional.of(Id.ofPrefix(digest.digest()));
  }
}
