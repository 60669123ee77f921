package org.spamwatch.ata.fingerprint;

import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.overlay.Id;

/**
 * The fingerprint schemes. A key says nothing without its scheme: vectors of different schemes
 * share nothing. What a scheme yields for a text never changes; a change is a new constant with a
 * new id.
 */
public enum Scheme {
  /**
   * The paper's, to the letter: every substring of 50 code points, case kept, white space
   * collapsed; of the 64-bit Rabin fingerprints the 10 highest distinct ones; a key is the 16
   * hexadecimal digits reversed, then 24 zeros. Anyone can forge such a fingerprint, so it serves
   * the paper's experiments and is not active by default.
   */
  RABIN50(1, 1, 10, Normalization.PAPER) {
    @Override
    public long identity(Id key) {
      return key.high();
    }

    @Override
    Id key(long selector, MessageDigest sha256, byte[] text, int from, int to) {
      return Id.of(reverseDigits(selector), 0, 0);
    }
  },

  /**
   * The product's: the same selection over {@link Normalization#FULL_1}. A key is the 16 reversed
   * digits, then the first 96 bits of SHA-256(scheme id byte, shingle in UTF-8): who forges a
   * fingerprint reaches the same root but not the same identity.
   *
   * <p>A text of fewer than {@value ShortTexts#LEAST} letters has no fingerprint; one of fewer than
   * 50 code points is represented by its whole-text fingerprint alone; up to {@value
   * ShortTexts#OVERLAPPING} code points the whole-text fingerprint comes first, the shingles
   * follow.
   *
   * <p>Differs from the paper: shingles of fewer than {@value ShortTexts#LEAST_DISTINCT_BYTES}
   * different bytes are passed over because rows of one character are in every kind of mail.
   */
  CHAR50(2, 1, 10, Normalization.FULL_1) {
    @Override
    public long identity(Id key) {
      return key.middle();
    }

    @Override
    Id key(long selector, MessageDigest sha256, byte[] text, int from, int to) {
      sha256.update((byte) id());
      sha256.update(text, from, to - from);
      Id strong = Id.ofPrefix(sha256.digest());
      return Id.of(reverseDigits(selector), strong.high(), (int) (strong.middle() >>> 32));
    }
  };

  /** The schemes a mail is published under unless configured otherwise. */
  public static final List<Scheme> ACTIVE_BY_DEFAULT = List.of(CHAR50);

  private static final List<Scheme> ALL = List.of(values());

  private final int id;
  private final int version;
  private final int size;
  private final Normalization normalization;

  Scheme(int id, int version, int size, Normalization normalization) {
    this.id = id;
    this.version = version;
    this.size = size;
    this.normalization = normalization;
  }

  /** The scheme with an id, if this version knows it. */
  public static Optional<Scheme> ofId(int id) {
    return ALL.stream().filter(scheme -> scheme.id == id).findFirst();
  }

  /** The scheme with a label, as typed by users; case does not matter. */
  public static Optional<Scheme> ofLabel(String label) {
    return ALL.stream().filter(scheme -> scheme.label().equalsIgnoreCase(label)).findFirst();
  }

  /** The number on the wire, 1 to 255. */
  public int id() {
    return id;
  }

  /** The name users see and type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Counts the revisions of a label; each has an id of its own. */
  public int version() {
    return version;
  }

  /** N, the number of shingle fingerprints in a vector of a text that is long enough. */
  public int size() {
    return size;
  }

  /** L, in code points. */
  public int shingleLength() {
    return Shingles.LENGTH;
  }

  /** The normalisation this scheme works on. */
  public Normalization normalization() {
    return normalization;
  }

  /**
   * The 64 bits of a key by which two fingerprints are compared: bits 0 to 63 for {@code rabin50},
   * bits 64 to 127, which a forger cannot choose, for {@code char50}.
   */
  public abstract long identity(Id key);

  /**
   * The selector a key was chosen by: the highest in unsigned order are published, and local
   * summaries are kept by it, since it costs no digest. It is the first 16 digits of the key,
   * reversed, and says who is worth a closer look, never who matches: anyone can forge one.
   */
  public final long selector(Id key) {
    return reverseDigits(key.high());
  }

  /** The key of a shingle. */
  abstract Id key(long selector, MessageDigest sha256, byte[] text, int from, int to);

  /** The 16 hexadecimal digits in reverse order: 0x123 becomes 0x3210000000000000. */
  static long reverseDigits(long selector) {
    long bytes = Long.reverseBytes(selector);
    return ((bytes & 0x0F0F_0F0F_0F0F_0F0FL) << 4) | ((bytes >>> 4) & 0x0F0F_0F0F_0F0F_0F0FL);
  }
}
