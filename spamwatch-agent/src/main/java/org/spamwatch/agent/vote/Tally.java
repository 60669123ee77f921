package org.spamwatch.agent.vote;

import java.util.Map;
import java.util.TreeMap;
import org.spamwatch.overlay.Id;

/**
 * Voters by what they last said.
 *
 * @param spam how many said spam
 * @param ham how many said ham
 */
public record Tally(int spam, int ham) {
  /** Counts votes, of which each is another voter's. */
  public static Tally of(Iterable<Vote> votes) {
    int spam = 0;
    int ham = 0;
    for (Vote vote : votes) {
      spam += vote.value() == VoteValue.SPAM ? 1 : 0;
      ham += vote.value() == VoteValue.HAM ? 1 : 0;
    }
    return new Tally(spam, ham);
  }

  /** Counts of each voter's votes, be they on several variants or messages, the last. */
  public static Tally ofLastWords(Iterable<Vote> votes) {
    Map<Id, Vote> last = new TreeMap<>();
    for (Vote vote : votes) {
      last.merge(vote.voter(), vote, (a, b) -> b.supersedes(a) ? b : a);
    }
    return of(last.values());
  }

  /** Whether anybody's word stands. */
  public boolean isLive() {
    return spam + ham > 0;
  }
}
