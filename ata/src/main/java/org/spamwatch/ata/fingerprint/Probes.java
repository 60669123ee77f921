package org.spamwatch.ata.fingerprint;

import java.util.Arrays;
import org.spamwatch.overlay.Id;

/**
 * Every feature under which a text could be known: the keys of its vector, then every other
 * distinct shingle whose selector lies in the top 1/{@value #SHARE} of the selectors, in the order
 * of the text.
 *
 * <p>A vector holds the N highest fingerprints only, and text that a sender appends pushes them
 * out. The probes are looked up where looking up costs nothing, in what this host knows; only the
 * vector is published. At most {@value #MOST} beside the vector's keys: a text with more keeps
 * those in the top 1/32, or 1/64 and so on, of the selectors, whichever first leaves few enough, so
 * that which are kept depends on the shingles alone.
 *
 * <p>Immutable; safe for any thread.
 */
public final class Probes {
  /** One in so many shingles of a long text is a probe. */
  public static final int SHARE = 16;

  /** The most probes beside the keys of the vector. */
  public static final int MOST = 8192;

  private final FeatureVector vector;
  private final long[] selectors;
  private final int[] from;
  private final int[] to;

  /**
   * Probes of a text.
   *
   * @param selectors of the vector's keys and of the shingles behind them
   * @param from the first byte of each shingle in the normalised text
   * @param to the byte behind it
   */
  Probes(FeatureVector vector, long[] selectors, int[] from, int[] to) {
    this.vector = vector;
    this.selectors = selectors;
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

  /** The selector of a probe, 0 to {@link #size} - 1: {@link Scheme#selector} of its key. */
  public long selector(int i) {
    return selectors[i];
  }

  /** The key of a probe. Distinct from all others. */
  public Id key(int i) {
    return Scheme.key(selectors[i]);
  }

  /** The first byte of a probe's shingle in the normalised text. */
  int from(int i) {
    return from[i];
  }

  /** The byte behind it. */
  int to(int i) {
    return to[i];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Probes that
        && vector.equals(that.vector)
        && Arrays.equals(selectors, that.selectors)
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
