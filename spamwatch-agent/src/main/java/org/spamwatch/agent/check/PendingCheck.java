package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.VoteCounted;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * A question under way: gathers what routes and keepers answer, and judges.
 *
 * <p>Nobody's word is taken: a message counts only if a vector its keeper sent does match the
 * question's, by this peer's own count, and a vote only if its signature holds and it speaks for
 * such a vector. A voter counts once over all matches, by the last word.
 *
 * <p>An answer other than spam is not believed at once if matches were claimed: their keepers may
 * lie, or whoever was to lead there. Then the peers about each claimed message are looked for and
 * asked in person ({@link #doubtful}), and so is who has published its features ({@link
 * Publishers}).
 *
 * <p>What keepers send is kept apart until its signatures are checked, one vote of each keeper in
 * turn and of each keeper's one of each site in turn ({@link Sender}), so that a forged vote cannot
 * take the place of a genuine one, nor many of one site that of another's.
 *
 * <p>A withdrawal counts though whoever shows it has no vector any more: it takes back what another
 * shows under a vector of the same digest.
 */
final class PendingCheck {
  /**
   * Signatures checked for one question at most; as many again for what those show who are asked in
   * person.
   */
  static final int MAX_VERIFIED = 64;

  /** Votes of one site looked at, as long as another's may yet come. */
  private static final int MAX_OF_SITE = 2;

  /** What pages may weigh that are held: more than a kilobyte each, see {@link Page#weight}. */
  static final int MAX_WEIGHT = 4_096;

  /** Keepers that want to be asked, by message, which are heeded at most; and of one of them. */
  private static final int MAX_HELD = 1_024;

  private static final int MAX_HELD_OF_ONE = 64;

  /** Messages said to be missing that are heeded at most; no honest query asks for more. */
  private static final int MAX_MISSING = 256;

  /** Claimed messages whose keepers are looked for at most. */
  static final int MAX_DOUBTED = 16;

  /** Those of them for which somebody has shown a vector. */
  private static final int MAX_LIKELY = 4;

  /** Those whose keepers are looked for before, while routes are still out; at one look. */
  private static final int MAX_OVERDUE_IN_ALL = 8;

  static final int MAX_OVERDUE = 2;

  /** Which page of which keeper's votes on which message. */
  private record PageOf(Id keeper, Id guid, int page) {}

  /** What a keeper says it keeps and wants to be asked about. */
  private record HeldBy(Id keeper, Id guid, List<Id> digests) {}

  final CheckRequest question;
  private final List<Query> queries;
  private final Id realm;
  private final VoteVerifier verifier;
  private final Trust trust;
  private final LongSupplier nowMillis;
  private final OwnWords own;
  private final List<Page> ownPages = new ArrayList<>();
  private final Consumer<CheckResult> receiver;
  private final PageRoom room = new PageRoom(MAX_WEIGHT, this::dropPage);
  private final PageRoom roomOfAll;
  private final Map<Id, Sender> senders = new LinkedHashMap<>();
  private final Set<Id> like = new LinkedHashSet<>(); // digests of vectors that match, by own count
  private final Map<Id, Set<Vote>> genuineOf = new LinkedHashMap<>();
  private final Map<Id, Integer> reports = new LinkedHashMap<>();
  private final Set<Id> searched = new LinkedHashSet<>();
  private boolean isRepeated; // what the query before has found is taken for as good
  private final Map<Id, Set<Id>> matched = new LinkedHashMap<>();
  private final Set<Id> answered = new LinkedHashSet<>();
  private final Set<Id> awaited = new LinkedHashSet<>();
  private final Set<Id> missing = new LinkedHashSet<>();
  private final Set<Id> givenUp = new LinkedHashSet<>();
  private final Set<PageOf> askedInPerson = new LinkedHashSet<>();
  private final Set<HeldBy> held = new LinkedHashSet<>();
  private final Set<Id> sighted = new LinkedHashSet<>();
  private final Set<Id> overdue = new LinkedHashSet<>();
  private final Publishers publishers = new Publishers();
  private int openSearches;
  private int budget = MAX_VERIFIED;
  private boolean doubted;
  private boolean allKeepersAnswered = true;
  private int openQueries;
  private int openReports;
  private int hops;
  private int routesAnswered;
  private boolean allRoutesAnswered = true;

