package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.List;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.Entrust;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.Succession;

/** Hands kept messages to the peers that are their root or replicas now. */
final class Entrusting implements Succession.Holdings {
  private static final int ATTEMPTS = 3;
  private static final Duration PAUSE = Duration.ofSeconds(3);

  /** No cast waits for the confirmation of a vote that is only passed on. */
  private static final long NO_CAST = 0;

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final KeptMessages messages;

  Entrusting(KeyBasedRouting routing, Timers timers, KeptMessages messages) {
    this.routing = routing;
    this.timers = timers;
    this.messages = messages;
  }

  @Override
  public List<Id> keysBetween(Id first, Id last) {
    return messages.guidsBetween(first, last);
  }

  @Override
  public void replicate(Contact to, List<Id> keys) {
    for (Id guid : keys) {
      KeptMessage message = messages.find(guid);
      if (message != null) {
        List<Vote> votes = message.votes();
        for (int from = 0; from < votes.size(); from += VoteMessage.MAX_VOTES) {
          int end = Math.min(from + VoteMessage.MAX_VOTES, votes.size());
          send(to, new Entrust(votes.subList(from, end), message.vectors()), ATTEMPTS);
        }
      }
    }
  }

  private void send(Contact to, Entrust entrust, int attemptsLeft) {
    routing.send(
        to,
        entrust,
        arrived -> {
          if (!arrived && attemptsLeft > 1) {
            timers.after(PAUSE, () -> send(to, entrust, attemptsLeft - 1));
          }
        });
  }

  @Override
  public void reroute(Id guid) {
    KeptMessage message = messages.find(guid);
    if (message != null) {
      for (Vote vote : message.votes()) {
        routing.route(guid, new Cast(NO_CAST, vote, message.vectorsOf(vote)));
      }
    }
  }
}
