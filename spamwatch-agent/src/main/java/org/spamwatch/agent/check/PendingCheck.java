package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Shown.Heed;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * A question under way: what its routes claim ({@link Claims}), which keepers it waits for ({@link
 * Keepers}), and what they have shown ({@link Shown}), until the {@link Judge} says what that
 * makes.
 *
 * <p>An answer other than spam is not believed at once if matches were claimed: their keepers may
 * lie, or whoever was to lead there. Then the peers about each claimed message are looked for and
 * asked in person ({@link #doubtful}), and so is who has published its features ({@link
 * Publishers}).
 */
final class PendingCheck {
  /** Votes of one site looked at, as long as another's may yet come. */
  private static final int MAX_OF_SITE = 2;

  /** Claimed messages whose keepers are looked for at most. */
  static final int MAX_DOUBTED = 16;

  /** Those of them for which somebody has shown a vector. */
  private static final int MAX_LIKELY = 4;

  /** Those whose keepers are looked for before, while routes are still out; at one look. */
  private static final int MAX_OVERDUE_IN_ALL = 8;

  static final int MAX_OVERDUE = 2;

  private final Shown shown;
  private final Judge judge;
  private final Consumer<CheckResult> receiver;
  private final Claims claims;
  private final Publishers publishers = new Publishers();
  private final Keepers keepers = new Keepers(publishers);
  private final Set<Id> overdue = new LinkedHashSet<>();
  private final Set<Id> met = new LinkedHashSet<>();
  private boolean doubted;

  /**
   * A check that has asked nobody yet.
   *
   * @param queries how many will be asked of the network
   * @param receiver told once the check is over
   */
  PendingCheck(Shown shown, int queries, Judge judge, Consumer<CheckResult> receiver) {
    this.shown = shown;
    this.judge = judge;
    this.receiver = receiver;
    this.claims = new Claims(queries);
  }

  /**
   * A message is announced that the mail meets, though not by its text, so that no query leads to
   * it: its keepers are looked for.
   *
   * @param digests of what is announced of it
   */
  void met(Id guid, List<Id> digests) {
    met.add(guid);
    claims.met(guid, digests);
    keepers.search(1);
  }

  // Routes -------------------------------------------------------------------------------------

  /** Every route of a query has ended. */
  void routesEnded(QueryOutcome outcome) {
    publishers.learn(outcome);
    claims.ended(outcome);
  }

  /** Every route of a query has reported, though some ends are doubted. */
  void routesReported(QueryOutcome outcome) {
    publishers.learn(outcome);
    claims.reported(outcome);
  }

  /** Whether every route has ended, so that only keepers are waited for. */
  boolean routesAreOver() {
    return claims.areOver();
  }

  /**
   * While routes are still out: messages claimed some time ago whose keepers have not answered yet,
   * those on which most nodes agree first; to be looked for now, or the patience ends before. Each
   * is told once.
   */
  List<Id> overdue(QueryOutcome soFar) {
    publishers.learn(soFar);
    List<Id> known = new ArrayList<>(claims.toldAgain(soFar));
    known.removeIf(
        guid -> keepers.isAnswered(guid) || overdue.contains(guid) || met.contains(guid));
    int most = Math.min(MAX_OVERDUE, MAX_OVERDUE_IN_ALL - overdue.size());
    List<Id> late = FairDraw.of(known, publishers::of, judge::isPreferred, most);
    overdue.addAll(late);
    keepers.search(late.size());
    return late;
  }

  /**
   * When nothing more is to come: the messages whose keepers are to be asked in person before this
   * answer is believed; none if it is spam, or nothing was claimed, or they have been.
   */
  List<Id> doubtful() {
    if (doubted || (claims.guids().isEmpty() && shown.isEmpty()) || isSpam(Integer.MAX_VALUE)) {
      return List.of();
    }
    doubted = true;
    shown.allowMore();
    // Of messages that liars invent, few nodes vouch for each and no keeper shows a vector like the
    // question's. One a keeper, and not all of them, for a liar may make a vector up too.
    Set<Id> likely = new LinkedHashSet<>(shown.likely().stream().limit(MAX_LIKELY).toList());
    likely.removeAll(overdue);
    likely.removeAll(met);
    List<Id> left = new ArrayList<>(claims.guids()); // those on which most nodes agree come first
    left.removeAll(likely);
    left.removeAll(overdue);
    left.removeAll(met);
    int most = MAX_DOUBTED - likely.size();
    List<Id> guids = new ArrayList<>(likely);
    guids.addAll(FairDraw.of(left, publishers::of, judge::isPreferred, most));
    keepers.search(guids.size());
    return guids;
  }

  // Keepers ------------------------------------------------------------------------------------

  /**
   * The vectors of a message that are said to match, or do: what its keepers are asked about.
   *
   * @param most how many of them; those that were shown, then those told of first
   */
  List<Id> digests(Id guid, int most) {
    Set<Id> digests = new LinkedHashSet<>(shown.shown(guid));
    digests.addAll(claims.digests(guid));
    return digests.stream().limit(most).toList();
  }

  /**
   * The peers about a message have been found. Returns those that are to be asked in person: those
   * that are to keep it, and its publishers, unless a keeper has been heard already.
   */
  List<Contact> keepersFound(Id guid, Id self, List<Contact> closest, int most) {
    keepers.found(guid);
    List<Contact> toAsk = new ArrayList<>();
    List<Contact> replicas = closest.subList(0, Math.min(most, closest.size()));
    // None beyond those who are to keep it: another may keep a vote that has been taken back since.
    // So may a publisher, which is why its word counts with reserve (see heed).
    for (Contact contact : replicas) {
      if (!contact.id().equals(self) && !shown.hasSaidAll(contact.id(), guid)) {
        toAsk.add(contact);
      }
    }
    shown.checkSignatures(MAX_OF_SITE);
    toAsk.addAll(
        publishers.ask(
            guid,
            replicas,
            self,
            keepers.openSearches(),
            site -> isHeard(site, guid),
            judge::isPreferred));
    toAsk.forEach(each -> keepers.ask(each.id(), guid));
    answeredIfAllHave(guid);
    return toAsk;
  }