  /** A check that has asked nobody yet; each of the queries will be asked of the network. */
  PendingCheck(
      CheckRequest question,
      List<Query> queries,
      Id realm,
      VoteVerifier verifier,
      Trust trust,
      LongSupplier nowMillis,
      OwnWords own,
      PageRoom roomOfAll,
      Consumer<CheckResult> receiver) {
    this.question = question;
    this.queries = queries;
    this.realm = realm;
    this.verifier = verifier;
    this.trust = trust;
    this.nowMillis = nowMillis;
    this.own = own;
    this.roomOfAll = roomOfAll;
    this.receiver = receiver;
    for (MessageVotes message : own.like(queries)) {
      Page page = Page.own(message, queries, realm);
      ownPages.add(page);
      like.addAll(page.matching());
    }
    this.openQueries = queries.size();
    this.openReports = openQueries;
  }

  void routesEnded(QueryOutcome outcome) {
    openQueries--;
    hops = Math.max(hops, outcome.hops());
    routesAnswered += outcome.answered();
    allRoutesAnswered &= outcome.isComplete();
    learn(outcome);
    outcome.matches().forEach(match -> awaited.add(match.guid()));
  }

  private void learn(QueryOutcome outcome) {
    publishers.learn(outcome);
    outcome.matches().forEach(match -> matched(match.guid()).add(match.digest()));
    outcome.reports().forEach((guid, routes) -> reports.merge(guid, routes, Math::max));
    isRepeated |= outcome.routes() == 0;
  }

  private Set<Id> matched(Id guid) {
    return matched.computeIfAbsent(guid, id -> new LinkedHashSet<>(2));
  }

  /**
   * The vectors of a message that are said to match, or do: what its keepers are asked about.
   *
   * @param most how many of them; those that were shown, then those told of first
   */
  List<Id> digests(Id guid, int most) {
    Set<Id> digests = new LinkedHashSet<>(shown(guid));
    digests.addAll(matched(guid));
    return digests.stream().limit(most).toList();
  }

  /** Every route of a query has reported, though some ends are doubted. */
  void routesReported(QueryOutcome outcome) {
    openReports--;
    hops = Math.max(hops, outcome.hops());
    learn(outcome);
    outcome.matches().forEach(match -> awaited.add(match.guid()));
  }

  /**
   * Whether the answer is "spam" whatever those may find that look into doubts: every route has
   * reported, and every keeper that they have led to has answered.
   */
  boolean isDecided() {
    return openReports <= 0
        && keepersHaveAnswered()
        && judge(MAX_OF_SITE, true).verdict() == Verdict.SPAM;
  }

  /** Whether every route has ended, so that only keepers are waited for. */
  boolean routesAreOver() {
    return openQueries <= 0;
  }

  /** Keepers have had their time: who has not answered is not waited for. */
  void giveUpAll() {
    for (Id guid : awaited) {
      if (!answered.contains(guid) && givenUp.add(guid)) {
        allKeepersAnswered = false;
      }
    }
  }

  /**
   * When nothing more is to come: the messages whose keepers are to be asked in person before this
   * answer is believed; none if it is spam, or nothing was claimed, or they have been.
   */
  List<Id> doubtful() {
    if (doubted
        || (awaited.isEmpty() && senders.isEmpty())
        || judge(Integer.MAX_VALUE, true).verdict() == Verdict.SPAM) {
      return List.of();
    }
    doubted = true;
    budget += MAX_VERIFIED;
    // Of messages that liars invent, few nodes vouch for each and no keeper shows a vector like the
    // question's. One a keeper, and not all of them, for a liar may make a vector up too.
    Set<Id> likely = new LinkedHashSet<>();
    senders.values().stream()
        .flatMap(its -> its.pages().stream().filter(Page::isLike).map(Page::guid).limit(1))
        .distinct()
        .limit(MAX_LIKELY)
        .forEach(likely::add);
    likely.removeAll(overdue);
    List<Id> left = new ArrayList<>(awaited); // those on which most nodes agree come first
    left.removeAll(likely);
    left.removeAll(overdue);
    int most = MAX_DOUBTED - likely.size();
    List<Id> guids = new ArrayList<>(likely);
    guids.addAll(FairDraw.of(left, publishers::of, this::isPreferred, most));
    openSearches += guids.size();
    return guids;
  }

