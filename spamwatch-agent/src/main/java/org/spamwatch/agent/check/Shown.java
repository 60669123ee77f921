package org.spamwatch.agent.check;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What keepers and publishers have shown for a question, and what this peer's own voters said.
 *
 * <p>Nobody's word is taken: a message counts only if a vector its keeper sent does match the
 * question's, by this peer's own count, and a vote only if its signature holds and it speaks for
 * such a vector.
 *
 * <p>What each sends is kept apart until its signatures are checked, one vote of each sender in
 * turn and of each sender's one of each site in turn ({@link Sender}), so that a forged vote cannot
 * take the place of a genuine one, nor many of one site that of another's.
 *
 * <p>A withdrawal counts though whoever shows it has no vector any more: it takes back what another
 * shows under a vector of the same digest.
 */
final class Shown {
  /**
   * Signatures checked for one question at most; as many again for what those show who are asked in
   * person.
   */
  static final int MAX_VERIFIED = 64;

  /** What pages may weigh that are held: more than a kilobyte each, see {@link Page#weight}. */
  static final int MAX_WEIGHT = 4_096;

  /** How far what a sender shows of a message is heeded. */
  enum Heed {
    /** Every genuine vote counts. */
    ALL,
    /** Only those of its own voters do. */
    OWN_VOTERS,
    /** None does, for now. */
    NONE
  }

  private final AskedMail mail;
  private final Id realm;
  private final VoteVerifier verifier;
  private final OwnWords own;
  private final Predicate<Id> isPreferred;
  private final Map<Id, Page> ownPages = new LinkedHashMap<>();
  private final PageRoom room = new PageRoom(MAX_WEIGHT, this::dropPage);
  private final PageRoom roomOfAll;
  private final Map<Id, Sender> senders = new LinkedHashMap<>();
  private final Set<Id> like = new LinkedHashSet<>(); // digests of vectors that match, by own count
  private final Map<Id, Set<Vote>> genuineOf = new LinkedHashMap<>(); // by site
  private int budget = MAX_VERIFIED;

  /**
   * Nothing yet but what this peer's own voters said.
   *
   * @param mail what is asked about
   * @param roomOfAll where the pages of all questions are charged
   * @param isPreferred the sites whose votes are checked first
   */
  Shown(
      AskedMail mail,
      Id realm,
      VoteVerifier verifier,
      OwnWords own,
      PageRoom roomOfAll,
      Predicate<Id> isPreferred) {
    this.mail = mail;
    this.realm = realm;
    this.verifier = verifier;
    this.own = own;
    this.roomOfAll = roomOfAll;
    this.isPreferred = isPreferred;
    for (MessageVotes message : own.like(mail)) {
      Page page = own(message);
      ownPages.put(message.guid(), page);
      like.addAll(page.matching());
    }
  }

  /**
   * Adds a page that a peer has sent; returns whether it is kept until the question is answered.
   */
  boolean add(Id peer, VotesFound found) {
    Page page = Page.of(found, mail, realm);
    Sender sender = senders.getOrDefault(peer, new Sender());
    if (!page.saysSomething() || sender.hasShown(page) || !hasRoom(peer, page)) {
      return false;
    }
    senders.put(peer, sender);
    sender.add(page);
    like.addAll(page.matching());
    return true;
  }

  private boolean hasRoom(Id peer, Page page) {
    if (!room.admit(peer, page.weight())) {
      return false;
    }
    if (!roomOfAll.admit(peer, page.weight())) {
      room.remove(peer, page.weight());
      return false;
    }
    return true;
  }

  /** Forgets the page of a sender that came last; returns what it weighed, 0 if there is none. */
  int dropPage(Id peer) {
    Sender sender = senders.get(peer);
    Page page = sender == null ? null : sender.dropLast();
    if (page == null) {
      return 0;
    }
    room.remove(peer, page.weight());
    roomOfAll.remove(peer, page.weight());
    return page.weight();
  }

  /** What the pages kept weigh. */
  int weight() {
    return room.total();
  }

  /** The question is answered: its pages are charged to all questions no more. */
  void release() {
    senders.forEach(
        (peer, sender) -> sender.pages().forEach(page -> roomOfAll.remove(peer, page.weight())));
  }

  // What was shown -----------------------------------------------------------------------------

  /** Whether this peer's own voters have said anything of a mail like this one. */
  boolean isOwn() {
    return ownPages.values().stream().anyMatch(Page::isLike);
  }

  boolean isEmpty() {
    return senders.isEmpty();
  }

  /**
   * Messages of which somebody has shown a vector like the question's; the first of each sender.
   */
  List<Id> likely() {
    return senders.values().stream()
        .flatMap(sender -> sender.pages().stream().filter(Page::isLike).map(Page::guid).limit(1))
        .distinct()
        .toList();
  }

