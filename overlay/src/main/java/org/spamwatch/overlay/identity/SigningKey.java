package org.spamwatch.overlay.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import org.spamwatch.overlay.Id;

/**
 * An Ed25519 key pair (RFC 8032). Immutable; safe for any thread. A signature takes about half a
 * millisecond.
 *
 * <p>Written as two PEM blocks, {@code PRIVATE KEY} (PKCS #8) and {@code PUBLIC KEY} (X.509), as
 * other tools read them; the public one is there because the JDK cannot derive it.
 */
public final class SigningKey {
  /** Length of a seed in bytes. */
  public static final int SEED_BYTES = 32;

  private static final String ALGORITHM = VerifyingKey.ALGORITHM;
  private static final byte[] PROBE = "spamwatch".getBytes(StandardCharsets.US_ASCII);
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private final PrivateKey privateKey;
  private final PublicKey publicKey;

  private SigningKey(PrivateKey privateKey, PublicKey publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /**
   * The key that a secret seed gives (RFC 8032, section 5.1.5): the same seed, the same key.
   *
   * @param seed 32 bytes from a good source of randomness
   */
  public static SigningKey ofSeed(byte[] seed) {
    if (seed.length != SEED_BYTES) {
      throw new IllegalArgumentException("a seed has 32 bytes, not " + seed.length);
    }
    try {
      // The JDK derives no public key from a private one, but its generator starts from the bytes
      // that its source of randomness gives.
      KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
      generator.initialize(NamedParameterSpec.ED25519, new Seed(seed));
      KeyPair pair = generator.generateKeyPair();
      return new SigningKey(pair.getPrivate(), pair.getPublic());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + ALGORITHM, e);
    }
  }

  /**
   * The key written as two PEM blocks.
   *
   * @throws InvalidKeyException if the text holds none, or the two blocks are no pair
   */
  public static SigningKey ofPem(String text) throws InvalidKeyException {
    SigningKey key = parsed(text);
    if (!key.verifyingKey().verifies(PROBE, key.sign(PROBE))) {
      throw new InvalidKeyException("its private and its public part do not belong together");
    }
    return key;
  }

  private static SigningKey parsed(String text) throws InvalidKeyException {
    byte[] privatePart = block(text, "PRIVATE KEY");
    byte[] publicPart = block(text, "PUBLIC KEY");
    try {
      KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
      return new SigningKey(
          factory.generatePrivate(new PKCS8EncodedKeySpec(privatePart)),
          factory.generatePublic(new X509EncodedKeySpec(publicPart)));
    } catch (GeneralSecurityException e) {
      throw new InvalidKeyException("it holds no " + ALGORITHM + " key in PEM form", e);
    }
  }

  static byte[] block(String text, String label) throws InvalidKeyException {
    String begin = "-----BEGIN " + label + "-----";
    int from = text.indexOf(begin);
    int to = text.indexOf("-----END " + label + "-----");
    if (from < 0 || to < from) {
      throw new InvalidKeyException("it has no " + label + " block");
    }
    try {
      return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException("its " + label + " block is not in base 64", e);
    }
  }

  /** This key as two PEM blocks; a secret. */
  public String toPem() {
    return pem("PRIVATE KEY", privateKey.getEncoded()) + pem("PUBLIC KEY", publicKey.getEncoded());
  }

  private static String pem(String label, byte[] der) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + LINES.encodeToString(der)
        + "\n-----END "
        + label
        + "-----\n";
  }

  /** The public part by its raw bytes. */
  public VerifyingKey verifyingKey() {
    byte[] encoded = publicKey.getEncoded();
    // RFC 8410: the 32 bytes end the X.509 form, which has nothing optional behind them.
    return VerifyingKey.of(
        Arrays.copyOfRange(encoded, encoded.length - VerifyingKey.BYTES, encoded.length));
  }

  /** The signature of a message, 64 bytes. */
  public byte[] sign(byte[] message) {
    try {
      Signature signer = Signature.getInstance(ALGORITHM);
      signer.initSign(privateKey);
      signer.update(message);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("signing failed", e);
    }
  }

  /** The id of the node that holds this key. */
  public Id nodeId() {
    return verifyingKey().nodeId();
  }

  /** The private part, for TLS. */
  public PrivateKey privateKey() {
    return privateKey;
  }

  /** The public part in the JDK's form, for TLS. */
  public PublicKey publicKey() {
    return publicKey;
  }

  /** A source of randomness that gives one seed. */
  private static final class Seed extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final byte[] seed;

    Seed(byte[] seed) {
      this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
  }
}
