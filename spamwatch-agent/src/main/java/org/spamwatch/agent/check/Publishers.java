package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.ObjectPublisher;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * Who has published the messages that a question led to, which is where their votes were cast: each
 * is asked unless what its own voters say would not help, for those who are to keep it may all lie,
 * and what others' voters said is nothing to go by.
 *
 * <p>A publisher knows the newest word of a voter of its own, as long as that has not spoken
 * elsewhere. So what it shows counts for its own voters only, once the keepers have answered or had
 * their time, and a newer word of the same voter that any of them shows stands against it.
 */
final class Publishers {
  /** Publishers asked for one question at most; whoever names them may lie. */
  static final int MAX_ASKED = 64;

  /** Those who named a publisher that are charged for it one after the other. */
  private static final int MAX_TELLERS = 3;

  /** Publishers of one message that are asked whatever others have used up. */
  private static final int SURE = 4;

  private final Map<Id, Set<Contact>> told = new LinkedHashMap<>();
  private final Map<Contact, Set<Contact>> tellers = new LinkedHashMap<>();
  private final Map<Contact, Integer> charged = new LinkedHashMap<>(); // by who named whom
  private final Map<Id, Set<Id>> asked = new LinkedHashMap<>();
  private int askedInAll;

  /** Heeds who a query says has published its matches; the newest outcome comes first. */
  void learn(QueryOutcome outcome) {
    for (Match match : outcome.matches()) {
      Id guid = match.guid();
      Set<Contact> all = new LinkedHashSet<>(outcome.publishersOf(guid));
      for (Contact publisher : all) {
        Set<Contact> known = tellers.computeIfAbsent(publisher, p -> new LinkedHashSet<>(2));
        known.addAll(outcome.tellersOf(publisher));
      }
      all.addAll(told.getOrDefault(guid, Set.of()));
      if (!all.isEmpty()) {
        told.put(
            guid, new LinkedHashSet<>(all.stream().limit(ObjectPublisher.MAX_OF_ONE).toList()));
      }
    }
  }

  /**
   * Publishers to be asked for a message; none that is to keep it, for that is asked anyway.
   *
   * @param others messages whose publishers are yet to be asked
   * @param isHeard whether a site's word is of no use any more
   * @param isPreferred whose word counts most, which are asked first
   */
  List<Contact> ask(
      Id guid,
      List<Contact> keepers,
      Id self,
      int others,
      Predicate<Id> isHeard,
      Predicate<Id> isPreferred) {
    Set<Id> ids = asked.computeIfAbsent(guid, g -> new LinkedHashSet<>(2));
    List<Contact> candidates = new ArrayList<>();
    List<Contact> rest = new ArrayList<>();
    for (Contact each : told.getOrDefault(guid, Set.of())) {
      boolean keeps = keepers.stream().anyMatch(keeper -> keeper.id().equals(each.id()));
      if (!keeps && !each.id().equals(self) && !isHeard.test(each.id())) {
        (isPreferred.test(each.id()) ? candidates : rest).add(each);
      }
    }
    candidates.addAll(rest);
    List<Contact> toAsk = new ArrayList<>();
    for (Contact each : candidates) {
      int reserved = ids.size() < SURE ? 0 : SURE * others;
      if (askedInAll + reserved < MAX_ASKED && ids.add(each.id())) {
        toAsk.add(each);
        askedInAll++;
      }
    }
    return toAsk;
  }

  /**
   * Who answers for it that a publisher is turned to, which nobody may need to have heard of: those
   * who have named it, who is charged with fewest first; nobody if it needs no one.
   */
  List<Contact> tellersOf(Contact publisher) {
    List<Contact> fewestFirst = new ArrayList<>(tellers.getOrDefault(publisher, Set.of()));
    fewestFirst.sort(Comparator.comparingInt(teller -> charged.getOrDefault(teller, 0)));
    if (!fewestFirst.isEmpty()) {
      charged.merge(fewestFirst.get(0), 1, Integer::sum);
    }
    return fewestFirst.subList(0, Math.min(fewestFirst.size(), MAX_TELLERS));
  }

  /** Who is said to have published a message. */
  Set<Contact> of(Id guid) {
    return told.getOrDefault(guid, Set.of());
  }

  /** Whether a peer was asked for a message as its publisher. */
  boolean wasAsked(Id peer, Id guid) {
    return asked.getOrDefault(guid, Set.of()).contains(peer);
  }
}
