package org.spamwatch.ata.fingerprint;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * The fingerprints that name a text: what is published and looked up (SpamWatch paper, sections 3
 * and 4.1). Immutable; safe for any thread.
 *
 * @param scheme the scheme that made the keys
 * @param wholeText whether the first key stands for the whole text; then a match needs it
 * @param keys the distinct keys to route by, 1 to {@value #MAX_SIZE}; behind the whole-text key the
 *     highest fingerprint first
 */
public record FeatureVector(Scheme scheme, boolean wholeText, List<Id> keys) {
  /** The largest vector of any scheme. */
  public static final int MAX_SIZE = 64;

  /** Bytes of a key without its last 32 bits. */
  public static final int SHORT_KEY_BYTES = 16;

  /** Checks the size and that no identity, and so no key, occurs twice. */
  public FeatureVector {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.size() > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a feature vector has 1 to " + MAX_SIZE + " keys, not " + keys.size());
    }
    if (keys.stream().mapToLong(scheme::identity).distinct().count() != keys.size()) {
      throw new IllegalArgumentException("an identity occurs twice in a feature vector");
    }
  }

  /** |FV|. */
  public int size() {
    return keys.size();
  }

  /**
   * Whether the last 32 bits of every key are 0, as in all that the schemes make: then disks and
   * links carry {@value #SHORT_KEY_BYTES} bytes a key, else {@value Id#BYTES}.
   */
  public boolean hasShortKeys() {
    return keys.stream().allMatch(key -> key.low() == 0);
  }

  /** The part of each key by which vectors are compared. */
  public CompactVector compact() {
    List<Long> identities = new ArrayList<>(keys.size());
    for (Id key : keys) {
      identities.add(scheme.identity(key));
    }
    return new CompactVector(scheme, wholeText, identities);
  }
}
