package org.spamwatch.ata.fingerprint;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.overlay.Id;

/**
 * The fingerprint schemes. A key says nothing without its scheme: vectors of different schemes
 * share nothing. What a scheme yields for a text never changes; a change is a new constant with a
 * new id. How to add one: {@code docs/adr/0010-schemes.md}. A number that this version has no
 * constant for stands for a scheme of a newer one.
 *
 * <p>A key is 8 bytes and 12 zeros: the 16 hexadecimal digits of the selector in reverse order,
 * since the selectors chosen are the highest and their first digits are all {@code f}, while keys
 * are routed by their first digits. A whole-text key is the first 64 bits of a SHA-256. No scheme
 * keeps others from writing a text with the fingerprints of another text, and none needs to:
 * whoever wants that can quote the other text.
 *
 * <p>N grows with the text, so that text added to a mail before it is marked does not push all of
 * its own out, and the share of the shingles that is published hardly depends on the length: a
 * stock phrase of a dozen words rarely yields the four shared features that a match needs.
 */
public final class Scheme {
  private static final int MAX_ID = 255;
  private static final int PAPER_SIZE = 10;
  private static final int LEAST_SIZE = 12;
  private static final int USUAL_SIZE = 32;

  /** A signed record of so many keys, at an IPv4 address, is below 1 KiB in every realm. */
  private static final int MOST_SIZE = 60;

  /**
   * The paper's, to the letter: every substring of 50 code points, case kept, white space
   * collapsed; of the 64-bit Rabin fingerprints the 10 highest distinct ones. It serves the paper's
   * experiments and is not active by default.
   */
  public static final Scheme RABIN50 =
      new Scheme(1, new Recipe("rabin50", 1, false, Normalization.PAPER, extent -> PAPER_SIZE));

  /**
   * Every substring of 50 code points of all that is written in a mail, hidden or not, under {@link
   * Normalization#FULL_1}; the selector is its Rabin fingerprint. N is 12 to 32 as the text has 64
   * code points for each, and one for every 240 if that is more, up to 60.
   *
   * <p>A text of fewer than {@value ShortTexts#LEAST} letters has no fingerprint; one of at most 50
   * code points has a key for the whole text.
   *
   * <p>Differs from the paper: shingles of fewer than 8 different bytes are passed over because
   * rows of one character are in every kind of mail.
   */
  public static final Scheme CHAR50 =
      new Scheme(
          2,
          new Recipe(
              "char50", 1, false, Normalization.FULL_1, codePoints -> grown(codePoints, 64, 240)));

  /**
   * Every four words in a row ({@link WordShingles}) of what a reader sees of a mail, under {@link
   * Normalization#FULL_1}. N is 12 to 32 as the text has 5 words for each, and one for every 40 if
   * that is more, up to 60. It finds copies that are changed in many places, as {@code char50} does
   * not.
   *
   * <p>A text of fewer than {@value ShortTexts#LEAST} letters has no fingerprint; one of fewer than
   * {@value ShortTexts#FEW} shingles has a key for the whole text in front.
   */
  public static final Scheme WORD =
      new Scheme(
          3, new Recipe("word", 1, true, Normalization.FULL_1, words -> grown(words, 5, 40)));

  /**
   * Evidence beside the text: at most {@value FeatureVector#MAX_SIZE} keys of the kinds of {@code
   * org.spamwatch.ata.evidence.EvidenceKind}, of which each key says its own. It stands in votes
   * and announcements; nothing is routed by it, and no question carries it.
   */
  public static final Scheme EVIDENCE =
      new Scheme(4, new Recipe("evidence", 1, false, null, extent -> FeatureVector.MAX_SIZE));

  /** The schemes a mail's text is published under unless configured otherwise. */
  public static final List<Scheme> ACTIVE_BY_DEFAULT = List.of(CHAR50, WORD);

  private static final List<Scheme> OF_TEXT = List.of(RABIN50, CHAR50, WORD);
  private static final List<Scheme> BY_ID = byId();
  private final int id;
  private final @Nullable Recipe recipe; // none of a scheme that this version does not know

  /** What this version knows of a scheme. */
  private record Recipe(
      String label,
      int version,
      boolean onlyVisible,
      @Nullable Normalization normalization, // none of evidence
      IntUnaryOperator size) {}

