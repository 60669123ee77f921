package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.overlay.Id;

/** What this peer's own users said, as a check looks it up: it needs nobody to vouch for it. */
interface OwnWords {
  /** Messages that are compared with a mail because they share evidence with it. */
  int MAX_BY_EVIDENCE = 256;

  /** The votes on a message that were cast here, with their vectors. */
  Optional<MessageVotes> on(Id guid);

  /** Messages on which somebody's word stands here, and which a mail may meet. */
  List<MessageVotes> like(AskedMail mail);

  /** Whether all that is kept is found; a peer that is starting may not be that far. */
  boolean isComplete();

  /** What is indexed of messages that a mail's queries match. */
  static List<Match> indexed(AskedMail mail, Adolr adolr) {
    List<Match> indexed = new ArrayList<>();
    for (Query query : mail.queries()) {
      indexed.addAll(adolr.matchesIndexed(query.vector(), query.thres()));
    }
    return indexed;
  }

  /**
   * What a peer keeps.
   *
   * @param indexed looks up what of it the mail's queries match
   */
  static OwnWords of(VoteTable votes, Adolr adolr, Supplier<List<Match>> indexed) {
    return new OwnWords() {
      @Override
      public Optional<MessageVotes> on(Id guid) {
        return votes.ownWord(guid);
      }

      @Override
      public List<MessageVotes> like(AskedMail mail) {
        Set<Id> guids = new LinkedHashSet<>();
        indexed.get().forEach(match -> guids.add(match.guid()));
        List<Id> evidence = mail.evidenceKeys();
        if (!evidence.isEmpty()) {
          guids.addAll(adolr.sharingIndexed(evidence, MAX_BY_EVIDENCE));
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
