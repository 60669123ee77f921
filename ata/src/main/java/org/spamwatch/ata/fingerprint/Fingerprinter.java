package org.spamwatch.ata.fingerprint;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;

/**
 * Computes the feature vector of a text under a scheme, and the probes beside it (SpamWatch paper,
 * section 4.1).
 *
 * <p>Keeps its buffers from text to text: normalising, hashing and selecting allocate nothing, only
 * the keys and probes of the result are new. Linear in the text. Not safe for several threads;
 * cheap to make.
 */
public final class Fingerprinter {
  private static final byte[] WHOLE_TEXT_TAG =
      "spamwatch-whole-text-v1".getBytes(StandardCharsets.US_ASCII);

  /** The top 1/2^4 of the selectors are probes: {@link Probes#SHARE}. */
  private static final int PROBED = 4;

  /** Bytes of the buffer for the text, to which the others are in proportion. */
  private static final int MOST_HELD = 64 << 10;

  private final Utf8Text text = new Utf8Text();
  private final HighestFingerprints highest = new HighestFingerprints(FeatureVector.MAX_SIZE);
  private final DistinctShingles shingles = new DistinctShingles();
  private final VariedShingles varied = new VariedShingles(shingles);
  private final WordShingles words = new WordShingles();

  /** What is in {@link #text}, which two schemes may need one after the other. */
  private @Nullable String given;

  private @Nullable Normalization normalization;

  /** Words of {@link #text}, or -1 as long as it is not taken apart. */
  private int split = -1;

  private final boolean lookalikes;

  /** A fingerprinter with empty buffers. */
  public Fingerprinter() {
    this(true);
  }

  /**
   * A fingerprinter with empty buffers.
   *
   * @param lookalikes whether letters that look alike are the same, as the schemes have it; if not,
   *     what it makes is for asking only: text in which there are any has fingerprints that nobody
   *     publishes
   */
  public Fingerprinter(boolean lookalikes) {
    this.lookalikes = lookalikes;
  }

  /**
   * The feature vector of a text, or empty if the scheme finds too little text in it.
   *
   * @param visible text as a reader sees it, tags dropped
   */
  public Optional<FeatureVector> fingerprint(Scheme scheme, String visible) {
    normalize(scheme, visible);
    return vector(scheme);
  }

  /** The vector of a text and what else it may be known by; empty whenever the vector is. */
  public Optional<Probes> probe(Scheme scheme, String visible) {
    normalize(scheme, visible);
    return vector(scheme).map(this::probes);
  }

  /**
   * Which text each key of a mail's vector and each of its probes stands for, in their order. Costs
   * several times {@link #probe}.
   */
  public List<Passage> locate(Scheme scheme, String visible) {
    Fingerprinter fresh = new Fingerprinter(lookalikes);
    fresh.text.keepOrigins();
    Optional<Probes> probes = fresh.probe(scheme, visible);
    return probes.map(found -> new Passages(visible, fresh.text).of(found)).orElse(List.of());
  }

  /**
   * Hands on the lowest hashes, in signed order, of three words in a row of a text, under the
   * normalisation of {@link Scheme#WORD}: made of three words as its selectors are of four. Costs
   * little for the text that was given last.
   *
   * @param about how many of them, more or fewer as it happens; of a text without more words all
   * @return whether these were all
   */
  public boolean lowestOfThree(int about, String visible, LongConsumer hashes) {
    normalize(Scheme.WORD, visible);
    int most = split();
    boolean all = most <= about;
    long share = all ? 0 : Long.divideUnsigned(-1L, most) * about;
    words.eachThree(all ? Long.MAX_VALUE : Long.MIN_VALUE + share, hashes);
    return all;
  }

  private void normalize(Scheme scheme, String visible) {
    Normalization wanted = scheme.normalization();
    if (wanted == Normalization.FULL_1 && !lookalikes) {
      wanted = Normalization.FULL_1_AS_WRITTEN;
    }
    if (!visible.equals(given) || wanted != normalization) {
      wanted.normalize(visible, text);
      split = -1;
      given = visible;
      normalization = wanted;
    }
  }

  private int split() {
    if (split < 0) {
      split = words.split(text);
    }
    return split;
  }

  /**
   * Forgets the last text. Says whether it is to be used again: the buffers of a long text are not
   * to be held.
   */
  public boolean forget() {
    given = null;
    split = -1;
    text.clear();
    return text.bytes().length <= MOST_HELD;
  }

