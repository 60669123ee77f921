package org.spamwatch.agent.ham;

import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Says which features are in the site's own ham, as far as a peer's node logic asks. To be called
 * on the node's turn only.
 */
@FunctionalInterface
public interface HamFilter {
  /** A site that has learnt nothing. */
  HamFilter NONE = (scheme, identity) -> false;

  /**
   * Whether a feature was learnt and not forgotten since, or looks like it.
   *
   * @param identity the first 64 bits of the feature's key
   */
  boolean contains(Scheme scheme, long identity);

  /** Whether the feature of a key was learnt, or looks like one that was. */
  default boolean contains(Scheme scheme, Id key) {
    return contains(scheme, key.high());
  }
}
