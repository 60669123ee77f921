package org.spamwatch.agent.check;

import com.google.common.collect.Multimaps;
import java.util.Collection;
import java.util.List;
import org.spamwatch.agent.summary.Announced;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.MatchesHere;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Id;

/**
 * Answers checks where this peer is the only one of its realm: it is the root of every feature and
 * keeps every vote, so what a query would lead to is gathered within the turn and judged as if it
 * had been sent. A peer to which others have fallen silent is not alone, and asks.
 */
final class Alone {
  private final NodeLayers node;
  private final VoteTable votes;

  Alone(NodeLayers node, VoteTable votes) {
    this.node = node;
    this.votes = votes;
  }

  /**
   * Ends a check that has asked nobody yet, if this peer is alone.
   *
   * @param home what this peer holds that the check's queries match
   * @return false if it is to be asked: there may be others, a client of this peer has published
   *     what was found, or more is held than is compared at once
   */
  boolean answers(PendingCheck check, AtHome home) {
    if (!node.routing().isAlone()
        || !home.here().stream().allMatch(each -> each.outcome().isComplete())) {
      return false;
    }
    gather(check, home);
    return true;
  }

  private void gather(PendingCheck check, AtHome home) {
    Id self = node.routing().self().id();
    long checkId = node.random().nextLong();
    for (Announced met : home.met()) {
      check.met(met.guid(), met.digests());
      votes.found(checkId, met.guid(), met.digests()).forEach(page -> check.found(self, page));
      check.keepersFound(met.guid(), self, List.of(), 0); // there is nobody else to ask
    }
    for (MatchesHere here : home.isTextAsked() ? home.here() : List.<MatchesHere>of()) {
      QueryOutcome outcome = here.outcome();
      Multimaps.index(outcome.matches(), Match::guid)
          .asMap()
          .forEach((guid, matches) -> find(check, self, checkId, guid, matches));
      check.routesReported(outcome);
      check.routesEnded(outcome);
    }
    check.giveUpAll();
    check.finishAlone();
  }

  private void find(PendingCheck check, Id self, long checkId, Id guid, Collection<Match> matches) {
    List<VotesFound> pages =
        votes.found(checkId, guid, matches.stream().map(Match::digest).toList());
    pages.forEach(page -> check.found(self, page));
    if (pages.isEmpty()) {
      check.giveUp(guid);
    }
  }
}