  /**
   * Whether a site's publisher has nothing to add: its voters are strangers, of whom one more or
   * less decides little, and one was shown to say spam. What else is shown of a site is no reason
   * not to ask: keepers that lie show those of its votes that suit them.
   */
  private boolean isHeard(Id site, Id guid) {
    return judge.isOneEnough(site) && shown.hasShownSpam(site, guid);
  }

  /** Who has named one that is asked in person for a message; empty if nobody needed to. */
  List<Contact> tellersOf(Contact asked, Id guid) {
    return publishers.wasAsked(asked.id(), guid) ? publishers.tellersOf(asked) : List.of();
  }

  /** A keeper wants to be asked in person; returns whether it is worth it. */
  boolean isToBeAsked(Id keeper, VotesHeld votes) {
    return keepers.isToBeAsked(keeper, votes);
  }

  /** A keeper's page has come. */
  void found(Id keeper, VotesFound found) {
    keepers.heard(keeper, found.guid(), found.page());
    // One like nothing that was asked for does not end the wait: another keeper may have what is.
    if (shown.add(keeper, found)
        && shown.likePages(keeper, found.guid()) >= found.pages()
        && !publishers.wasAsked(keeper, found.guid())) {
      keepers.answered(found.guid());
    }
    answeredIfAllHave(found.guid());
  }

  /** A message that no route claims is not waited for once all have answered who were asked. */
  private void answeredIfAllHave(Id guid) {
    if (met.contains(guid) && keepers.haveBeenAsked(guid)) {
      keepers.answered(guid);
    }
  }

  /**
   * A hop has not found a message. Another may still: each that matched it has asked on its own.
   *
   * @return whether it is worth waiting a little before it is given up
   */
  boolean missing(Id guid) {
    return keepers.missing(guid);
  }

  /** Nobody has answered for a missing message in time. */
  void giveUp(Id guid) {
    keepers.giveUp(guid);
  }

  /** Keepers have had their time: who has not answered is not waited for. */
  void giveUpAll() {
    keepers.giveUpAll(claims.guids());
  }

  /** Those asked in person have had their time. */
  void giveUpInPerson(Id guid) {
    keepers.giveUpInPerson(guid);
  }

  /** Forgets the page of a sender that came last; returns what it weighed, 0 if there is none. */
  int dropPage(Id sender) {
    return shown.dropPage(sender);
  }

  // The end ------------------------------------------------------------------------------------

  /** Whether nothing more is to come. */
  boolean isComplete() {
    return claims.areOver() && keepers.areIdle() && keepersHaveAnswered();
  }

  private boolean keepersHaveAnswered() {
    return keepers.haveAnswered(claims.guids());
  }

  /**
   * Whether the answer is "spam" whatever those may find that look into doubts: every route has
   * reported, and every keeper that they have led to has answered.
   */
  boolean isDecided() {
    return claims.areReported() && keepersHaveAnswered() && isSpam(MAX_OF_SITE);
  }

  /**
   * Whether what is vouched for makes it spam by now.
   *
   * @param mostOfSite genuine votes of one site looked at
   */
  private boolean isSpam(int mostOfSite) {
    shown.checkSignatures(mostOfSite);
    return judge.isSpam(counted(true));
  }

  /**
   * Judges by what this peer has found itself, and tells: it is alone, so there is nobody to doubt,
   * or who might vouch for anything, and all signatures are looked at that are where keepers are
   * asked in person.
   */
  void finishAlone() {
    shown.allowMore();
    finish();
  }

  /** Judges by what has come, and tells. */
  void finish() {
    shown.checkSignatures(Integer.MAX_VALUE);
    Counted counted = counted(doubted);
    boolean hasAllCome = isComplete() || (claims.areReported() && keepersHaveAnswered());
    CheckResult result =
        judge.result(
            counted,
            claims.isAnyAnswered() || keepers.isAnyAnswered(),
            claims.hops(),
            hasAllCome && claims.areAllAnswered() && keepers.areAllInTime() && shown.isComplete());
    judge.learn(counted);
    receiver.accept(result);
    shown.release();
  }

  /**
   * Judges by what this peer's own voters said, and tells: nobody was asked.
   *
   * @param isComplete whether others are known to have nothing to say
   */
  void finishAtHome(boolean isComplete) {
    receiver.accept(judge.resultAtHome(counted(false), isComplete && shown.isComplete()));
    shown.release();
  }

  /**
   * The votes that count.
   *
   * @param vouchedOnly whether messages count only that are there for certain
   */
  private Counted counted(boolean vouchedOnly) {
    return shown.counted(
        (peer, guid) -> vouchedOnly && !isVouched(guid) ? Heed.NONE : heed(peer, guid));
  }

  /** A publisher is heeded once keepers are over, and for its own voters. */
  private Heed heed(Id peer, Id guid) {
    if (!publishers.wasAsked(peer, guid)) {
      return Heed.ALL;
    }
    return keepers.areOver(guid) ? Heed.OWN_VOTERS : Heed.NONE;
  }

  /**
   * Whether a message is there for certain: enough routes have reported it, or those who are to
   * keep it were looked for and asked.
   */
  private boolean isVouched(Id guid) {
    return keepers.haveBeenAsked(guid) || claims.isBacked(guid, shown.shared(guid));
  }
}
