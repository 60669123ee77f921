package org.spamwatch.ata.fingerprint;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.overlay.Id;

/**
 * Every feature under which a text could be known: the keys of its vector, then every other
 * distinct shingle whose selector lies in the top 1/{@value #SHARE} of the selectors.
 *
 * <p>A vector holds the N highest fingerprints only, and text that a sender appends pushes them
 * out. The probes are looked up where looking up costs nothing, in what this host knows; only the
 * vector is published. At most {@value #MOST} beside the vector's keys: a text with more keeps
 * those in the top 1/32, or 1/64 and so on, of the selectors, whichever first leaves few enough, so
 * that which are kept depends on the shingles alone.
 *
 * <p>Immutable; safe for any thread. Holds the normalised text, so it is for the moment, not for
 * keeping.
 */
public final class Probes {
  /** One in so many shingles of a long text is a probe. */
  public static final int SHARE = 16;

  /** The most probes beside the keys of the vector. */
  public static final int MOST = 8192;

  private final FeatureVector vector;
  private final long[] selectors;
  private final byte[] text;
  private final int[] from;
  private final int[] to;

  /**
   * Probes of a text.
   *
   * @param selectors of the vector's keys and of the shingles behind them
   * @param text in UTF-8, normalised
   * @param from the first byte of each shingle behind the vector's keys
   * @param to the byte behind it
   */
  Probes(FeatureVector vector, long[] selectors, byte[] text, int[] from, int[] to) {
    this.vector = vector;
    this.selectors = selectors;
    this.text = text;
    this.from = from;
    this.to = to;
  }

  /** The scheme of all of them. */
  public Scheme scheme() {
    return vector.scheme();
  }

  /** The vector whose keys are the first probes, in the vector's order. */
  public FeatureVector vector() {
    return vector;
  }

  /**
   * How many there are, at least 1 and at most {@value FeatureVector#MAX_SIZE} + {@value #MOST}.
   */
  public int size() {
    return selectors.length;
  }

  /**
   * The selector of a probe, 0 to {@link #size} - 1; the same as {@link Scheme#selector} of its
   * key. Costs nothing. Distinct unless two keys of the vector agree in it.
   */
  public long selector(int i) {
    return selectors[i];
  }

  /**
   * The full key of a probe. Computed anew at each call, a SHA-256 of the shingle behind the
   * vector's keys: for those whose selector is known.
   */
  public Id key(int i) {
    int own = vector.size();
    if (i < own) {
      return vector.keys().get(i);
    }
    MessageDigest sha256 = Sha256.start();
    return scheme().key(selectors[i], sha256, text, from[i - own], to[i - own]);
  }

  Passage passage(int i, Utf8Text normalized) {
    int own = vector.size();
    int start = i < own ? 0 : from[i - own];
    int end = i < own ? normalized.length() : to[i - own];
    String excerpt = new String(text, start, end - start, StandardCharsets.UTF_8);
    return new Passage(scheme(), key(i), start, end - start, excerpt);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Probes that
        && vector.equals(that.vector)
        && Arrays.equals(selectors, that.selectors)
        && Arrays.equals(text, that.text)
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * vector.hashCode() + Arrays.hashCode(selectors);
  }

  @Override
  public String toString() {
    return scheme().label() + " probes: " + size();
  }
}
