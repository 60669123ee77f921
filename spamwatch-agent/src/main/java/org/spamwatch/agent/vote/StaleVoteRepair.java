package org.spamwatch.agent.vote;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.KeyBasedRouting;

/**
 * What follows when a voter says something newer through another peer than before: the one where
 * the older word was cast renews it no more. The root tells that peer, which may be down; then it
 * learns it when it next repeats its word ({@link VoteReplication}).
 */
final class StaleVoteRepair {
  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final VoteStore store;

  StaleVoteRepair(KeyBasedRouting routing, Dolr dolr, VoteStore store) {
    this.routing = routing;
    this.dolr = dolr;
    this.store = store;
  }

  /**
   * A word has been merged, here or anywhere.
   *
   * @param old what this peer knew of the voter before, null if nothing
   */
  void superseded(KeptMessage message, @Nullable Vote old, Vote vote) {
    if (old == null || vote.site().equals(old.site())) {
      return;
    }
    if (old.site().equals(routing.self().id())) {
      if (message.settle(old)) {
        store.settle(old);
      }
    } else if (routing.isRoot(message.guid)) {
      dolr.routeToNode(old.site(), entrust(message, vote));
    }
  }

  /** A word as it is told to another peer. */
  static HandOverVotes entrust(KeptMessage message, Vote vote) {
    return new HandOverVotes(List.of(vote), message.vectorsOf(vote));
  }

  /** The vote that is kept of the same voter, message and digests, null if none is. */
  static @Nullable Vote known(KeptMessages messages, Vote name) {
    KeptMessage message = messages.find(name.guid());
    return message == null ? null : message.word(name);
  }
}