  /**
   * While routes are still out: messages claimed some time ago whose keepers have not answered yet,
   * those on which most nodes agree first; to be looked for now, or the patience ends before. Each
   * is told once.
   */
  List<Id> overdue(QueryOutcome soFar) {
    learn(soFar);
    List<Id> known = new ArrayList<>();
    for (Match match : soFar.matches()) {
      Id guid = match.guid();
      if (!sighted.add(guid) && !answered.contains(guid) && !overdue.contains(guid)) {
        known.add(guid);
      }
    }
    int most = Math.min(MAX_OVERDUE, MAX_OVERDUE_IN_ALL - overdue.size());
    List<Id> late = FairDraw.of(known, publishers::of, this::isPreferred, most);
    overdue.addAll(late);
    openSearches += late.size();
    return late;
  }

  /**
   * The peers about a message have been found. Returns those that are to be asked in person: those
   * that are to keep it, and its publishers, unless a keeper has been heard already.
   */
  List<Contact> keepersFound(Id guid, Id self, List<Contact> closest, int most) {
    openSearches--;
    searched.add(guid);
    List<Contact> toAsk = new ArrayList<>();
    List<Contact> keepers = closest.subList(0, Math.min(most, closest.size()));
    // None beyond those who are to keep it: another may keep a vote that has been taken back since.
    // So may a publisher, which is why its word counts with reserve (see counting).
    for (Contact contact : keepers) {
      if (!contact.id().equals(self) && !hasSaidAll(contact.id(), guid)) {
        toAsk.add(contact);
        askedInPerson.add(new PageOf(contact.id(), guid, 0));
      }
    }
    checkSignatures(MAX_OF_SITE);
    for (Contact publisher :
        publishers.ask(
            guid,
            keepers,
            self,
            Math.max(0, openSearches),
            site -> isHeard(site, guid),
            this::isPreferred)) {
      toAsk.add(publisher);
      askedInPerson.add(new PageOf(publisher.id(), guid, 0));
    }
    return toAsk;
  }

  /** Who has named one that is asked in person for a message; empty if nobody needed to. */
  List<Contact> tellersOf(Contact asked, Id guid) {
    return publishers.wasAsked(asked.id(), guid) ? publishers.tellersOf(asked) : List.of();
  }

  /** Whether a keeper has been heard of every vector of a message that anybody has shown. */
  private boolean hasSaidAll(Id keeper, Id guid) {
    Sender sender = senders.get(keeper);
    Set<Id> its = new LinkedHashSet<>();
    if (sender != null) {
      sender.pagesOn(guid).forEach(page -> its.addAll(page.matching()));
    }
    return !its.isEmpty() && its.containsAll(shown(guid));
  }

  /** Digests of a message's vectors that match and were shown. */
  private Set<Id> shown(Id guid) {
    Set<Id> shown = new LinkedHashSet<>();
    for (Sender sender : senders.values()) {
      sender.pagesOn(guid).forEach(page -> shown.addAll(page.matching()));
    }
    return shown;
  }

  /** Those asked in person have had their time. */
  void giveUpInPerson(Id guid) {
    askedInPerson.removeIf(asked -> asked.guid().equals(guid));
    if (!answered.contains(guid) && givenUp.add(guid)) {
      allKeepersAnswered = false;
    }
  }

  /** A keeper wants to be asked in person; returns whether it is worth it. */
  boolean isToBeAsked(Id keeper, VotesHeld its) {
    long ofThis = held.stream().filter(each -> each.keeper().equals(keeper)).count();
    return held.size() < MAX_HELD
        && ofThis < MAX_HELD_OF_ONE
        && held.add(new HeldBy(keeper, its.guid(), its.digests()));
  }

  /** A keeper's page has come; returns whether it is kept until the question is answered. */
  boolean found(Id keeper, VotesFound found) {
    askedInPerson.remove(new PageOf(keeper, found.guid(), found.page()));
    Page page = Page.of(found, queries, realm);
    Sender sender = senders.getOrDefault(keeper, new Sender());
    if (!page.saysSomething() || sender.hasShown(page) || !hasRoom(keeper, page)) {
      return false;
    }
    senders.put(keeper, sender);
    sender.add(page);
    like.addAll(page.matching());
    // One like nothing that was asked for does not end the wait: another keeper may have what is.
    long shown = sender.pagesOn(found.guid()).stream().filter(Page::isLike).count();
    if (shown >= found.pages() && !publishers.wasAsked(keeper, found.guid())) {
      answered.add(found.guid());
    }
    return true;
  }

