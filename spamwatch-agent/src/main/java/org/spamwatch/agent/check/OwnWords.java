package org.spamwatch.agent.check;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.overlay.Id;

/** What this peer's own users said, as a check looks it up: it needs nobody to vouch for it. */
interface OwnWords {
  /** The votes on a message that were cast here. */
  List<Vote> on(Id guid);

  /**
   * Messages on which somebody's word stands here, under vectors that match any of some queries.
   */
  List<MessageVotes> like(List<Query> queries);

  /** Whether all that is kept is found; a peer that is starting may not be that far. */
  boolean isComplete();

  /** What a peer keeps. */
  static OwnWords of(VoteTable votes, Adolr adolr) {
    return new OwnWords() {
      @Override
      public List<Vote> on(Id guid) {
        return votes.ownVotes(guid);
      }

      @Override
      public List<MessageVotes> like(List<Query> queries) {
        Set<Id> guids = new LinkedHashSet<>();
        for (Query query : queries) {
          adolr
              .matchesIndexed(query.vector(), query.thres())
              .forEach(match -> guids.add(match.guid()));
        }
        return guids.stream().map(votes::ownWord).flatMap(Optional::stream).toList();
      }

      @Override
      public boolean isComplete() {
        return votes.isLoaded();
      }
    };
  }
}
