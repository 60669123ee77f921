package org.spamwatch.ata.evidence;

import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * SHA-256 for one thread, whose digest is used again, since making one costs more than a short text
 * does. Chains of many rounds are remembered, the last at each of {@value #REMEMBERED} places by
 * their first round: mails name the same addresses again and again, and who has new ones in each
 * mail pays for each. Of what was hashed nothing is kept but hashes: 40 KiB.
 */
final class Sha256 {
  private static final ThreadLocal<Sha256> OF_THREAD = ThreadLocal.withInitial(Sha256::new);
  private static final int PLACE_BITS = 10;
  private static final int REMEMBERED = 1 << PLACE_BITS;

  /** Longs of a sum. */
  private static final int SUM = 4;

  private final MessageDigest digest;
  private final byte[] sum = new byte[SUM * Long.BYTES];

  /** At each place a first round and the first 64 bits of the last one. */
  private final long[] chains = new long[REMEMBERED * (SUM + 1)];

  private Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The first 64 bits of the sum of a text in UTF-8. */
  static long of(String text) {
    Sha256 sha256 = OF_THREAD.get();
    sha256.first(text);
    return Longs.fromByteArray(sha256.sum);
  }

  /**
   * The first 64 bits of the sum of the sum and so on of a text in UTF-8.
   *
   * @param rounds the same at every call
   */
  static long chained(String text, int rounds) {
    Sha256 sha256 = OF_THREAD.get();
    sha256.first(text);
    return sha256.chained(rounds);
  }

  private void first(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    finish();
  }

  private long chained(int rounds) {
    int place = (int) (Longs.fromByteArray(sum) >>> (64 - PLACE_BITS)) * (SUM + 1);
    if (isAt(place)) {
      return chains[place + SUM];
    }
    for (int i = 0; i < SUM; i++) {
      chains[place + i] = word(i);
    }
    for (int round = 1; round < rounds; round++) {
      digest.update(sum);
      finish();
    }
    chains[place + SUM] = word(0);
    return word(0);
  }

  private boolean isAt(int place) {
    for (int i = 0; i < SUM; i++) {
      if (chains[place + i] != word(i)) {
        return false;
      }
    }
    return true;
  }

  private long word(int i) {
    int at = i * Long.BYTES;
    return Longs.fromBytes(
        sum[at],
        sum[at + 1],
        sum[at + 2],
        sum[at + 3],
        sum[at + 4],
        sum[at + 5],
        sum[at + 6],
        sum[at + 7]);
  }

  private void finish() {
    try {
      digest.digest(sum, 0, sum.length);
    } catch (DigestException e) {
      throw new IllegalStateException("a sum has room for itself", e);
    }
  }
}
