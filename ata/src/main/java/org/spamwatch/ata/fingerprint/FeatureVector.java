package org.spamwatch.ata.fingerprint;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.hash.Hashing;
import com.google.common.primitives.UnsignedLongs;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * The fingerprints that name a text: what is published and looked up (SpamWatch paper, sections 3
 * and 4.1). Immutable; safe for any thread. Takes 8 bytes a key and some 50.
 */
public final class FeatureVector {
  /** The largest vector of any scheme. */
  public static final int MAX_SIZE = 64;

  /** Bytes of a key that say something; the other twelve are 0, and nothing carries them. */
  public static final int KEY_BYTES = Long.BYTES;

  private static final byte[] DIGEST_TAG = "spamwatch-fv-v1".getBytes(StandardCharsets.US_ASCII);

  private final Scheme scheme;
  private final boolean wholeText;

  /** The first 64 bits of each key, in the order of the keys. */
  private final long[] identities;

  /** Once it was asked for; whoever finds none computes the same. */
  private @Nullable Id digest;

  /**
   * A vector; checks the size, that no key occurs twice, and that each has zeros behind its first
   * 64 bits.
   *
   * @param scheme the scheme that made the keys
   * @param wholeText whether the first key stands for the whole text; then a match needs it
   * @param keys the distinct keys to route by, 1 to {@value #MAX_SIZE}, of {@value #KEY_BYTES}
   *     bytes each and zeros behind them; behind the whole-text key the highest fingerprint first
   */
  public FeatureVector(Scheme scheme, boolean wholeText, List<Id> keys) {
    checkSize(keys.size());
    this.scheme = scheme;
    this.wholeText = wholeText;
    this.identities = new long[keys.size()];
    for (int i = 0; i < identities.length; i++) {
      Id key = keys.get(i);
      if (key.middle() != 0 || key.low() != 0) {
        throw new IllegalArgumentException(
            "key " + key.brief() + " of a feature vector is longer than " + KEY_BYTES + " bytes");
      }
      identities[i] = key.high();
    }
    checkDistinct(identities);
  }

  /** A vector that was checked, or that cannot be wrong. */
  FeatureVector(Scheme scheme, boolean wholeText, long[] identities) {
    this.scheme = scheme;
    this.wholeText = wholeText;
    this.identities = identities;
  }

  /**
   * A vector of the keys with the given first 64 bits; checked and ordered as by the constructor.
   *
   * @param identities is not copied
   */
  public static FeatureVector of(Scheme scheme, boolean wholeText, long[] identities) {
    checkSize(identities.length);
    checkDistinct(identities);
    return new FeatureVector(scheme, wholeText, identities);
  }

  private static void checkSize(int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a feature vector has 1 to " + MAX_SIZE + " keys, not " + size);
    }
  }

  private static void checkDistinct(long[] identities) {
    long[] ascending = identities.clone();
    Arrays.sort(ascending);
    for (int i = 1; i < ascending.length; i++) {
      checkArgument(ascending[i] != ascending[i - 1], "a key occurs twice in a feature vector");
    }
  }

  /** The vector of the same keys whose order says nothing: ascending behind the whole-text one. */
  public FeatureVector ascending() {
    long[] ordered = identities.clone();
    Arrays.sort(ordered, wholeText ? 1 : 0, ordered.length);
    return new FeatureVector(scheme, wholeText, ordered);
  }

  /** The scheme that made the keys. */
  public Scheme scheme() {
    return scheme;
  }

  /** Whether the first key stands for the whole text; then a match needs it. */
  public boolean wholeText() {
    return wholeText;
  }

  /** The keys to route by: a view, of which each key is made when it is asked for. */
  public List<Id> keys() {
    return new Keys(identities);
  }

  /** |FV|. */
  public int size() {
    return identities.length;
  }

  /** The first 64 bits of the key at a place; the others are 0. */
  public long identity(int place) {
    return identities[place];
  }

  /** The key of an identity: its 64 bits, then zeros. */
  public static Id key(long identity) {
    return Id.of(identity, 0, 0);
  }

  /** The first 64 bits of each key, by which vectors are compared. */
  public CompactVector compact() {
    List<Long> all = new ArrayList<>(identities.length);
    for (long identity : identities) {
      all.add(identity);
    }
    return new CompactVector(scheme, wholeText, all);
  }

  /**
   * |FV* ∩ FV| if this vector and a query's match by the selection rule, {@link
   * CompactVector#matches}, else 0, as always under a scheme that is not of text. Costs the product
   * of the sizes in comparisons of numbers, and allocates nothing.
   *
   * @param thres THRES, at least 1
   */
  public int match(FeatureVector query, int thres) {
    if (wholeText != query.wholeText
        || !scheme.equals(query.scheme)
        || !scheme.isOfText()
        || (wholeText && identities[0] != query.identities[0])) {
      return 0;
    }
    int shared = 0;
    for (long identity : identities) {
      for (long other : query.identities) {
        shared += identity == other ? 1 : 0;
      }
    }
    return shared >= thres ? shared : 0;
  }

  /**
   * What a vote signs to tie itself to this vector: the first 160 bits of SHA-256 over {@code
   * "spamwatch-fv-v1"} in ASCII, the scheme's id (1 byte), 1 if whole-text or 0 (1 byte), then the
   * identities, 8 bytes each, big-endian. The whole-text identity comes first if there is one, the
   * others follow in ascending unsigned order: the set counts, not the order of the keys. Computed
   * once.
   */
  public Id digest() {
    Id known = digest;
    if (known == null) {
      known = digest(scheme, wholeText, identities);
      digest = known;
    }
    return known;
  }

  static Id digest(Scheme scheme, boolean wholeText, long[] identities) {
    long[] ordered = identities.clone();
    UnsignedLongs.sort(ordered, wholeText ? 1 : 0, ordered.length);
    ByteBuffer layout =
        ByteBuffer.allocate(DIGEST_TAG.length + 2 + KEY_BYTES * ordered.length)
            .put(DIGEST_TAG)
            .put((byte) scheme.id())
            .put((byte) (wholeText ? 1 : 0));
    layout.asLongBuffer().put(ordered);
    return Id.ofPrefix(Hashing.sha256().hashBytes(layout.array()).asBytes());
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof FeatureVector other
        && scheme.equals(other.scheme)
        && wholeText == other.wholeText
        && Arrays.equals(identities, other.identities);
  }

  @Override
  public int hashCode() {
    return 31 * scheme.hashCode() + Arrays.hashCode(identities);
  }

  @Override
  public String toString() {
    return scheme.label() + (wholeText ? " of a whole text " : " ") + keys();
  }

  /** Identities as keys. */
  private static final class Keys extends AbstractList<Id> implements RandomAccess {
    private final long[] identities;

    Keys(long[] identities) {
      this.identities = identities;
    }

    @Override
    public Id get(int place) {
      return key(identities[place]);
    }

    @Override
    public int size() {
      return identities.length;
    }

    @Override
    public int indexOf(Object object) {
      if (object instanceof Id key && key.middle() == 0 && key.low() == 0) {
        for (int place = 0; place < identities.length; place++) {
          if (identities[place] == key.high()) {
            return place;
          }
        }
      }
      return -1;
    }

    @Override
    public boolean contains(Object object) {
      return indexOf(object) >= 0;
    }
  }
}
