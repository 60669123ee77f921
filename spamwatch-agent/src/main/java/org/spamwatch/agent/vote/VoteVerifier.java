package org.spamwatch.agent.vote;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks votes' signatures (Ed25519, RFC 8032) and remembers those that held. A check costs up to a
 * millisecond, a remembered one next to nothing. Not thread-safe.
 */
public final class VoteVerifier {
  /** What comes before a raw Ed25519 key in its X.509 form (RFC 8410, section 4). */
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  /**
   * The y of every point of small order, little-endian without the sign bit, in both forms where
   * there are two. The JDK takes them for keys, and under them anybody can sign (RFC 8032, section
   * 8.9; Chalkias et al., Taming the many EdDSAs, 2020, section 3).
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

  private final Map<Vote, Boolean> genuine;
  private long checks;

  /** Remembers up to {@code capacity} genuine votes. */
  public VoteVerifier(int capacity) {
    genuine =
        new LinkedHashMap<>(16, .75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Vote, Boolean> eldest) {
            return size() > capacity;
          }
        };
  }

  /** Whether the vote was signed with the key it names. */
  public boolean isGenuine(Vote vote) {
    if (genuine.get(vote) != null) {
      return true;
    }
    checks++;
    if (!holds(vote)) {
      return false;
    }
    genuine.put(vote, Boolean.TRUE);
    return true;
  }

  /** Signatures computed so far. */
  public long checks() {
    return checks;
  }

  private static boolean hasSmallOrder(byte[] key) {
    key[Vote.KEY_BYTES - 1] &= 0x7f; // a copy
    return SMALL_ORDER.contains(HexFormat.of().formatHex(key));
  }

  private static boolean holds(Vote vote) {
    if (hasSmallOrder(vote.publicKey())) {
      return false;
    }
    try {
      byte[] key =
          ByteBuffer.allocate(X509_PREFIX.length + Vote.KEY_BYTES)
              .put(X509_PREFIX)
              .put(vote.publicKey())
              .array();
      PublicKey publicKey =
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(key));
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(publicKey);
      signature.update(vote.signedBytes());
      return signature.verify(vote.signature());
    } catch (GeneralSecurityException e) {
      return false; // no point of the curve: nobody can have signed with it
    }
  }
}
