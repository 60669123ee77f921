package org.spamwatch.ata.fingerprint;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.overlay.Id;

/**
 * Computes the feature vector of a text under a scheme (SpamWatch paper, section 4.1).
 *
 * <p>Keeps its buffers from text to text: normalising, hashing and selecting allocate nothing, only
 * the keys of the result are new. Linear in the text. Not safe for several threads; cheap to make.
 */
public final class Fingerprinter {
  private static final byte[] WHOLE_TEXT_TAG =
      "spamwatch-whole-text-v1".getBytes(StandardCharsets.US_ASCII);

  private final Utf8Text text = new Utf8Text();
  private final MessageDigest sha256 = Sha256.start();
  private final HighestFingerprints highest;

  /** A fingerprinter with empty buffers. */
  public Fingerprinter() {
    int most = 0;
    for (Scheme scheme : Scheme.values()) {
      most = Math.max(most, scheme.size());
    }
    highest = new HighestFingerprints(most);
  }

  /**
   * The feature vector of a text, or empty if the scheme finds too little text in it.
   *
   * @param visible text as a reader sees it, tags dropped
   */
  public Optional<FeatureVector> fingerprint(Scheme scheme, String visible) {
    scheme.normalization().normalize(visible, text);
    return switch (scheme) {
      case RABIN50 -> paperVector();
      case CHAR50 -> charVector();
    };
  }

  private Optional<FeatureVector> paperVector() {
    Shingles.select(text, 1, highest);
    List<Id> keys = new ArrayList<>(highest.size());
    for (int rank = 0; rank < highest.size(); rank++) {
      keys.add(Id.of(reverseDigits(highest.value(rank)), 0, 0));
    }
    return vector(Scheme.RABIN50, false, keys);
  }

  private Optional<FeatureVector> charVector() {
    if (text.letters() < ShortTexts.LEAST) {
      return Optional.empty();
    }
    Shingles.select(text, ShortTexts.LEAST_DISTINCT_BYTES, highest);
    boolean wholeText = text.codePoints() <= ShortTexts.OVERLAPPING || highest.size() == 0;
    List<Id> keys = new ArrayList<>(highest.size() + 1);
    if (wholeText) {
      sha256.update(WHOLE_TEXT_TAG);
      keys.add(Id.ofPrefix(digest(Scheme.CHAR50, 0, text.length())));
    }
    for (int rank = 0; rank < highest.size(); rank++) {
      Id strong = Id.ofPrefix(digest(Scheme.CHAR50, highest.from(rank), highest.to(rank)));
      keys.add(
          Id.of(reverseDigits(highest.value(rank)), strong.high(), (int) (strong.middle() >>> 32)));
    }
    return vector(Scheme.CHAR50, wholeText, keys);
  }

  private byte[] digest(Scheme scheme, int from, int to) {
    sha256.update((byte) scheme.id());
    sha256.update(text.bytes(), from, to - from);
    return sha256.digest();
  }

  private static Optional<FeatureVector> vector(Scheme scheme, boolean wholeText, List<Id> keys) {
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(new FeatureVector(scheme, wholeText, keys));
  }

  /** The 16 hexadecimal digits in reverse order: 0x123 becomes 0x3210000000000000. */
  static long reverseDigits(long fingerprint) {
    long bytes = Long.reverseBytes(fingerprint);
    return ((bytes & 0x0F0F_0F0F_0F0F_0F0FL) << 4) | ((bytes >>> 4) & 0x0F0F_0F0F_0F0F_0F0FL);
  }
}