  private Scheme(int id, @Nullable Recipe recipe) {
    this.id = id;
    this.recipe = recipe;
  }

  private static List<Scheme> byId() {
    List<Scheme> all = new ArrayList<>();
    for (int id = 1; id <= MAX_ID; id++) {
      all.add(new Scheme(id, null));
    }
    OF_TEXT.forEach(scheme -> all.set(scheme.id - 1, scheme));
    all.set(EVIDENCE.id - 1, EVIDENCE);
    return List.copyOf(all);
  }

  /** The schemes of texts that this version knows. */
  public static List<Scheme> ofText() {
    return OF_TEXT;
  }

  /**
   * The scheme with an id; two with one id are the same object.
   *
   * @throws IllegalArgumentException if the id is not in 1 to 255
   */
  public static Scheme of(int id) {
    checkArgument(id >= 1 && id <= MAX_ID, "scheme %s is not in 1 to %s", id, MAX_ID);
    return BY_ID.get(id - 1);
  }

  /** The known scheme with a label, as typed by users; case does not matter. */
  public static Optional<Scheme> ofLabel(String label) {
    return BY_ID.stream()
        .filter(Scheme::isKnown)
        .filter(scheme -> scheme.label().equalsIgnoreCase(label))
        .findFirst();
  }

  /**
   * Whether this version knows it. Vectors of another are kept and passed on, and match nothing.
   */
  public boolean isKnown() {
    return recipe != null;
  }

  private Recipe recipe() {
    if (recipe == null) {
      throw new IllegalStateException("scheme " + id + " is not known to this peer");
    }
    return recipe;
  }

  /** The number on the wire, 1 to 255. */
  public int id() {
    return id;
  }

  /** The name users see and type; of an unknown scheme the number. */
  public String label() {
    return recipe == null ? Integer.toString(id) : recipe.label;
  }

  /** Counts the revisions of a known label; each has an id of its own. */
  public int version() {
    return recipe().version;
  }

  /** N of a text that is neither short nor long: the number of features in its vector. */
  public int size() {
    return equals(RABIN50) ? PAPER_SIZE : LEAST_SIZE;
  }

  /** N of a text of so many code points ({@code char50}) or words ({@code word}). */
  int size(int extent) {
    return recipe().size.applyAsInt(extent);
  }

  /** Whether it is known, and its keys are fingerprints of a text: published and routed by. */
  public boolean isOfText() {
    return recipe != null && recipe.normalization != null;
  }

  /**
   * Whether vectors of it are published, also if this version does not know it: all but evidence.
   */
  public boolean isPublished() {
    return !equals(EVIDENCE);
  }

  /** The normalisation this known scheme of text works on. */
  public Normalization normalization() {
    Normalization normalization = recipe().normalization;
    if (normalization == null) {
      throw new IllegalStateException("scheme " + label() + " is not of a text");
    }
    return normalization;
  }

  /** Whether hidden text of a mail is left out; see {@link org.spamwatch.ata.text.HiddenText}. */
  public boolean onlyVisible() {
    return recipe().onlyVisible;
  }

  /**
   * The selector of a shingle's key: the highest in unsigned order are published. It is the key
   * with its digits reversed.
   */
  public static long selector(Id key) {
    return reverseDigits(key.high());
  }

  /** The key of the shingle with a selector. */
  public static Id key(long selector) {
    return FeatureVector.key(reverseDigits(selector));
  }

  /** The 16 hexadecimal digits in reverse order: 0x123 becomes 0x3210000000000000. */
  static long reverseDigits(long selector) {
    long bytes = Long.reverseBytes(selector);
    return ((bytes & 0x0F0F_0F0F_0F0F_0F0FL) << 4) | ((bytes >>> 4) & 0x0F0F_0F0F_0F0F_0F0FL);
  }

  @Override
  public int hashCode() {
    return id;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    return label();
  }

  private static int grown(int extent, int each, int eachOfLong) {
    int usual = Math.min(USUAL_SIZE, Math.max(LEAST_SIZE, extent / each));
    return Math.max(usual, Math.min(MOST_SIZE, extent / eachOfLong));
  }
}
