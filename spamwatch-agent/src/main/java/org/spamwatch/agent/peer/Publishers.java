package org.spamwatch.agent.peer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.ata.adolr.ObjectPublisher;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * Who has published the messages that a question led to, which is where their votes were cast: to
 * be asked when those who are to keep them show nothing, for they may all lie.
 *
 * <p>A publisher knows the newest word of a voter of its own, as long as that has not spoken
 * elsewhere. So what it shows counts only once the keepers have answered or had their time, and
 * only as long as none of them has been heard, be it to say that a word has been taken back.
 */
final class Publishers {
  /** Publishers asked for one question at most; whoever names them may lie. */
  static final int MAX_ASKED = 32;

  private final Map<Id, Set<Contact>> told = new LinkedHashMap<>();
  private final Map<Id, Set<Id>> asked = new LinkedHashMap<>();
  private final Map<Id, ArrayDeque<Vote>> takenBack = new LinkedHashMap<>();
  private int askedInAll;

  /** Heeds who a query says has published its matches; the newest outcome comes first. */
  void learn(QueryOutcome outcome) {
    for (org.spamwatch.ata.adolr.Match match : outcome.matches()) {
      Id guid = match.guid();
      Set<Contact> all = new LinkedHashSet<>(outcome.publishersOf(guid));
      all.addAll(told.getOrDefault(guid, Set.of()));
      if (!all.isEmpty()) {
        told.put(
            guid, new LinkedHashSet<>(all.stream().limit(ObjectPublisher.MAX_OF_ONE).toList()));
      }
    }
  }

  /** Publishers to be asked for a message; none that is to keep it, for that is asked anyway. */
  List<Contact> ask(Id guid, List<Contact> keepers, Id self) {
    Set<Id> ids = asked.computeIfAbsent(guid, g -> new LinkedHashSet<>(2));
    List<Contact> toAsk = new ArrayList<>();
    for (Contact each : told.getOrDefault(guid, Set.of())) {
      boolean keeps = keepers.stream().anyMatch(keeper -> keeper.id().equals(each.id()));
      if (!keeps && !each.id().equals(self) && askedInAll < MAX_ASKED && ids.add(each.id())) {
        toAsk.add(each);
        askedInAll++;
      }
    }
    return toAsk;
  }

  /** Whether a peer was asked for a message as its publisher. */
  boolean wasAsked(Id peer, Id guid) {
    return asked.getOrDefault(guid, Set.of()).contains(peer);
  }

  /**
   * A page without a vector like the question's has come, from another than a publisher. An honest
   * keeper sends such a one of a message on which nobody's word stands any more.
   */
  void unlike(VotesFound found, Id realm) {
    found.votes().stream()
        .filter(vote -> vote.verdict() == Verdict.WITHDRAWN)
        .filter(vote -> vote.guid().equals(found.guid()) && vote.realm().equals(realm))
        .findFirst()
        .ifPresent(
            vote -> takenBack.computeIfAbsent(found.guid(), g -> new ArrayDeque<>()).add(vote));
  }

  /**
   * Whether somebody has shown that a word on a message was taken back.
   *
   * @param genuine whether a vote is, or may be if there is no time to find out
   */
  boolean isTakenBack(Id guid, Predicate<Vote> genuine) {
    ArrayDeque<Vote> words = takenBack.getOrDefault(guid, new ArrayDeque<>());
    while (!words.isEmpty() && !genuine.test(words.peek())) {
      words.remove();
    }
    return !words.isEmpty();
  }
}
