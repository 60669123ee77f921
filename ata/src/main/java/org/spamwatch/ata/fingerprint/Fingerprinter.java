package org.spamwatch.ata.fingerprint;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  /** The vector of a text and what else it may be known by; empty whenever the vector is. */
  public Optional<Probes> probe(Scheme scheme, String visible) {
    return fingerprint(scheme, visible).map(this::beside);
  }

  /** Which text each key of a mail's vector and each of its probes stands for, in their order. */
  public List<Passage> locate(Scheme scheme, String visible) {
    Optional<Probes> found = probe(scheme, visible);
    if (found.isEmpty()) {
      return List.of();
    }
    Probes probes = found.get();
    List<Passage> passages = new ArrayList<>(probes.size());
    for (int i = 0; i < probes.size(); i++) {
      passages.add(probes.passage(i, text));
    }
    return passages;
  }

  private Probes beside(FeatureVector vector) {
    boolean rows = vector.scheme() == Scheme.CHAR50;
    List<int[]> places = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    Set<Long> seen = new TreeSet<>();
    for (Id key : vector.keys()) {
      long selector = vector.scheme().selector(key);
      values.add(selector);
      seen.add(selector);
    }
    Shingles.each(
        text,
        rows ? ShortTexts.LEAST_DISTINCT_BYTES : 1,
        (value, from, to) -> {
          if (value >>> 60 == 15 && places.size() < Probes.MOST && seen.add(value)) {
            values.add(value);
            places.add(new int[] {from, to});
          }
        });
    return new Probes(
        vector,
        values.stream().mapToLong(Long::longValue).toArray(),
        Arrays.copyOf(text.bytes(), text.length()),
        places.stream().mapToInt(place -> place[0]).toArray(),
        places.stream().mapToInt(place -> place[1]).toArray());
  }

  private Optional<FeatureVector> paperVector() {
    Shingles.select(text, 1, highest);
    List<Id> keys = new ArrayList<>(highest.size());
    for (int rank = 0; rank < highest.size(); rank++) {
      keys.add(key(Scheme.RABIN50, rank));
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
      sha256.update((byte) Scheme.CHAR50.id());
      sha256.update(text.bytes(), 0, text.length());
      keys.add(Id.ofPrefix(sha256.digest()));
    }
    for (int rank = 0; rank < highest.size(); rank++) {
      keys.add(key(Scheme.CHAR50, rank));
    }
    return vector(Scheme.CHAR50, wholeText, keys);
  }

  private Id key(Scheme scheme, int rank) {
    return scheme.key(
        highest.value(rank), sha256, text.bytes(), highest.from(rank), highest.to(rank));
  }

  private static Optional<FeatureVector> vector(Scheme scheme, boolean wholeText, List<Id> keys) {
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(new FeatureVector(scheme, wholeText, keys));
  }
}
