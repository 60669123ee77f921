package org.spamwatch.agent.access;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * SHA-256 of a token, in which a token of 256 random bits needs no salt. It is looked up by its
 * first bits, of which a guess tells nothing about the token, and compared in constant time.
 */
final class TokenHash {
  private final byte[] hash;

  private TokenHash(byte[] hash) {
    this.hash = hash;
  }

  static TokenHash of(String token) {
    return new TokenHash(Hashing.sha256().hashString(token, StandardCharsets.UTF_8).asBytes());
  }

  static TokenHash ofHex(String digits) {
    return new TokenHash(HexFormat.of().parseHex(digits));
  }

  /** By which it is looked up. */
  long firstBits() {
    return ByteBuffer.wrap(hash).getLong();
  }

  boolean isThatOf(TokenHash other) {
    return MessageDigest.isEqual(hash, other.hash);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(hash);
  }
}