  private boolean hasRoom(Id keeper, Page page) {
    if (!room.admit(keeper, page.weight())) {
      return false;
    }
    if (!roomOfAll.admit(keeper, page.weight())) {
      room.remove(keeper, page.weight());
      return false;
    }
    return true;
  }

  /** Forgets the page of a sender that came last; returns what it weighed, 0 if there is none. */
  int dropPage(Id keeper) {
    Sender sender = senders.get(keeper);
    Page page = sender == null ? null : sender.dropLast();
    if (page == null) {
      return 0;
    }
    room.remove(keeper, page.weight());
    roomOfAll.remove(keeper, page.weight());
    return page.weight();
  }

  /** What the pages kept weigh. */
  int weight() {
    return room.total();
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

  /** Whether nothing more is to come. */
  boolean isComplete() {
    return openQueries <= 0
        && openSearches == 0
        && askedInPerson.isEmpty()
        && keepersHaveAnswered();
  }

  private boolean keepersHaveAnswered() {
    return awaited.stream().allMatch(guid -> answered.contains(guid) || givenUp.contains(guid));
  }

  void finish() {
    CheckResult answer = judge(Integer.MAX_VALUE, doubted);
    if (!question.vectors().isEmpty()) {
      List<Id> features = question.vectors().stream().map(v -> v.compact().digest()).toList();
      trust.judged(features, counted(lastWords(doubted)), nowMillis.getAsLong());
    }
    receiver.accept(answer);
    senders.forEach(
        (keeper, sender) ->
            sender.pages().forEach(page -> roomOfAll.remove(keeper, page.weight())));
  }

  // Judging ------------------------------------------------------------------------------------

  /** A page, and those of its genuine votes that count. */
  private record Counting(Page page, List<Vote> votes) {}

  /**
   * Judges by what has come so far.
   *
   * @param mostOfSite genuine votes of one site looked at
   * @param vouchedOnly whether messages count only that {@link #isVouched}
   */
  private CheckResult judge(int mostOfSite, boolean vouchedOnly) {
    Map<Id, Gathered> messages = new TreeMap<>();
    checkSignatures(mostOfSite);
    for (Counting each : counting(vouchedOnly)) {
      messages
          .computeIfAbsent(each.page().guid(), guid -> new Gathered())
          .add(each.page(), each.votes());
    }
    long now = nowMillis.getAsLong();
    List<MatchedMessage> matches = new ArrayList<>();
    for (Gathered message : messages.values()) {
      message.match(trust.at(now)).ifPresent(matches::add);
    }
    matches.sort(
        Comparator.comparingInt(MatchedMessage::shared)
            .reversed()
            .thenComparing(MatchedMessage::guid));
    Collection<Vote> lastWords = lastWords(vouchedOnly);
    Decision decision = trust.judge(counted(lastWords), question.terms(), now);
    return answer(matches, Tally.of(lastWords), decision);
  }

  /** The last genuine word of each voter over all matches, in the order of their pseudonyms. */
  private Collection<Vote> lastWords(boolean vouchedOnly) {
    Map<Id, Vote> lastWords = new TreeMap<>();
    Set<Id> guids = new LinkedHashSet<>();
    for (Counting each : counting(vouchedOnly)) {
      guids.add(each.page().guid());
      each.votes().forEach(vote -> lastWords.merge(vote.voter(), vote, PendingCheck::later));
    }
    // A keeper sends a sample of many votes: those of one's own users are not left to chance.
    for (Id guid : guids) {
      own.on(guid).stream()
          .filter(vote -> Page.speaksFor(vote, like))
          .forEach(vote -> lastWords.merge(vote.voter(), vote, PendingCheck::later));
    }
    return lastWords.values();
  }

  /**
   * The votes that count, for vectors like the question's: what own users said here, and what
   * keepers show; a publisher's only of its own voters, and once keepers are over.
   */
  private List<Counting> counting(boolean vouchedOnly) {
    List<Counting> counting = new ArrayList<>();
    ownPages.forEach(page -> counting.add(new Counting(page, page.genuine())));
    senders.forEach(
        (keeper, sender) -> {
          for (Page page : sender.pages()) {
            boolean publisher = publishers.wasAsked(keeper, page.guid());
            if ((!publisher || areKeepersOver(page.guid()))
                && (!vouchedOnly || isVouched(page.guid()))) {
              List<Vote> votes =
                  page.genuine().stream()
                      .filter(vote -> Page.speaksFor(vote, like))
                      .filter(vote -> !publisher || vote.site().equals(keeper))
                      .toList();
              if (!votes.isEmpty()) {
                counting.add(new Counting(page, votes));
              }
            }
          }
        });
    return counting;
  }

  /**
   * Whether a message is there for certain: half of the routes by features that it shares have
   * reported it, or those who are to keep it were looked for and asked. What was taken back long
   * ago nobody reports but who replays it.
   */
  private boolean isVouched(Id guid) {
    int shared =
        senders.values().stream()
            .flatMap(sender -> sender.pagesOn(guid).stream())
            .flatMap(page -> page.best().stream())
            .mapToInt(Page.Best::shared)
            .max()
            .orElse(0);
    return isRepeated
        || (searched.contains(guid) && areKeepersOver(guid))
        || 2 * reports.getOrDefault(guid, 0) >= shared;
  }

  /** Whether those who are to keep a message, once found, have answered or had their time. */
  private boolean areKeepersOver(Id guid) {
    return askedInPerson.stream()
        .noneMatch(
            asked -> asked.guid().equals(guid) && !publishers.wasAsked(asked.keeper(), guid));
  }

  /**
   * Whether a site's publisher has nothing to add: its voters are strangers, of whom one more or
   * less decides little, and one was shown to say spam. What else is shown of a site is no reason
   * not to ask: keepers that lie show those of its votes that suit them.
   */
  private boolean isHeard(Id site, Id guid) {
    return question.rule() != Rule.ANY
        && !isPreferred(site)
        && genuineOf.getOrDefault(site, Set.of()).stream()
            .anyMatch(
                vote ->
                    vote.guid().equals(guid)
                        && vote.value() == VoteValue.SPAM
                        && Page.speaksFor(vote, like));
  }

  private boolean isPreferred(Id site) {
    return trust.at(nowMillis.getAsLong()).isOwn(site);
  }

  private static List<VoteCounted> counted(Collection<Vote> votes) {
    return votes.stream().map(VoteCounted::of).toList();
  }

  static Vote later(Vote a, Vote b) {
    return b.supersedes(a) ? b : a;
  }

  /**
   * Checks signatures, one of each keeper in turn, so that whoever sends many leaves some of the
   * work for the others.
   *
   * @param mostOfSite genuine votes of one site after which no further one is looked at
   */
  private void checkSignatures(int mostOfSite) {
    Predicate<Id> mayBeChecked = site -> genuineOf.getOrDefault(site, Set.of()).size() < mostOfSite;
    boolean more = true;
    while (budget > 0 && more) {
      more = false;
      for (Sender sender : senders.values()) {
        if (budget > 0 && sender.hasUnchecked(mayBeChecked)) {
          more = true;
          long before = verifier.checks();
          Vote genuine = sender.checkNext(verifier, mayBeChecked, this::isPreferred);
          if (genuine != null) {
            genuineOf.computeIfAbsent(genuine.site(), site -> new LinkedHashSet<>(2)).add(genuine);
          }
          budget -= (int) (verifier.checks() - before); // what was checked before costs nothing
        }
      }
    }
  }

  private CheckResult answer(List<MatchedMessage> matches, Tally tally, Decision decision) {
    int of = question.vectors().isEmpty() ? 0 : question.vectors().get(0).size();
    boolean asked = routesAnswered > 0 || !answered.isEmpty() || !matches.isEmpty();
    return new CheckResult(
        decision.spam() ? Verdict.SPAM : Verdict.UNKNOWN,
        tally.spam(),
        tally.ham(),
        matches.isEmpty() ? 0 : matches.get(0).shared(),
        matches.isEmpty() ? of : matches.get(0).of(),
        asked ? Source.OVERLAY : Source.NONE,
        hops,
        matches,
        (isComplete() || (openReports <= 0 && keepersHaveAnswered()))
            && allRoutesAnswered
            && allKeepersAnswered
            && own.isComplete(),
        reason(matches, decision, asked),
        decision);
  }

  private String reason(List<MatchedMessage> matches, Decision decision, boolean asked) {
    if (question.vectors().isEmpty()) {
      return "the mail has too little text to be recognised by";
    }
    if (!asked) {
      return "no peer has answered in time";
    }
    return matches.isEmpty() ? "nobody has voted on a mail like this one" : decision.reason();
  }
}
