package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecentlySeen;

/**
 * Sends those of a message's votes that speak for given vectors to whoever asks for them, each once
 * for each check: a page, and the next when it is acknowledged, so that nobody who is named as the
 * asker is flooded with them.
 *
 * <p>Votes that were withdrawn are among them, also of vectors that are not kept any more: they are
 * what tells an asker that a vote he was shown elsewhere is an old one.
 */
final class VoteQueryHandler {
  private record Answered(Id origin, long checkId, Id guid, Id digest) {}

  private final KeyBasedRouting routing;
  private final RecentlySeen<Answered> answered;

  VoteQueryHandler(KeyBasedRouting routing, int maxRemembered) {
    this.routing = routing;
    this.answered = new RecentlySeen<>(maxRemembered);
  }

  /**
   * Answers; also that there is nothing, or nothing that was not said before, but not again if
   * every digest was asked about before.
   *
   * @param message null if no votes of it are kept
   * @param digests of the vectors that are asked about
   */
  void answer(
      @Nullable KeptMessage message,
      Id guid,
      long checkId,
      List<Id> digests,
      Contact origin,
      int hops) {
    List<VotesFound> pages = pages(message, guid, checkId, digests, origin.id(), hops);
    if (!pages.isEmpty()) {
      sendPage(origin, pages, 0);
    }
  }

  /** The pages of an answer; none if every digest was asked about before. */
  List<VotesFound> pages(
      @Nullable KeptMessage message, Id guid, long checkId, List<Id> digests, Id origin, int hops) {
    Set<Id> fresh = new LinkedHashSet<>();
    for (Id digest : digests) {
      if (answered.add(new Answered(origin, checkId, guid, digest))) {
        fresh.add(digest);
      }
    }
    if (fresh.isEmpty() && !digests.isEmpty()) {
      return List.of();
    }
    List<Vote> votes = new ArrayList<>();
    for (Vote vote : message == null ? List.<Vote>of() : message.votes()) {
      if (vote.digests().stream().anyMatch(fresh::contains)) {
        votes.add(vote);
      }
    }
    votes.removeIf(vote -> wasShown(vote, origin, checkId, fresh));
    Tally tally = Tally.ofLastWords(votes);
    List<VotePage> pages =
        message == null ? List.of(VotePage.EMPTY) : pages(message, votes, checkId);
    List<VotesFound> numbered = new ArrayList<>(pages.size());
    for (VotePage page : pages) {
      numbered.add(
          new VotesFound(
              checkId,
              guid,
              Math.min(hops, 255),
              tally.spam(),
              tally.ham(),
              numbered.size(),
              pages.size(),
              page.votes(),
              page.vectors()));
    }
    return numbered;
  }

  /** Whether a vote went out when another of its vectors was asked about. */
  private boolean wasShown(Vote vote, Id origin, long checkId, Set<Id> fresh) {
    return vote.digests().stream()
        .filter(digest -> !fresh.contains(digest))
        .anyMatch(digest -> answered.contains(new Answered(origin, checkId, vote.guid(), digest)));
  }

  /** The votes in the order of {@link VoteSample}, each page with the vectors of its own. */
  private static List<VotePage> pages(KeptMessage message, List<Vote> votes, long checkId) {
    int most = VotesFound.MAX_PAGES * VoteMessage.MAX_VOTES;
    List<VotePage> pages = VotePage.of(VoteSample.of(votes, checkId, most), message);
    return pages.isEmpty()
        ? List.of(VotePage.EMPTY)
        : pages.subList(0, Math.min(pages.size(), VotesFound.MAX_PAGES));
  }

  /** Sends a page, and then those behind it. */
  private void sendPage(Contact origin, List<VotesFound> pages, int number) {
    routing.send(
        origin,
        pages.get(number),
        arrived -> {
          if (arrived && number + 1 < pages.size()) {
            sendPage(origin, pages, number + 1);
          }
        });
  }

  /** Checks remembered, for tests of the bounds. */
  int held() {
    return answered.size();
  }
}
