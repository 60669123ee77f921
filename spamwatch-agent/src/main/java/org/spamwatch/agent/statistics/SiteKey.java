package org.spamwatch.agent.statistics;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.spamwatch.statistics.TokenHash;

/**
 * The key under which a site's tokens are hashed, of 128 bits. Whoever has it can invert hashes
 * with a dictionary, and try words on a filter; so only those get it who may teach. Always the same
 * for a peer, of whose secret it is made.
 */
public record SiteKey(long key0, long key1) {
  private static final byte[] PURPOSE =
      "spamwatch-statistics-v1".getBytes(StandardCharsets.US_ASCII);

  /** That of a peer. */
  static SiteKey of(byte[] secret) {
    ByteBuffer key =
        ByteBuffer.wrap(Hashing.hmacSha256(secret).newHasher().putBytes(PURPOSE).hash().asBytes());
    return new SiteKey(key.getLong(), key.getLong());
  }

  /** That of 32 hexadecimal digits, if they are. */
  public static Optional<SiteKey> ofHex(String digits) {
    if (!digits.matches("[0-9a-f]{32}")) {
      return Optional.empty();
    }
    ByteBuffer key = ByteBuffer.wrap(BaseEncoding.base16().lowerCase().decode(digits));
    return Optional.of(new SiteKey(key.getLong(), key.getLong()));
  }

  /** What hashes tokens under it. */
  public TokenHash hash() {
    return TokenHash.keyed(key0, key1);
  }

  /** Tells it from others, and nothing of it. */
  long fingerprint() {
    byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(key0).putLong(key1).array();
    return Hashing.sha256().hashBytes(bytes).asLong();
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return String.format("%016x%016x", key0, key1);
  }
}
