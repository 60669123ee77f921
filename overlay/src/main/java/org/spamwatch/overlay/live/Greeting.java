package org.spamwatch.overlay.live;

import java.util.Optional;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;

/** The first frame of a link, either way. */
sealed interface Greeting permits Hello, Greeting.OtherVersion, Greeting.Refusal {
  /** A hello that has no version in common with this peer; no more of it can be understood. */
  record OtherVersion(Versions versions) implements Greeting {}

  /**
   * The link is not wanted; the sender closes it.
   *
   * @param version the highest version of the protocol that the sender speaks
   * @param code why, by {@link LinkEnd#code}, or one that only newer peers know
   * @param realm the sender's realm
   * @param clockMillis the sender's clock
   * @param reason the same in words, for implementations that do not know the code
   * @param membership the sender's, if its realm is closed: whose clock it is
   */
  record Refusal(
      int version,
      int code,
      Id realm,
      long clockMillis,
      String reason,
      Optional<Membership> membership)
      implements Greeting {
    /** Why the link is not wanted. */
    LinkEnd end() {
      return LinkEnd.ofCode(code);
    }
  }
}
