package org.spamwatch.agent.peer;

import java.util.ArrayDeque;
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
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.trust.Ruling;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.VoteCounted;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

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
 * <p>What keepers send is kept apart until its signatures are checked, one page of each keeper in
 * turn, so that a forged vote cannot take the place of a genuine one, nor many of them the place of
 * another keeper's. An honest keeper has checked what it keeps: the first forged vote of a page is
 * the last one looked at.
 */
final class Inquiry {
  /** Signatures checked for one question at most. */
  static final int MAX_VERIFIED = 64;

  /** Pages heeded at most: every match from several keepers. */
  private static final int MAX_ANSWERS = 1024;

  /** Pages heeded of one keeper at most: every match in full. */
  static final int MAX_ANSWERS_OF_ONE = 512;

  /** Messages said to be missing that are heeded at most; no honest query asks for more. */
  private static final int MAX_MISSING = 256;

  /** Claimed messages whose keepers are looked for at most. */
  static final int MAX_DOUBTED = 8;

  /** Those of them whose keepers are looked for at one look, while routes are still out. */
  static final int MAX_OVERDUE = 2;

  /** Which page of which keeper's votes on which message. */
  private record PageOf(Id keeper, Id guid, int page) {}

  /** Pages of one keeper's votes on one message. */
  private record AnswerOf(Id keeper, Id guid) {}

  final Question question;
  private final List<Query> queries;
  private final Id realm;
  private final VoteVerifier verifier;
  private final Trust trust;
  private final LongSupplier nowMillis;
  private final Function<Id, List<Vote>> ownVotes;
  private final Consumer<Answer> receiver;
  private final Map<Id, List<Page>> pages = new LinkedHashMap<>();
  private final Map<Id, Integer> heeded = new LinkedHashMap<>();
  private final Set<PageOf> seen = new LinkedHashSet<>();
  private final Map<AnswerOf, Integer> arrived = new LinkedHashMap<>();
  private final Set<Id> answered = new LinkedHashSet<>();
  private final Set<Id> awaited = new LinkedHashSet<>();
  private final Set<Id> missing = new LinkedHashSet<>();
  private final Set<Id> givenUp = new LinkedHashSet<>();
  Timers.@Nullable Timer timer;
  private final Set<PageOf> askedInPerson = new LinkedHashSet<>();
  private final Set<Id> sighted = new LinkedHashSet<>();
  private final Set<Id> overdue = new LinkedHashSet<>();
  private final Publishers publishers = new Publishers();
  private int openSearches;
  private int budget = MAX_VERIFIED;
  private boolean doubted;
  private boolean allKeepersAnswered = true;
  private int openQueries;
  private int openReports;
  private int pagesHeld;
  private int hops;
  private int routesAnswered;
  private boolean allRoutesAnswered = true;

  /** An inquiry that has asked nobody yet; each of the queries will be asked of the network. */
  Inquiry(
      Question question,
      List<Query> queries,
      Id realm,
      VoteVerifier verifier,
      Trust trust,
      LongSupplier nowMillis,
      Function<Id, List<Vote>> ownVotes,
      Consumer<Answer> receiver) {
    this.question = question;
    this.queries = queries;
    this.realm = realm;
    this.verifier = verifier;
    this.trust = trust;
    this.nowMillis = nowMillis;
    this.ownVotes = ownVotes;
    this.receiver = receiver;
    this.openQueries = queries.size();
    this.openReports = openQueries;
  }

  void routesEnded(QueryOutcome outcome) {
    openQueries--;
    hops = Math.max(hops, outcome.hops());
    routesAnswered += outcome.answered();
    allRoutesAnswered &= outcome.isComplete();
    publishers.learn(outcome);
    outcome.matches().forEach(match -> awaited.add(match.guid()));
  }

  /** Every route of a query has reported, though some ends are doubted. */
  void routesReported(QueryOutcome outcome) {
    openReports--;
    hops = Math.max(hops, outcome.hops());
    publishers.learn(outcome);
    outcome.matches().forEach(match -> awaited.add(match.guid()));
  }

  /**
   * Whether the answer is "spam" whatever those may find that look into doubts: every route has
   * reported, and every keeper that they have led to has answered.
   */
  boolean isDecided() {
    return openReports <= 0 && keepersHaveAnswered() && judge().judgement() == Judgement.SPAM;
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
    if (doubted || awaited.isEmpty() || judge().judgement() == Judgement.SPAM) {
      return List.of();
    }
    doubted = true;
    // Of messages that liars invent, few nodes vouch for each and no keeper shows a vector like the
    // question's. One a keeper, and not all of them, for a liar may make a vector up too.
    Set<Id> likely = new LinkedHashSet<>();
    pages.values().stream()
        .map(its -> its.get(0).guid())
        .distinct()
        .limit(MAX_DOUBTED / 2)
        .forEach(likely::add);
    likely.addAll(awaited); // those on which most nodes agree come first
    List<Id> guids =
        likely.stream().filter(guid -> !overdue.contains(guid)).limit(MAX_DOUBTED).toList();
    openSearches += guids.size();
    return guids;
  }

