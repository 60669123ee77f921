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
import org.spamwatch.agent.trust.Standing;
import org.spamwatch.agent.trust.VoteCounted;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.overlay.Id;

/**
 * What counts of what was {@link Shown}: the pages that are heeded, and each voter's last genuine
 * word over all of them, in the order of the voters' pseudonyms.
 */
final class Counted {
  private record Heeded(Page page, List<Vote> votes) {}

  private final List<Heeded> pages = new ArrayList<>();
  private final Map<Id, Vote> lastWords = new TreeMap<>();

  /** Adds a page, and those of its votes that count. */
  void add(Page page, List<Vote> votes) {
    pages.add(new Heeded(page, votes));
    votes.forEach(this::add);
  }

  /** Adds a vote that no page shows. */
  void add(Vote vote) {
    lastWords.merge(vote.voter(), vote, Counted::later);
  }

  /** The later of two words of one voter; the first of two that are equally late. */
  static Vote later(Vote a, Vote b) {
    return b.supersedes(a) ? b : a;
  }

  /** The messages of the pages. */
  Set<Id> guids() {
    Set<Id> guids = new LinkedHashSet<>();
    pages.forEach(each -> guids.add(each.page().guid()));
    return guids;
  }

  /** Voters by their last word. */
  Tally tally() {
    return Tally.of(lastWords.values());
  }

  /** The last words, as the rule needs them. */
  Collection<VoteCounted> lastWords() {
    return lastWords.values().stream().map(VoteCounted::of).toList();
  }

  /**
   * The messages on which anybody's word stands, those first whose text is alike, then the largest
   * overlap.
   */
  List<MatchedMessage> matches(AskedMail mail, Standing standing) {
    Map<Id, Gathered> messages = new LinkedHashMap<>();
    for (Heeded each : pages) {
      messages
          .computeIfAbsent(each.page().guid(), guid -> new Gathered())
          .add(each.page(), each.votes());
    }
    return messages.values().stream()
        .flatMap(message -> message.match(mail, standing).stream())
        .sorted(
            Comparator.comparing(MatchedMessage::isOfText)
                .thenComparingInt(MatchedMessage::shared)
                .reversed()
                .thenComparing(MatchedMessage::guid))
        .toList();
  }
}
