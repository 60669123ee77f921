package org.spamwatch.overlay.identity;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.hash.Hashing;
import com.google.common.primitives.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/**
 * The public part of an Ed25519 key (RFC 8032), by its 32 raw bytes. Immutable, compared by
 * content; safe for any thread. That the bytes are a key shows only when something is verified.
 */
public final class VerifyingKey {
  /** Length in bytes. */
  public static final int BYTES = 32;

  /** Length of a signature in bytes. */
  public static final int SIGNATURE_BYTES = 64;

  static final String ALGORITHM = "Ed25519";

  /** What comes before a raw key in its X.509 form (RFC 8410, section 4). */
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  /**
   * The y of every point of small order, little-endian without the sign bit, in both forms where
   * there are two. The JDK takes them for keys in a handshake, and under them anybody can sign (RFC
   * 8032, section 8.9; Chalkias et al., Taming the many EdDSAs, 2020, section 3).
   */
  private static final List<String> SMALL_ORDER =
      List.of(
          "0000000000000000000000000000000000000000000000000000000000000000",
          "0100000000000000000000000000000000000000000000000000000000000000",
          "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

  private static final String NODE_TAG = "spamwatch-node-v1";

  private record Hashed(String tag, Id id) {}

  private final byte[] raw;

  /** What {@link #hashed} was asked for last; whoever finds another computes the same. */
  private @Nullable Hashed last;

  private VerifyingKey(byte[] raw) {
    this.raw = raw;
  }

  /**
   * The key with these bytes.
   *
   * @throws IllegalArgumentException if they are not 32
   */
  public static VerifyingKey of(byte[] raw) {
    checkArgument(raw.length == BYTES, "a key has 32 bytes, not %s", raw.length);
    return new VerifyingKey(raw.clone());
  }

  /**
   * The key in the JDK's form.
   *
   * @throws IllegalArgumentException if it is of another algorithm
   */
  public static VerifyingKey of(PublicKey key) {
    byte[] encoded = key.getEncoded();
    if (encoded == null || !isEncoded(encoded)) {
      throw new IllegalArgumentException(
          "a key is of " + ALGORITHM + ", this one of " + key.getAlgorithm());
    }
    return new VerifyingKey(Arrays.copyOfRange(encoded, X509_PREFIX.length, encoded.length));
  }

  /**
   * The key that 64 hexadecimal digits write.
   *
   * @throws IllegalArgumentException if they do not
   */
  public static VerifyingKey ofHex(String digits) {
    if (!digits.matches("[0-9a-fA-F]{64}")) {
      throw new IllegalArgumentException("a key is written in 64 hexadecimal digits");
    }
    return new VerifyingKey(HexFormat.of().parseHex(digits));
  }

  /**
   * The key in the {@code PUBLIC KEY} block of a PEM text (X.509).
   *
   * @throws InvalidKeyException if there is none, or one of another algorithm
   */
  public static VerifyingKey ofPem(String text) throws InvalidKeyException {
    byte[] encoded = SigningKey.block(text, "PUBLIC KEY");
    if (!isEncoded(encoded)) {
      throw new InvalidKeyException("its PUBLIC KEY is none of " + ALGORITHM);
    }
    return new VerifyingKey(Arrays.copyOfRange(encoded, X509_PREFIX.length, encoded.length));
  }

  private static boolean isEncoded(byte[] bytes) {
    return bytes.length == X509_PREFIX.length + BYTES
        && Arrays.equals(bytes, 0, X509_PREFIX.length, X509_PREFIX, 0, X509_PREFIX.length);
  }

  /** The 32 bytes. */
  public byte[] toBytes() {
    return raw.clone();
  }

  /**
   * The id of the node that holds this key: the first 160 bits of SHA-256 of {@code
   * spamwatch-node-v1} and the raw key (design: nodeId from the key, after Castro et al. 2002).
   */
  public Id nodeId() {
    return hashed(NODE_TAG);
  }

  /**
   * The first 160 bits of SHA-256 of a tag in ASCII and the raw key; that of the last tag is
   * remembered.
   */
  public Id hashed(String tag) {
    Hashed known = last;
    if (known == null || !known.tag.equals(tag)) {
      byte[] prefix = tag.getBytes(StandardCharsets.US_ASCII);
      byte[] hash = Hashing.sha256().hashBytes(Bytes.concat(prefix, raw)).asBytes();
      known = new Hashed(tag, Id.ofPrefix(hash));
      last = known;
    }
    return known.id;
  }

  /**
   * Whether a signature over a message was made with the private part of this key. Costs less than
   * a tenth of a millisecond, an eighth of what the JDK takes. A key under which anybody can sign,
   * or that is none, verifies nothing.
   */
  public boolean verifies(byte[] message, byte[] signature) {
    return signature.length == SIGNATURE_BYTES
        && !hasSmallOrder()
        && Ed25519.verify(signature, 0, raw, 0, message, 0, message.length);
  }

  /** The key in the JDK's form. */
  PublicKey toPublicKey() {
    byte[] encoded =
        ByteBuffer.allocate(X509_PREFIX.length + BYTES).put(X509_PREFIX).put(raw).array();
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no point of the curve", e); // only asked of own keys
    }
  }

  /** Whether anybody can sign under this key: its point has a small order. */
  public boolean hasSmallOrder() {
    byte[] y = raw.clone();
    y[BYTES - 1] &= 0x7f;
    return SMALL_ORDER.contains(HexFormat.of().formatHex(y));
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof VerifyingKey other && Arrays.equals(raw, other.raw);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(raw);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(raw);
  }
}
