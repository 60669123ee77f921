package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * Checks votes' signatures (Ed25519, RFC 8032) and remembers those that held. A check costs up to a
 * millisecond, a remembered one next to nothing. Not thread-safe.
 */
public final class VoteVerifier {
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

  private static boolean holds(Vote vote) {
    return VerifyingKey.of(vote.publicKey()).verifies(vote.signedBytes(), vote.signature());
  }
}
