package org.spamwatch.ata;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.ata.text.GuidText;
import org.spamwatch.overlay.Id;

/**
 * Computes the GUID of a text, the identity under which votes are kept: the first 160 bits of
 * SHA-256 of the text under the frozen normalisation {@code guid-1} ({@link GuidText}). It does not
 * depend on any fingerprint scheme.
 */
final class Guid {
  private Guid() {}

  /**
   * The GUID, or empty for a text shorter than {@value GuidText#LEAST_CODE_POINTS} code points.
   *
   * @param parts adds the text
   */
  static Optional<Id> of(Consumer<GuidText> parts) {
    Hasher digest = Hashing.sha256().newHasher();
    GuidText text = new GuidText((bytes, length) -> digest.putBytes(bytes, 0, length));
    parts.accept(text);
    return text.finish() < GuidText.LEAST_CODE_POINTS
        ? Optional.empty()
        : Optional.of(Id.ofPrefix(digest.hash().asBytes()));
  }
}
