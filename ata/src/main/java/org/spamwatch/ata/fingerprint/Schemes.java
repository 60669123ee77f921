package org.spamwatch.ata.fingerprint;

import com.google.common.hash.Hashing;
import com.google.common.primitives.Bytes;
import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The random choice of schemes by a user agent (SpamWatch paper, section 5.2): if not everybody
 * publishes under the same schemes, a sender who pads a mail for one of them is found by the
 * others.
 *
 * <p>An option, not the default: two agents find each other's mail only under a scheme that both
 * have active, so with few schemes a choice costs more detection than it gains. A peer that looks
 * up under all of them loses nothing.
 */
public final class Schemes {
  private static final byte[] TAG = "spamwatch-schemes-v1".getBytes(StandardCharsets.US_ASCII);

  private Schemes() {}

  /**
   * The schemes that one agent uses: the same at every call for the same seed, and evenly spread
   * over agents. By the lowest SHA-256("spamwatch-schemes-v1", seed, scheme id byte) of each, so
   * that a scheme that is added changes as few choices as possible.
   *
   * @param seed what tells the agent apart, such as its public key; a secret if senders should not
   *     be able to compute the choice
   * @param from the schemes to choose from
   * @param count how many, 1 to all of them
   * @return them in the order of {@code from}
   * @throws IllegalArgumentException if {@code count} is out of range
   */
  public static List<Scheme> chosenBy(byte[] seed, List<Scheme> from, int count) {
    if (count < 1 || count > from.size()) {
      throw new IllegalArgumentException(
          "an agent uses 1 to " + from.size() + " schemes, not " + count);
    }
    List<Scheme> ranked = new ArrayList<>(from);
    ranked.sort((a, b) -> Long.compareUnsigned(rank(seed, a), rank(seed, b)));
    List<Scheme> chosen = ranked.subList(0, count);
    return from.stream().filter(chosen::contains).toList();
  }

  private static long rank(byte[] seed, Scheme scheme) {
    byte[] ranked = Bytes.concat(TAG, seed, new byte[] {(byte) scheme.id()});
    return Longs.fromByteArray(Hashing.sha256().hashBytes(ranked).asBytes());
  }
}
