package org.spamwatch.agent.check;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.overlay.Id;

/** Those who keep the messages of a check: who is waited for, looked for, and asked in person. */
final class Keepers {
  /** Keepers that want to be asked, by message, which are heeded at most; and of one of them. */
  private static final int MAX_HELD = 1_024;

  private static final int MAX_HELD_OF_ONE = 64;

  /** Messages said to be missing that are heeded at most; no honest query asks for more. */
  private static final int MAX_MISSING = 256;

  /** Which page of which keeper's votes on which message. */
  private record PageOf(Id keeper, Id guid, int page) {}

  /** What a keeper says it keeps and wants to be asked about. */
  private record HeldBy(Id keeper, Id guid, List<Id> digests) {}

  private final Publishers publishers;
  private final Set<Id> answered = new LinkedHashSet<>();
  private final Set<Id> givenUp = new LinkedHashSet<>();
  private final Set<Id> missing = new LinkedHashSet<>();
  private final Set<Id> searched = new LinkedHashSet<>();
  private final Set<PageOf> askedInPerson = new LinkedHashSet<>();
  private final Set<HeldBy> held = new LinkedHashSet<>();
  private int openSearches;
  private boolean allInTime = true;

  /**
   * Nobody is waited for yet.
   *
   * @param publishers who was asked as a publisher rather than as a keeper
   */
  Keepers(Publishers publishers) {
    this.publishers = publishers;
  }

  /** The keepers of so many messages are being looked for. */
  void search(int messages) {
    openSearches += messages;
  }

  /** Those about a message have been found. */
  void found(Id guid) {
    openSearches--;
    searched.add(guid);
  }

  /** Messages whose keepers are yet to be found. */
  int openSearches() {
    return Math.max(0, openSearches);
  }

  /** A peer is being asked in person about a message. */
  void ask(Id peer, Id guid) {
    askedInPerson.add(new PageOf(peer, guid, 0));
  }

  /** A page of a peer's has come. */
  void heard(Id peer, Id guid, int page) {
    askedInPerson.remove(new PageOf(peer, guid, page));
  }

  /** A message need not be waited for any more. */
  void answered(Id guid) {
    answered.add(guid);
  }

  boolean isAnswered(Id guid) {
    return answered.contains(guid);
  }

  boolean isAnyAnswered() {
    return !answered.isEmpty();
  }

  /** Whether nobody is waited for who is to keep any of some messages. */
  boolean haveAnswered(Collection<Id> guids) {
    return guids.stream().allMatch(guid -> answered.contains(guid) || givenUp.contains(guid));
  }

  /**
   * A hop has not found a message. Another may still: each that matched it has asked on its own.
   *
   * @return whether it is worth waiting a little before it is given up
   */
  boolean missing(Id guid) {
    return missing.size() < MAX_MISSING && missing.add(guid);
  }

  /** Nobody has answered for a missing message in time. */
  void giveUp(Id guid) {
    givenUp.add(guid);
  }

  /** Keepers have had their time: who has not answered is not waited for. */
  void giveUpAll(Collection<Id> guids) {
    for (Id guid : guids) {
      if (!answered.contains(guid) && givenUp.add(guid)) {
        allInTime = false;
      }
    }
  }

  /** Those asked in person have had their time. */
  void giveUpInPerson(Id guid) {
    askedInPerson.removeIf(asked -> asked.guid().equals(guid));
    giveUpAll(List.of(guid));
  }

  /** A keeper wants to be asked in person; returns whether it is worth it. */
  boolean isToBeAsked(Id keeper, VotesHeld votes) {
    long ofThis = held.stream().filter(each -> each.keeper().equals(keeper)).count();
    return held.size() < MAX_HELD
        && ofThis < MAX_HELD_OF_ONE
        && held.add(new HeldBy(keeper, votes.guid(), votes.digests()));
  }

  /** Whether nobody is looked for or asked in person. */
  boolean areIdle() {
    return openSearches == 0 && askedInPerson.isEmpty();
  }

  /** Whether those who are to keep a message, once found, have answered or had their time. */
  boolean areOver(Id guid) {
    return askedInPerson.stream()
        .noneMatch(
            asked -> asked.guid().equals(guid) && !publishers.wasAsked(asked.keeper(), guid));
  }

  /** Whether those who are to keep a message were looked for and asked, and are over. */
  boolean haveBeenAsked(Id guid) {
    return searched.contains(guid) && areOver(guid);
  }

  /** Whether none was given up. */
  boolean areAllInTime() {
    return allInTime;
  }
}