  /** How many pages of a message with a vector like the question's a peer has shown. */
  long likePages(Id peer, Id guid) {
    Sender sender = senders.get(peer);
    return sender == null ? 0 : sender.pagesOn(guid).stream().filter(Page::isLike).count();
  }

  /** Digests of a message's vectors that match and were shown. */
  Set<Id> shown(Id guid) {
    Set<Id> shown = new LinkedHashSet<>();
    for (Sender sender : senders.values()) {
      sender.pagesOn(guid).forEach(page -> shown.addAll(page.matching()));
    }
    return shown;
  }

  /** Whether a keeper has been heard of every vector of a message that anybody has shown. */
  boolean hasSaidAll(Id keeper, Id guid) {
    Sender sender = senders.get(keeper);
    Set<Id> said = new LinkedHashSet<>();
    if (sender != null) {
      sender.pagesOn(guid).forEach(page -> said.addAll(page.matching()));
    }
    return !said.isEmpty() && said.containsAll(shown(guid));
  }

  /**
   * The most features that a message shares with what is asked of the network, as far as it was
   * shown; at least 1 if the mail meets it at all.
   */
  int shared(Id guid) {
    return senders.values().stream()
        .flatMap(sender -> sender.pagesOn(guid).stream())
        .flatMap(page -> page.best().stream())
        .flatMap(met -> met.pairs().stream())
        .mapToInt(pair -> Math.max(1, asked(pair.mark())))
        .max()
        .orElse(0);
  }

  private int asked(FeatureVector mark) {
    return mail.queries().stream().mapToInt(query -> mark.match(query.vector(), 1)).max().orElse(0);
  }

  // What it is worth ---------------------------------------------------------------------------

  /** Those who are asked in person bring as many signatures again. */
  void allowMore() {
    budget += MAX_VERIFIED;
  }

  /**
   * Checks signatures, one of each sender in turn, so that whoever sends many leaves some of the
   * work for the others.
   *
   * @param mostOfSite genuine votes of one site after which no further one is looked at
   */
  void checkSignatures(int mostOfSite) {
    Predicate<Id> mayBeChecked = site -> genuineOf.getOrDefault(site, Set.of()).size() < mostOfSite;
    boolean more = true;
    while (budget > 0 && more) {
      more = false;
      for (Sender sender : senders.values()) {
        if (budget > 0 && sender.hasUnchecked(mayBeChecked)) {
          more = true;
          long before = verifier.checks();
          Vote genuine = sender.checkNext(verifier, mayBeChecked, isPreferred);
          if (genuine != null) {
            genuineOf.computeIfAbsent(genuine.site(), site -> new LinkedHashSet<>(2)).add(genuine);
          }
          budget -= (int) (verifier.checks() - before); // what was checked before costs nothing
        }
      }
    }
  }

  /** Whether a genuine vote for spam of a site's on a message was shown. */
  boolean hasShownSpam(Id site, Id guid) {
    return genuineOf.getOrDefault(site, Set.of()).stream()
        .anyMatch(vote -> vote.guid().equals(guid) && vote.value() == VoteValue.SPAM);
  }

  /**
   * The votes that count, for vectors like the question's, of those found genuine so far: what own
   * voters said here, and what others show.
   *
   * @param heed how far a sender is heeded on a message
   */
  Counted counted(BiFunction<Id, Id, Heed> heed) {
    Counted counted = new Counted();
    ownPages.values().forEach(page -> counted.add(page, page.genuine()));
    senders.forEach(
        (peer, sender) -> {
          for (Page page : sender.pages()) {
            Heed heeded = heed.apply(peer, page.guid());
            List<Vote> votes =
                page.genuine().stream()
                    .filter(vote -> heeded == Heed.ALL || isOwnVoter(heeded, vote, peer))
                    .filter(vote -> Page.speaksFor(vote, like))
                    .toList();
            if (!votes.isEmpty()) {
              counted.add(page, votes);
            }
          }
        });
    // A keeper sends a sample of many votes: those of one's own users are not left to chance.
    for (Id guid : counted.guids()) {
      own.on(guid).stream()
          .flatMap(message -> own(message).votes().stream())
          .filter(vote -> Page.speaksFor(vote, like))
          .forEach(counted::add);
    }
    return counted;
  }

  private Page own(MessageVotes message) {
    Page known = ownPages.get(message.guid());
    return known != null && known.shows(message) ? known : Page.own(message, mail, realm);
  }

  private static boolean isOwnVoter(Heed heed, Vote vote, Id peer) {
    return heed == Heed.OWN_VOTERS && vote.site().equals(peer);
  }

  /** Whether all that own voters said is known; a peer that is starting may not be that far. */
  boolean isComplete() {
    return own.isComplete();
  }
}
