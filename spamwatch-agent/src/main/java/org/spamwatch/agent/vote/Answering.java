package org.spamwatch.agent.vote;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecentlySeen;

/**
 * Sends a message's votes to whoever asks for them, once for each inquiry: a page, and the next
 * when it is acknowledged, so that nobody who is named as the asker is flooded with them.
 */
final class Answering {
  private record Answered(Id origin, long inquiryId, Id guid) {}

  private final KeyBasedRouting routing;
  private final int maxRemembered;
  private @Nullable RecentlySeen<Answered> answered;

  Answering(KeyBasedRouting routing, int maxRemembered) {
    this.routing = routing;
    this.maxRemembered = maxRemembered;
  }

  void answer(KeptMessage message, long inquiryId, Contact origin, int hops) {
    answered = answered == null ? new RecentlySeen<>(maxRemembered) : answered;
    if (!answered.add(new Answered(origin.id(), inquiryId, message.guid))) {
      return;
    }
    int most = VotesFound.MAX_PAGES * VoteMessage.MAX_VOTES;
    List<Vote> votes = VoteSample.of(message.votes(), inquiryId, most);
    int pages = Math.max(1, (votes.size() + VoteMessage.MAX_VOTES - 1) / VoteMessage.MAX_VOTES);
    Tally tally = message.tally();
    VotesFound first =
        new VotesFound(
            inquiryId,
            message.guid,
            Math.min(hops, 255),
            tally.spam(),
            tally.ham(),
            0,
            pages,
            List.of(),
            message.vectors());
    sendPage(origin, first, votes);
  }

  /** Sends a page with its votes, and then those behind it. */
  private void sendPage(Contact origin, VotesFound page, List<Vote> votes) {
    int from = page.page() * VoteMessage.MAX_VOTES;
    int to = Math.min(from + VoteMessage.MAX_VOTES, votes.size());
    routing.send(
        origin,
        page.with(page.page(), votes.subList(from, to)),
        arrived -> {
          if (arrived && page.page() + 1 < page.pages()) {
            sendPage(origin, page.with(page.page() + 1, List.of()), votes);
          }
        });
  }

  /** Inquiries remembered, for tests of the bounds. */
  int held() {
    return answered == null ? 0 : answered.size();
  }
}
