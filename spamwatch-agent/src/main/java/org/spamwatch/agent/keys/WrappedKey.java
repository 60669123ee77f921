package org.spamwatch.agent.keys;

import com.google.common.primitives.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/**
 * A person's key wrapped under the token that he shows, so that nobody on the way to his device
 * reads it: in base 64 a byte 1, a salt of 16 bytes, a nonce of 12, and the key's PKCS #8 form by
 * AES-256-GCM with its tag of 16. The key of that is HKDF-SHA-256 (RFC 5869) of the token, the salt
 * and {@link #INFO}; what is bound to it are INFO, realm, site and user, with a space between them.
 */
public final class WrappedKey {
  private static final String INFO = "spamwatch-voter-key-v1";
  private static final byte VERSION = 1;
  private static final int SALT_BYTES = 16;
  private static final int NONCE_BYTES = 12;
  private static final int HEAD_BYTES = 1 + SALT_BYTES + NONCE_BYTES;
  private static final int KEY_BYTES = 48;
  private static final int TAG_BITS = 128;
  private static final int BYTES = HEAD_BYTES + KEY_BYTES + TAG_BITS / Byte.SIZE;
  private static final String HMAC = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private WrappedKey() {}

  /**
   * Whose key it is.
   *
   * @param realm in which he votes
   * @param site the peer that stands behind him
   * @param user his name there
   */
  public record Holder(Id realm, Id site, String user) {
    private byte[] bytes() {
      return (INFO + " " + realm + " " + site + " " + user).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Wraps a key; twice the same gives two texts. */
  public static String wrap(SigningKey key, String token, Holder holder) {
    byte[] random = new byte[SALT_BYTES + NONCE_BYTES];
    RANDOM.nextBytes(random);
    return wrap(key, token, holder, random);
  }

  static String wrap(SigningKey key, String token, Holder holder, byte[] random) {
    byte[] head = Bytes.concat(new byte[] {VERSION}, random);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, head, token, holder).doFinal(key.toPkcs8());
      return Base64.getEncoder().encodeToString(Bytes.concat(head, sealed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot wrap a key", e);
    }
  }

  /**
   * The key that was wrapped.
   *
   * @throws KeyException if it is damaged, of another token or holder, or of a newer kind
   */
  public static SigningKey open(String wrapped, String token, Holder holder) throws KeyException {
    try {
      byte[] bytes = Base64.getDecoder().decode(wrapped);
      if (bytes.length != BYTES || bytes[0] != VERSION) {
        throw new KeyException("the peer has sent a key in a form that is not known here");
      }
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, bytes, token, holder);
      return SigningKey.ofPkcs8(cipher.doFinal(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new KeyException("the key that the peer has sent cannot be opened with the token", e);
    }
  }

  private static Cipher cipher(int mode, byte[] head, String token, Holder holder)
      throws GeneralSecurityException {
    byte[] salt = Arrays.copyOfRange(head, 1, 1 + SALT_BYTES);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(derived(token, salt), "AES"),
        new GCMParameterSpec(TAG_BITS, head, 1 + SALT_BYTES, NONCE_BYTES));
    cipher.updateAAD(holder.bytes());
    return cipher;
  }

  /** HKDF's extract, and the one block of its expand that 32 bytes are. */
  private static byte[] derived(String token, byte[] salt) throws GeneralSecurityException {
    byte[] extracted = hmac(salt, token.getBytes(StandardCharsets.UTF_8));
    byte[] info = INFO.getBytes(StandardCharsets.US_ASCII);
    return hmac(extracted, Bytes.concat(info, new byte[] {1}));
  }

  private static byte[] hmac(byte[] key, byte[] message)
      throws GeneralSecurityException, InvalidKeyException {
    Mac mac = Mac.getInstance(HMAC);
    mac.init(new SecretKeySpec(key, HMAC));
    return mac.doFinal(message);
  }
}