  /**
   * While routes are still out: messages claimed some time ago whose keepers have not answered yet,
   * those on which most nodes agree first; to be looked for now, or the patience ends before. Each
   * is told once.
   */
  List<Id> overdue(QueryOutcome soFar) {
    publishers.learn(soFar);
    List<Id> late = new ArrayList<>();
    for (org.spamwatch.ata.adolr.Match match : soFar.matches()) {
      Id guid = match.guid();
      boolean known = !sighted.add(guid);
      if (known
          && !answered.contains(guid)
          && late.size() < MAX_OVERDUE
          && overdue.size() < MAX_DOUBTED
          && overdue.add(guid)) {
        late.add(guid);
      }
    }
    openSearches += late.size();
    return late;
  }

  /**
   * The peers about a message have been found. Returns those that are to be asked in person: those
   * that are to keep it, and its publishers, unless a keeper has been heard already.
   */
  List<Contact> keepersFound(Id guid, Id self, List<Contact> closest, int most) {
    openSearches--;
    List<Contact> toAsk = new ArrayList<>();
    List<Contact> keepers = closest.subList(0, Math.min(most, closest.size()));
    // None beyond those who are to keep it: another may keep a vote that has been taken back since.
    // So may a publisher, which is why its word counts with reserve (see counting).
    for (Contact contact : keepers) {
      boolean silent = !arrived.containsKey(new AnswerOf(contact.id(), guid));
      if (silent && !contact.id().equals(self)) {
        toAsk.add(contact);
        askedInPerson.add(new PageOf(contact.id(), guid, 0));
      }
    }
    checkSignatures();
    if (!isKeeperHeard(guid)) {
      for (Contact publisher : publishers.ask(guid, keepers, self)) {
        toAsk.add(publisher);
        askedInPerson.add(new PageOf(publisher.id(), guid, 0));
      }
    }
    return toAsk;
  }

  /** Those asked in person have had their time. */
  void giveUpInPerson(Id guid) {
    askedInPerson.removeIf(asked -> asked.guid().equals(guid));
    if (!answered.contains(guid) && givenUp.add(guid)) {
      allKeepersAnswered = false;
    }
  }

  /** A keeper's page has come; returns whether it is kept until the question is answered. */
  boolean found(Id keeper, VotesFound found) {
    askedInPerson.remove(new PageOf(keeper, found.guid(), found.page()));
    if (seen.size() >= MAX_ANSWERS
        || heeded.merge(keeper, 1, Integer::sum) > MAX_ANSWERS_OF_ONE
        || !seen.add(new PageOf(keeper, found.guid(), found.page()))) {
      return false;
    }
    boolean publisher = publishers.wasAsked(keeper, found.guid());
    Page page = Page.of(found, queries, realm);
    if (page == null) {
      if (!publisher) {
        publishers.unlike(found, realm);
      }
      return false; // like nothing that was asked for: another keeper may have what is
    }
    pages.computeIfAbsent(keeper, id -> new ArrayList<>()).add(page);
    if (arrived.merge(new AnswerOf(keeper, found.guid()), 1, Integer::sum) >= found.pages()
        && !publisher) {
      answered.add(found.guid());
    }
    pagesHeld++;
    return true;
  }

  /** Pages kept. */
  int pagesHeld() {
    return pagesHeld;
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
    Answer answer = judge();
    if (!question.vectors().isEmpty()) {
      List<Id> features = question.vectors().stream().map(v -> v.compact().digest()).toList();
      trust.judged(features, counted(lastWords()), nowMillis.getAsLong());
    }
    receiver.accept(answer);
  }

  // Judging ------------------------------------------------------------------------------------

  private Answer judge() {
    Map<Id, Gathered> messages = new TreeMap<>();
    checkSignatures();
    for (Page page : counting()) {
      messages.computeIfAbsent(page.guid(), guid -> new Gathered()).add(page);
    }
    long now = nowMillis.getAsLong();
    List<Match> matches = new ArrayList<>();
    for (Gathered message : messages.values()) {
      message.match(trust.at(now)).ifPresent(matches::add);
    }
    matches.sort(Comparator.comparingInt(Match::shared).reversed().thenComparing(Match::guid));
    Collection<Vote> lastWords = lastWords();
    Ruling ruling = trust.judge(counted(lastWords), question.terms(), now);
    return answer(matches, Tally.of(lastWords), ruling);
  }

