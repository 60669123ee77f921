package org.spamwatch.ata.fingerprint;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * The fingerprints that name a text: what is published and looked up (SpamWatch paper, sections 3
 * and 4.1). Immutable; safe for any thread.
 *
 * @param scheme the scheme that made the keys
 * @param wholeText whether the first key stands for the whole text; then a match needs it
 * @param keys the distinct keys to route by, 1 to {@value #MAX_SIZE}, of {@value #KEY_BYTES} bytes
 *     each and zeros behind them; behind the whole-text key the highest fingerprint first
 */
public record FeatureVector(Scheme scheme, boolean wholeText, List<Id> keys) {
  /** The largest vector of any scheme. */
  public static final int MAX_SIZE = 64;

  /** Bytes of a key that say something; the other twelve are 0, and nothing carries them. */
  public static final int KEY_BYTES = Long.BYTES;

  /**
   * Checks the size, that no key occurs twice, and that each has zeros behind its first 64 bits.
   */
  public FeatureVector {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.size() > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a feature vector has 1 to " + MAX_SIZE + " keys, not " + keys.size());
    }
    long[] ascending = new long[keys.size()];
    for (int i = 0; i < ascending.length; i++) {
      Id key = keys.get(i);
      if (key.middle() != 0 || key.low() != 0) {
        throw new IllegalArgumentException(
            "key " + key.brief() + " of a feature vector is longer than " + KEY_BYTES + " bytes");
      }
      ascending[i] = key.high();
    }
    Arrays.sort(ascending);
    for (int i = 1; i < ascending.length; i++) {
      checkArgument(ascending[i] != ascending[i - 1], "a key occurs twice in a feature vector");
    }
  }

  /** |FV|. */
  public int size() {
    return keys.size();
  }

  /** The key of an identity: its 64 bits, then zeros. */
  public static Id key(long identity) {
    return Id.of(identity, 0, 0);
  }

  /** The first 64 bits of each key, by which vectors are compared. */
  public CompactVector compact() {
    List<Long> identities = new ArrayList<>(keys.size());
    for (Id key : keys) {
      identities.add(key.high());
    }
    return new CompactVector(scheme, wholeText, identities);
  }
}
