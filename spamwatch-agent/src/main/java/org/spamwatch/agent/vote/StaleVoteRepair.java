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
  private final KeptMessages messages;

  StaleVoteRepair(KeyBasedRouting routing, Dolr dolr, KeptMessages messages) {
    this.routing = routing;
    this.dolr = dolr;
    this.messages = messages;
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
      messages.settle(message, old);
    } else if (routing.isRoot(message.guid)) {
      dolr.routeToNode(old.site(), entrust(message, vote));
    }
  }

  /** A word as it is told to another peer. */
  static HandOverVotes entrust(KeptMessage message, Vote vote) {
    return new HandOverVotes(List.of(vote), message.vectorsOf(vote));
  }
}