  /** The last genuine word of each voter over all matches, in the order of their pseudonyms. */
  private Collection<Vote> lastWords() {
    Map<Id, Vote> lastWords = new TreeMap<>();
    for (Page page : counting()) {
      page.genuine().forEach(vote -> lastWords.merge(vote.voter(), vote, Inquiry::later));
      // A keeper sends a sample of many votes: those of one's own users are not left to chance.
      ownVotes.apply(page.guid()).stream()
          .filter(page::matches)
          .forEach(vote -> lastWords.merge(vote.voter(), vote, Inquiry::later));
    }
    return lastWords.values();
  }

  /**
   * The pages that count: a publisher's only once keepers are over, and as long as none is heard.
   */
  private List<Page> counting() {
    List<Page> counting = new ArrayList<>();
    Map<Id, Boolean> believed = new LinkedHashMap<>(); // of publishers, by message
    pages.forEach(
        (keeper, its) -> {
          for (Page page : its) {
            if (!publishers.wasAsked(keeper, page.guid())
                || believed.computeIfAbsent(
                    page.guid(), guid -> areKeepersOver(guid) && !isKeeperHeard(guid))) {
              counting.add(page);
            }
          }
        });
    return counting;
  }

  /** Whether those who are to keep a message, once found, have answered or had their time. */
  private boolean areKeepersOver(Id guid) {
    return askedInPerson.stream()
        .noneMatch(
            asked -> asked.guid().equals(guid) && !publishers.wasAsked(asked.keeper(), guid));
  }

  /** Whether another than a publisher has shown a genuine vote on a message, or that one was. */
  private boolean isKeeperHeard(Id guid) {
    return pages.entrySet().stream()
            .filter(entry -> !publishers.wasAsked(entry.getKey(), guid))
            .flatMap(entry -> entry.getValue().stream())
            .anyMatch(page -> page.guid().equals(guid) && !page.genuine().isEmpty())
        || publishers.isTakenBack(guid, this::mayBeGenuine);
  }

  private boolean mayBeGenuine(Vote vote) {
    if (budget <= 0) {
      return true;
    }
    long before = verifier.checks();
    boolean genuine = verifier.isGenuine(vote);
    budget -= (int) (verifier.checks() - before);
    return genuine;
  }

  private static List<VoteCounted> counted(Collection<Vote> votes) {
    return votes.stream().map(Inquiry::counted).toList();
  }

  /** What the rule needs of a vote. */
  static VoteCounted counted(Vote vote) {
    boolean imported = vote.origin() == VoteOrigin.IMPORT;
    return new VoteCounted(vote.voter(), vote.site(), vote.guid(), vote.verdict(), imported);
  }

  static Vote later(Vote a, Vote b) {
    return b.supersedes(a) ? b : a;
  }

  /**
   * Checks signatures, one of each keeper in turn and one of each of its pages in turn, so that
   * whoever sends many leaves some of the work for the others.
   */
  private void checkSignatures() {
    List<ArrayDeque<Page>> keepers = new ArrayList<>();
    pages.values().forEach(its -> keepers.add(new ArrayDeque<>(its)));
    while (budget > 0 && !keepers.isEmpty()) {
      for (ArrayDeque<Page> its : keepers) {
        Page page = its.poll();
        if (page != null && budget > 0) {
          long before = verifier.checks();
          if (page.checkNext(verifier)) {
            its.add(page);
          }
          budget -= (int) (verifier.checks() - before); // what was checked before costs nothing
        }
      }
      keepers.removeIf(ArrayDeque::isEmpty);
    }
  }

  private Answer answer(List<Match> matches, Tally tally, Ruling ruling) {
    int of = question.vectors().isEmpty() ? 0 : question.vectors().get(0).size();
    boolean asked = routesAnswered > 0 || !answered.isEmpty() || !matches.isEmpty();
    return new Answer(
        ruling.spam() ? Judgement.SPAM : Judgement.UNKNOWN,
        tally.spam(),
        tally.ham(),
        matches.isEmpty() ? 0 : matches.get(0).shared(),
        matches.isEmpty() ? of : matches.get(0).of(),
        asked ? Source.OVERLAY : Source.NONE,
        hops,
        matches,
        (isComplete() || (openReports <= 0 && keepersHaveAnswered()))
            && allRoutesAnswered
            && allKeepersAnswered,
        reason(matches, ruling, asked),
        ruling);
  }

  private String reason(List<Match> matches, Ruling ruling, boolean asked) {
    if (question.vectors().isEmpty()) {
      return "the mail has too little text to be recognised by";
    }
    if (!asked) {
      return "no peer has answered in time";
    }
    return matches.isEmpty() ? "nobody has voted on a mail like this one" : ruling.reason();
  }
}