  private Optional<FeatureVector> vector(Scheme scheme) {
    if (scheme.equals(Scheme.RABIN50)) {
      highest.start(scheme.size());
      Shingles.offer(text, highest);
      return vector(scheme, false);
    }
    if (!text.hasLetters(ShortTexts.LEAST)) {
      return Optional.empty();
    }
    boolean chars = scheme.equals(Scheme.CHAR50);
    int extent = chars ? text.codePoints() : split();
    int size = scheme.size(extent);
    int share = PROBED;
    while (share > 0 && extent >>> share < 2 * size) {
      share--;
    }
    collect(chars, share);
    if (shingles.size() < size && share > 0) {
      collect(chars, 0);
    }
    select(size);
    boolean whole =
        chars
            ? extent <= ShortTexts.ONE_SHINGLE || shingles.size() == 0
            : shingles.size() < ShortTexts.FEW;
    return vector(scheme, whole);
  }

  /**
   * Selects the highest of the shingles that were collected. Selectors are spread evenly, so nearly
   * always they are among those that lie above a floor that three for two of them should reach.
   */
  private void select(int size) {
    select(size, shingles.floorOf(size + size / 2));
    if (highest.size() < size) {
      select(size, 0L);
    }
  }

  private void select(int size, long least) {
    highest.start(size);
    for (int i = 0; i < shingles.size(); i++) {
      long value = shingles.value(i);
      if (Long.compareUnsigned(value, least) >= 0
          && Long.compareUnsigned(value, highest.floor()) >= 0) {
        highest.insert(value, shingles.from(i), shingles.to(i));
      }
    }
  }

  private void collect(boolean chars, int share) {
    shingles.start(share);
    if (chars) {
      varied.start();
      Shingles.offer(text, varied);
    } else {
      words.collect(shingles);
    }
  }

  private Optional<FeatureVector> vector(Scheme scheme, boolean wholeText) {
    int whole = wholeText ? 1 : 0;
    long[] identities = new long[whole + highest.size()];
    if (wholeText) {
      Hasher sha256 = Hashing.sha256().newHasher();
      sha256.putBytes(WHOLE_TEXT_TAG).putByte((byte) scheme.id());
      sha256.putBytes(text.bytes(), 0, text.length());
      identities[0] = Longs.fromByteArray(sha256.hash().asBytes());
    }
    for (int rank = 0; rank < highest.size(); rank++) {
      identities[whole + rank] = Scheme.reverseDigits(highest.value(rank));
    }
    if (identities.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        wholeText
            ? FeatureVector.of(scheme, true, identities)
            : new FeatureVector(scheme, false, identities)); // which are distinct
  }

  /** Those beside the vector's own are lower than its lowest and in the top share. */
  private Probes probes(FeatureVector vector) {
    if (vector.scheme().equals(Scheme.RABIN50)) {
      shingles.start(PROBED);
      Shingles.offer(text, new AllShingles(shingles));
    }
    long own = highest.size() == 0 ? 0 : highest.lowest();
    long least = DistinctShingles.floorOfShare(Math.max(PROBED, shingles.share()));
    int count = 0;
    int[] chosen = new int[shingles.size()];
    for (int i = 0; i < chosen.length; i++) {
      long value = shingles.value(i);
      if (Long.compareUnsigned(value, least) >= 0 && Long.compareUnsigned(value, own) < 0) {
        chosen[count++] = i;
      }
    }
    return probes(vector, Arrays.copyOf(chosen, count));
  }

  private Probes probes(FeatureVector vector, int[] others) {
    int own = vector.size();
    int whole = own - highest.size();
    long[] selectors = new long[own + others.length];
    int[] from = new int[selectors.length];
    int[] to = new int[selectors.length];
    for (int i = 0; i < own; i++) {
      boolean all = i < whole;
      selectors[i] = Scheme.reverseDigits(vector.identity(i));
      from[i] = all ? 0 : highest.from(i - whole);
      to[i] = all ? text.length() : highest.to(i - whole);
    }
    for (int i = 0; i < others.length; i++) {
      selectors[own + i] = shingles.value(others[i]);
      from[own + i] = shingles.from(others[i]);
      to[own + i] = shingles.to(others[i]);
    }
    return new Probes(vector, selectors, from, to);
  }
}
